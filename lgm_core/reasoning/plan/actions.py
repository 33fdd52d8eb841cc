"""The actions of a plan (KAG, table 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lgm_core.reasoning.plan.expressions import Expression
from lgm_core.reasoning.plan.terms import Constraint, Operand, PredicateTerm, Property, Term, Variable

__all__ = ["Action", "Count", "Deduce", "DeduceOperator", "Direction", "Math", "Output", "Retrieval", "Sort"]

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
