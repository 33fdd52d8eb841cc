"""Evaluating the expressions of `Math`, node by node (KAG, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lgm_core.errors import PlanError
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.expressions.arithmetic import (
    Notes,
    add,
    divide,
    multiply,
    negate,
    power,
    square_root,
    subtract,
    year_amount,
)
from lgm_core.reasoning.expressions.comparison import ordered
from lgm_core.reasoning.expressions.measures import (
    Amount,
    Measure,
    distinct,
    meaning_key,
    measured,
    value_binding,
)
from lgm_core.reasoning.plan.plan_parts import (
    BinaryOperation,
    Constant,
    Expression,
    FunctionCall,
    Negation,
    Number,
    Property,
    Variable,
)

__all__ = ["EndsOf", "Evaluation", "evaluate", "takes_sets"]

EndsOf = Callable[[Variable | Property], Sequence[Binding]]
"""Returns what a variable or property stands for. Equal values of different things occur several times: sums and means
use each, counts and set operators use equal ones once."""

_MOST_DECIMALS = 12

_MOST_DIGITS = 300
"""The most digits of a number in an expression, so that it can be a float."""

_ARITHMETIC = {"+": add, "-": subtract, "*": multiply, "/": divide, "^": power}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of an expression.

    Attributes:
        bindings: one number, quantity or date; or the members of a set, which may be empty.
        notes: what a reader should know, such as which dates were used as years.
    """

    bindings: tuple[Binding, ...]
    notes: tuple[str, ...] = ()


def evaluate(expression: Expression, ends_of: EndsOf) -> Evaluation:
    """Evaluate an expression, exactly unless it has roots.

    Args:
        expression: the expression.
        ends_of: looks up variables and properties.

    Raises:
        PlanError: something is not a number or date, or stands for nothing, or for several things where one is needed;
            units do not fit; a number is divided by zero or becomes too large.
    """
    evaluator = _Evaluator(ends_of)
    bindings = evaluator.things(expression)
    return Evaluation(bindings, tuple(evaluator.notes))


def takes_sets(expression: Expression) -> bool:
    """Return whether an expression works on everything that its variables stand for: counts, sums, means, sets.

    Others work on single things: `2027 - o3` has a value for each thing that `o3` stands for.
    """
    match expression:
        case BinaryOperation(operator, left, right):
            return operator in ("cup", "cap", "setminus") or takes_sets(left) or takes_sets(right)
        case Negation(operand):
            return takes_sets(operand)
        case FunctionCall(function, arguments):
            alone = len(arguments) == 1 and function in ("min", "max")
            return alone or function in ("count", "sum", "mean") or any(map(takes_sets, arguments))
        case _:
            return False


class _Evaluator:
    def __init__(self, ends_of: EndsOf) -> None:
        self._ends_of = ends_of
        self.notes: Notes = {}

    def things(self, expression: Expression) -> tuple[Binding, ...]:
        """Return the value of an expression as a set."""
        match expression:
            case Constant(text):
                return (Binding(Value(text, ValueKind.TEXT), text),)
            case Variable() | Property():
                return tuple(self._ends_of(expression))
            case BinaryOperation("cup", left, right):
                return distinct((*self.things(left), *self.things(right)))
            case BinaryOperation("cap" | "setminus" as operator, left, right):
                others = set(map(meaning_key, self.things(right)))
                kept = operator == "cap"
                return distinct(tuple(of for of in self.things(left) if (meaning_key(of) in others) == kept))
            case _:
                return (value_binding(self.measure(expression)),)

    def measure(self, expression: Expression) -> Measure:
        """Return the value of an expression as one number or date."""
        match expression:
            case Number(text):
                if len(text) > _MOST_DIGITS:
                    raise PlanError(f"{text[:20]}… is too large to compute with: it has {len(text)} digits")
                return Amount(Fraction(text))
            case Negation(operand):
                return negate(self.measure(operand), self.notes)
            case FunctionCall():
                return self._call(expression)
            case BinaryOperation(operator, left, right) if operator in _ARITHMETIC:
                return _ARITHMETIC[operator](self.measure(left), self.measure(right), self.notes)
            case _:
                return self._only(distinct(self.things(expression)), _named(expression))

    def _only(self, things: tuple[Binding, ...], name: str) -> Measure:
        if not things:
            raise PlanError(f"{name} stands for nothing")
        if len(things) > 1:
            raise PlanError(
                f"{name} stands for {len(things)} things where one is needed; sum, mean, min and max take several"
            )
        return self._measured(things[0])

    def _measured(self, thing: Binding) -> Measure:
        measure = measured(thing, self.notes)
        if measure is None:
            raise PlanError(f'"{thing.name:.60}" is neither number nor date')
        return measure

    def _call(self, call: FunctionCall) -> Measure:
        if call.function == "count":
            return Amount(Fraction(len(distinct(self._all(call)))))
        if call.function in ("sum", "mean", "min", "max"):
            return self._of_several(call)
        first = self.measure(call.arguments[0])
        match call.function:
            case "sqrt":
                return square_root(first, self.notes)
            case "round":
                return self._round(first, call.arguments[1:])
            case _:
                amount = year_amount(first, self.notes)
                return Amount(abs(amount.number), amount.unit)

    def _all(self, call: FunctionCall) -> tuple[Binding, ...]:
        return tuple(thing for argument in call.arguments for thing in self.things(argument))

    def _of_several(self, call: FunctionCall) -> Measure:
        things = self._all(call)
        if not things:
            raise PlanError(f"there is nothing to take the {call.function} of")
        if call.function in ("min", "max"):
            for thing in things:
                self._measured(thing)
            order = ordered(things, call.function)
            self.notes.update(dict.fromkeys(order.notes))
            if order.left_out:
                raise PlanError(f'"{things[order.left_out[0]].name:.60}" does not compare with the others')
            return self._measured(things[order.places[0][0]])
        total = self._sum(map(self._measured, things), as_years=call.function == "mean")
        return divide(total, Amount(Fraction(len(things))), self.notes) if call.function == "mean" else total

    def _sum(self, measures: Iterable[Measure], *, as_years: bool) -> Measure:
        total: Measure | None = None
        for measure in measures:
            addend = year_amount(measure, self.notes) if as_years else measure
            total = addend if total is None else add(total, addend, self.notes)
        assert total is not None
        return total

    def _round(self, of: Measure, decimals: tuple[Expression, ...]) -> Amount:
        amount = year_amount(of, self.notes)
        places = Fraction(0)
        if decimals:
            places = year_amount(self.measure(decimals[0]), self.notes).number
        if places.denominator != 1 or not 0 <= places <= _MOST_DECIMALS:
            raise PlanError(f"a number is rounded to 0 to {_MOST_DECIMALS} decimals, not to {float(places):g}")
        # Round halves away from zero, not to even digits as Python does.
        scaled = abs(amount.number) * 10 ** int(places)
        whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
        rounded = Fraction(whole, 10 ** int(places))
        return Amount(-rounded if amount.number < 0 else rounded, amount.unit)


def _named(expression: Expression) -> str:
    match expression:
        case Variable(name):
            return name
        case Property(variable, name):
            return f"{variable}.{name}"
        case Constant(text):
            return f'"{text:.60}"'
        case _:
            return "the set"
