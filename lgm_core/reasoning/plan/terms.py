"""What the actions of a plan are made of: variables, properties, constants, and the ends of a retrieval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Constant",
    "Constraint",
    "ConstraintOperator",
    "Operand",
    "Part",
    "PredicateTerm",
    "Property",
    "Term",
    "Variable",
]

Part = Literal["s", "p", "o"]
"""Subject, predicate or object of a retrieval."""

ConstraintOperator = Literal["=", "!=", "<", ">", "<=", ">="]


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that stands for what was found: `o1`."""

    name: str


@dataclass(frozen=True, slots=True)
class Property:
    """A property of what a variable stands for: `o1.population`."""

    variable: str
    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A name or value as it is written: `2011`, `the original identity card`."""

    text: str


Operand = Variable | Property | Constant


@dataclass(frozen=True, slots=True)
class Term:
    """Subject or object of a retrieval: `s1:Film[Gilda]`, `o1:City|Town`, or a variable that is bound: `o1`.

    Attributes:
        variable: its variable.
        types: what it is, any of these; empty where it may be anything.
        names: how it is called, any of these (`s1:Film["Gilda" | "Laura"]`); empty where that is to be found.
    """

    variable: str
    types: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PredicateTerm:
    """Predicate of a retrieval: `p1:director`, or `p1` for any.

    Attributes:
        variable: its variable; empty where it has none.
        names: how it is called, any of these; empty for any predicate.
    """

    variable: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """What must hold of an end or the predicate of a retrieval: `p.PlayedForInYear=2011`.

    Attributes:
        part: of what.
        property: what of it.
        operator: how the two compare.
        value: a constant, or a variable that is bound.
    """

    part: Part
    property: str
    operator: ConstraintOperator
    value: Constant | Variable
