"""The parts of a plan: terms, expressions, actions and steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "Action",
    "BinaryOperation",
    "BinaryOperator",
    "Constant",
    "Constraint",
    "ConstraintOperator",
    "Count",
    "Deduce",
    "DeduceOperator",
    "Direction",
    "Expression",
    "FunctionCall",
    "FunctionName",
    "Math",
    "Negation",
    "Number",
    "Operand",
    "Output",
    "Part",
    "PlanStep",
    "PredicateTerm",
    "Property",
    "Retrieval",
    "Sort",
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


DeduceOperator = Literal["entailment", "greater", "less", "equal"]

Direction = Literal["min", "max"]


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Find facts that fit: `Retrieval(s=s1:Film[Gilda], p=p1:director, o=o1:Person, p.year=1946)`.

    A variable that is bound already joins: only rows in which it is the same are kept. With the predicate
    `support_chunks` the object stands for sections of documents.
    """

    subject: Term
    predicate: PredicateTerm
    object: Term
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort:
    """Keep the first rows in an order: `Sort(set=s1, orderby=o2, direction=max, limit=1)`.

    Attributes:
        set: the variable, or property of one, whose bindings are ordered; without `orderby`, by themselves.
        orderby: what they are ordered by; a `Count` orders by how many things its variable stands for with each.
        direction: `min` puts the least first, `max` the greatest.
        limit: how many of the set's bindings are kept, ties included; None keeps all.
    """

    set: Variable | Property
    orderby: Variable | Property | Count | None = None
    direction: Direction = "max"
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Math:
    """Compute: `math1 = Math(30+6)`."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class Deduce:
    """Tell whether a statement holds: `Deduce(left=o1, right=the original identity card, op=entailment)`."""

    left: Operand
    right: Operand
    operator: DeduceOperator


@dataclass(frozen=True, slots=True)
class Count:
    """Count the different things that a variable stands for: `Count(o3)->nums`."""

    of: Variable | Property


@dataclass(frozen=True, slots=True)
class Output:
    """Name what answers the question; several operands unite."""

    operands: tuple[Operand, ...]


Action = Retrieval | Sort | Math | Deduce | Count | Output


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan.

    Attributes:
        action: what is done.
        question: the sub-question that it answers, in words; may be empty. Variables in it are filled when it is asked.
        result: the variable that names its result (`m1 = Math(…)`, `Count(x)->n`); empty where it has none.
        line: the line that it was read from, from 1; 0 where it was not read.
    """

    action: Action
    question: str = ""
    result: str = ""
    line: int = field(default=0, compare=False)
