"""Expressions of `Math` as data. They are read by a grammar and evaluated node by node; nothing is ever run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lgm_core.reasoning.plan.terms import Constant, Property, Variable

__all__ = ["BinaryOperation", "BinaryOperator", "Expression", "FunctionCall", "FunctionName", "Negation", "Number"]

BinaryOperator = Literal["+", "-", "*", "/", "^", "cup", "cap", "setminus"]

FunctionName = Literal["count", "sum", "mean", "min", "max", "abs", "sqrt", "round"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written: `2027`, `3.5`."""

    text: str


@dataclass(frozen=True, slots=True)
class Negation:
    """An expression with its sign changed."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    """Two expressions joined by arithmetic, or as sets: `cup` unites, `cap` intersects, `setminus` takes away."""

    operator: BinaryOperator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function of expressions."""

    function: FunctionName
    arguments: tuple[Expression, ...]


Expression = Number | Constant | Variable | Property | Negation | BinaryOperation | FunctionCall
"""A constant is a quoted value, such as a date: `"17 June 2016"`."""
