"""Reading expressions of `Math`: arithmetic and sets, in plain notation or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.argument_parser import PlanScanner
from lgm_core.reasoning.plan.plan_parts import (
    BinaryOperation,
    BinaryOperator,
    Constant,
    Expression,
    FunctionCall,
    FunctionName,
    Negation,
    Number,
    Property,
    Variable,
)

__all__ = ["LEVELS", "MOST_PARTS", "NEGATION_LEVEL", "parse_expression"]

LEVELS: dict[BinaryOperator, int] = {"cup": 1, "setminus": 1, "cap": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 6}
"""How tightly operators bind; operators of one level group from left to right, but powers from right to left."""

NEGATION_LEVEL = 5
"""How tightly a sign binds: `-2^2` is `-(2^2)`, and `-2*3` is `(-2)*3`."""

MOST_PARTS = 200
"""Numbers, variables, operators and functions in one expression."""

_MOST_DEPTH = 40
"""Levels of brackets."""

_OPERATORS: dict[str, BinaryOperator] = {
    "**": "^",
    "+": "+",
    "-": "-",
    "−": "-",
    "–": "-",
    "*": "*",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "/": "/",
    "÷": "/",
    "^": "^",
    "∪": "cup",
    "∩": "cap",
    "∖": "setminus",
    "\\times": "*",
    "\\cdot": "*",
    "\\div": "/",
    "\\cup": "cup",
    "\\cap": "cap",
    "\\setminus": "setminus",
}

_FUNCTIONS: dict[str, FunctionName] = {name: name for name in get_args(FunctionName)} | {
    "avg": "mean",
    "average": "mean",
}

_MOST_ARGUMENTS = {"count": 1, "abs": 1, "sqrt": 1, "round": 2}
"""For the functions that do not take any number of arguments."""

_DATE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?![\w.-])")
"""An ISO 8601 date; `2000-01-01-5` is arithmetic."""

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_SIZE = re.compile(r"\\(?:left|right)(?![A-Za-z])\s*")
"""Commands that make brackets large: `\\left(`."""

_BARS = ("\\|", "||", "‖", "|")
"""What encloses something to be counted, longest first."""


def parse_expression(scanner: PlanScanner, note_use: Callable[[str, int], str]) -> Expression:
    """Read an expression as far as it goes.

    Args:
        scanner: at the beginning of the expression.
        note_use: called with the name of each variable and its offset; returns the variable that is meant.

    Raises:
        PlanError: the expression cannot be read, or is too long or too deep.
    """
    return _ExpressionParser(scanner, note_use).expression()


class _ExpressionParser:
    def __init__(self, scanner: PlanScanner, note_use: Callable[[str, int], str]) -> None:
        self._scanner = scanner
        self._note_use = note_use
        self._parts = 0
        self._depth = 0

    def expression(self, least: int = 1) -> Expression:
        """Read operands as long as their operators have at least a level."""
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise self._scanner.error(f"the expression is nested more than {_MOST_DEPTH} deep; make it several steps")
        left = self._operand()
        while (operator := self._operator(least)) is not None:
            self._count_part()
            level = LEVELS[operator]
            right = self.expression(level if operator == "^" else level + 1)
            left = BinaryOperation(operator, left, right)
        self._depth -= 1
        return left

    def _operator(self, least: int) -> BinaryOperator | None:
        """Pass and return an operator of at least a level."""
        self._pass_sizes()
        start = self._scanner.at
        command = self._scanner.match(_COMMAND)
        sign = command[0] if command else self._scanner.take(*_OPERATORS)
        operator = _OPERATORS.get(sign)
        if operator is not None and LEVELS[operator] >= least:
            return operator
        self._scanner.at = start
        return None

    def _operand(self) -> Expression:
        self._pass_sizes()
        self._count_part()
        scanner = self._scanner
        start = scanner.at
        if scanner.take("-", "−", "–"):
            return Negation(self.expression(NEGATION_LEVEL))
        if scanner.take("+"):
            return self.expression(NEGATION_LEVEL)
        if bracket := scanner.take("(", "{"):
            return self._up_to(")" if bracket == "(" else "}")
        if bars := scanner.take(*_BARS):
            return self._within_bars(bars)
        if scanner.at_quote():
            return self._constant()
        if date := scanner.match(_DATE):
            return Constant(date[0])
        if number := scanner.match(_NUMBER):
            return Number(number[0])
        if command := scanner.match(_COMMAND):
            return self._commanded(command[0], start)
        if word := scanner.word():
            return self._named(word, start)
        raise self._wanted()

    def _wanted(self) -> PlanError:
        return self._scanner.expected("a number, a variable, a quoted value, a function or '('")

    def _up_to(self, closing: str) -> Expression:
        inside = self.expression()
        self._pass_sizes()
        self._scanner.expect(closing, f"an operator or '{closing}'")
        return inside

    def _within_bars(self, bars: str) -> Expression:
        """Read what is between bars: they count things, and take the absolute value of a number."""
        inside = self._up_to(bars)
        counted = isinstance(inside, Variable | Property) or (
            isinstance(inside, BinaryOperation) and inside.operator in ("cup", "cap", "setminus")
        )
        return FunctionCall("count" if counted else "abs", (inside,))

    def _constant(self) -> Constant:
        text = self._scanner.quoted()
        if text is None:
            raise self._scanner.error("this quote is not closed")
        return Constant(text)

    def _pass_sizes(self) -> None:
        self._scanner.skip()
        self._scanner.match(_SIZE)

    def _commanded(self, command: str, start: int) -> Expression:
        scanner, name = self._scanner, command[1:]
        if name == "frac":
            scanner.expect("{")
            above = self._up_to("}")
            scanner.expect("{")
            return BinaryOperation("/", above, self._up_to("}"))
        if name not in _FUNCTIONS:
            scanner.at = start
            raise self._wanted()
        scanner.skip()
        if scanner.peek() in ("(", "{"):
            return self._call(_FUNCTIONS[name], start)
        return FunctionCall(_FUNCTIONS[name], (self._operand(),))

    def _named(self, word: str, start: int) -> Expression:
        scanner = self._scanner
        end = scanner.at
        scanner.skip()
        if scanner.peek() == "(":
            if word.lower() in _FUNCTIONS:
                return self._call(_FUNCTIONS[word.lower()], start)
            raise scanner.error(f"there is no function {word}; there are {', '.join(_FUNCTIONS)}", start)
        scanner.at = end
        variable = self._note_use(word, start)
        if not scanner.take("."):
            return Variable(variable)
        name = self._constant().text if scanner.at_quote() else scanner.word()
        if not name:
            raise scanner.expected("the name of a property")
        return Property(variable, name)

    def _call(self, function: FunctionName, start: int) -> FunctionCall:
        scanner = self._scanner
        closing = ")" if scanner.take("(", "{") == "(" else "}"
        arguments = [self.expression()]
        while self._more_arguments(closing):
            arguments.append(self.expression())
        most = _MOST_ARGUMENTS.get(function, MOST_PARTS)
        if len(arguments) > most:
            raise scanner.error(f"{function} has {len(arguments)} arguments; it takes {most} at most", start)
        return FunctionCall(function, tuple(arguments))

    def _more_arguments(self, closing: str) -> bool:
        self._pass_sizes()
        if self._scanner.take(","):
            return True
        self._scanner.expect(closing, f"an operator, ',' or '{closing}'")
        return False

    def _count_part(self) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise self._scanner.error(f"the expression has more than {MOST_PARTS} parts; make it several steps")
