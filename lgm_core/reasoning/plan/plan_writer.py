"""Writing plans as text that is read back as the same plan."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.reasoning.plan.argument_parser import is_word
from lgm_core.reasoning.plan.expression_parser import LEVELS, NEGATION_LEVEL
from lgm_core.reasoning.plan.plan_parser import reads_as_question
from lgm_core.reasoning.plan.plan_parts import (
    Action,
    BinaryOperation,
    Constant,
    Count,
    Deduce,
    Expression,
    FunctionCall,
    Math,
    Negation,
    Number,
    Operand,
    Output,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)

__all__ = ["quoted", "written_action", "written_steps"]

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})

_PLAIN_SIGNS = " _-"
"""What a name without quotes may hold besides letters and digits."""

_SET_SIGNS = {"cup": "\\cup", "cap": "\\cap", "setminus": "\\setminus"}


def written_steps(steps: Sequence[PlanStep]) -> str:
    """Return the text of a plan's steps."""
    return "\n".join(_step(number, step) for number, step in enumerate(steps, 1))


def written_action(action: Action) -> str:
    """Return the text of an action, on one line."""
    match action:
        case Retrieval(subject, predicate, end, constraints):
            parts = [f"s={_term(subject)}", f"p={_predicate(predicate)}", f"o={_term(end)}"]
            for constraint in constraints:
                value = _operand(constraint.value)
                parts.append(f"{constraint.part}.{_name(constraint.property)}{constraint.operator}{value}")
            return f"Retrieval({', '.join(parts)})"
        case Sort(of, orderby, direction, limit):
            parts = [f"set={_operand(of)}"]
            if orderby is not None:
                parts.append(f"orderby={written_action(orderby) if isinstance(orderby, Count) else _operand(orderby)}")
            parts.append(f"direction={direction}")
            return f"Sort({', '.join(parts)}{'' if limit is None else f', limit={limit}'})"
        case Math(expression):
            return f"Math({_expression(expression)})"
        case Deduce(left, right, operator):
            return f"Deduce(left={_operand(left)}, right={_operand(right)}, op={operator})"
        case Count(of):
            return f"Count({_operand(of)})"
        case Output(operands):
            return f"Output({', '.join(map(_operand, operands))})"


def quoted(text: str) -> str:
    """Return a text in double quotes, from which it is read back unchanged."""
    return f'"{text.translate(_ESCAPES)}"'


def _step(number: int, step: PlanStep) -> str:
    action = written_action(step.action)
    if step.result:
        action = f"{step.result} = {action}"
    if not step.question:
        return f"Step {number}: {action}"
    question = step.question if reads_as_question(step.question) else quoted(step.question)
    return f"Step {number}: {question}\nLogical Form: {action}"


def _name(text: str) -> str:
    """Return a name or type, in quotes if it holds signs that could mean something in a plan."""
    plain = text.strip() == text and all(sign.isalnum() or sign in _PLAIN_SIGNS for sign in text)
    return text if plain else quoted(text)


def _names(names: tuple[str, ...]) -> str:
    return _name(names[0]) if len(names) == 1 else " | ".join(map(quoted, names))


def _term(term: Term) -> str:
    types = f":{'|'.join(map(_name, term.types))}" if term.types else ""
    return f"{term.variable}{types}{f'[{_names(term.names)}]' if term.names else ''}"


def _predicate(term: PredicateTerm) -> str:
    if not term.variable:
        return " | ".join(map(quoted, term.names))
    return f"{term.variable}:{_names(term.names)}" if term.names else term.variable


def _operand(operand: Operand) -> str:
    match operand:
        case Variable(name):
            return name
        case Property(variable, name):
            return f"{variable}.{name if is_word(name) else quoted(name)}"
        case Constant(text):
            return text if text.isascii() and text.isdigit() else quoted(text)


def _expression(expression: Expression, least: int = 1) -> str:
    """Return the text of an expression, in brackets if its operator binds less tightly than `least`."""
    match expression:
        case Number(text):
            return text
        case Constant(text):
            return quoted(text)
        case Variable() | Property():
            return _operand(expression)
        case FunctionCall(function, arguments):
            return f"{function}({', '.join(map(_expression, arguments))})"
        case Negation(operand):
            level, text = NEGATION_LEVEL, f"-{_expression(operand, NEGATION_LEVEL)}"
        case BinaryOperation(operator, left, right):
            level = LEVELS[operator]
            first, last = (level + 1, level) if operator == "^" else (level, level + 1)
            sign = _SET_SIGNS.get(operator, operator)
            text = f"{_expression(left, first)} {sign} {_expression(right, last)}"
    return f"({text})" if level < least else text
