"""A relation that a clause states between two things of its sentence, and which relations are the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.model import Fact

__all__ = ["StatedRelation", "united"]


def united(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return distinct facts, each with the evidence of all equal ones, ordered by key."""
    union = FactUnion()
    for fact in facts:
        union.add(fact)
    return union.facts


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation between two things.

    Attributes:
        subject: key of a thing.
        wording: the predicate as written.
        object: key of another.
        start: first character of the statement in the parsed text.
        end: the character after its last.
        is_wider: whether the object is only the last words of its phrase: *parser* in *fast parser*. Having a fast
            parser implies having a parser; subjects are not widened, since not everything true of fast parsers is true
            of all.
    """

    subject: str
    wording: str
    object: str
    start: int
    end: int
    is_wider: bool = False
