"""The parts of a plan: terms, expressions, actions and steps."""

from __future__ import annotations

from collections.abc import Iterator
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
    "operands_of",
    "parts_of",
    "used_variables",
]

Part = Literal["s", "p", "o"]
"""The subject, predicate or object of a retrieval."""

ConstraintOperator = Literal["=", "!=", "<", ">", "<=", ">="]


@dataclass(frozen=True, slots=True)
class Variable:
    """A name for what a step finds: `o1`."""

    name: str


@dataclass(frozen=True, slots=True)
class Property:
    """A property of what a variable stands for: `o1.population`."""

    variable: str
    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A name or value as written: `2011`, `the original identity card`."""

    text: str


Operand = Variable | Property | Constant


@dataclass(frozen=True, slots=True)
class Term:
    """The subject or object of a retrieval: `s1:Film[Gilda]`, `o1:City|Town`, or a variable already bound: `o1`.

    Attributes:
        variable: its variable.
        types: alternative types; empty if it may be anything.
        names: alternative names (`s1:Film["Gilda" | "Laura"]`); empty if the retrieval looks for it.
    """

    variable: str
    types: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PredicateTerm:
    """The predicate of a retrieval: `p1:director`, or `p1` for any predicate.

    Attributes:
        variable: its variable, if any.
        names: alternative names; empty for any predicate.
    """

    variable: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """A condition on the subject, predicate or object of a retrieval: `p.PlayedForInYear=2011`.

    Attributes:
        part: the part of the retrieval.
        property: the property of this part.
        operator: compares the property with the value.
        value: a constant, or a variable that an earlier step binds.
    """

    part: Part
    property: str
    operator: ConstraintOperator
    value: Constant | Variable


BinaryOperator = Literal["+", "-", "*", "/", "^", "cup", "cap", "setminus"]

FunctionName = Literal["count", "sum", "mean", "min", "max", "abs", "sqrt", "round"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: `2027`, `3.5`."""

    text: str


@dataclass(frozen=True, slots=True)
class Negation:
    """An expression with its sign changed."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    """Two expressions with an arithmetic operator, or a union (`cup`), intersection (`cap`) or difference of sets."""

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
    """Find facts: `Retrieval(s=s1:Film[Gilda], p=p1:director, o=o1:Person, p.year=1946)`.

    A variable that is already bound joins: only rows in which it is the same are kept. With the predicate
    `support_chunks` the object stands for sections of documents.
    """

    subject: Term
    predicate: PredicateTerm
    object: Term
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort:
    """Sort rows and keep the first: `Sort(set=s1, orderby=o2, direction=max, limit=1)`.

    Attributes:
        set: the variable, or property of one, whose bindings are sorted.
        orderby: the key; a `Count` sorts by how many things its variable stands for with each binding. None sorts the
            set's bindings by their own values.
        direction: `min` puts the least first, `max` the greatest.
        limit: how many of the set's bindings are kept; ties with the last one are kept too. None keeps all.
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
    """Decide whether a statement holds: `Deduce(left=o1, right=the original identity card, op=entailment)`."""

    left: Operand
    right: Operand
    operator: DeduceOperator


@dataclass(frozen=True, slots=True)
class Count:
    """Count the different things that a variable stands for: `Count(o3)->nums`."""

    of: Variable | Property


@dataclass(frozen=True, slots=True)
class Output:
    """Name the answer to the question: everything that the operands stand for."""

    operands: tuple[Operand, ...]


Action = Retrieval | Sort | Math | Deduce | Count | Output


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan.

    Attributes:
        action: what the step does.
        question: the sub-question that it answers, in words; may be empty. Variables in it are replaced by names when
            it is asked.
        result: the variable for its result (`m1 = Math(…)`, `Count(x)->n`), if any.
        line: the line of the plan's text, from 1; 0 if it was not parsed.
    """

    action: Action
    question: str = ""
    result: str = ""
    line: int = field(default=0, compare=False)


def operands_of(action: Action) -> list[Operand]:
    """Return the variables, properties and constants that an action works with.

    Of a `Retrieval` these are the values of its constraints: it binds its subject, predicate and object itself.
    """
    match action:
        case Retrieval(constraints=constraints):
            return [constraint.value for constraint in constraints]
        case Sort(of, orderby):
            key = orderby.of if isinstance(orderby, Count) else orderby
            return [of] if key is None else [of, key]
        case Math(expression):
            return [part for part in parts_of(expression) if isinstance(part, Operand)]
        case Deduce(left, right):
            return [left, right]
        case Count(of):
            return [of]
        case Output(operands):
            return list(operands)


def used_variables(action: Action) -> tuple[str, ...]:
    """Return the variables that must be bound before an action, each once."""
    names = [
        part.name if isinstance(part, Variable) else part.variable
        for part in operands_of(action)
        if not isinstance(part, Constant)
    ]
    return tuple(dict.fromkeys(names))


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and everything inside it, however deep."""
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case Negation(operand):
                waiting.append(operand)
            case BinaryOperation(_, left, right):
                waiting += [right, left]
            case FunctionCall(_, arguments):
                waiting += reversed(arguments)
