"""Deduplication of relations."""

from __future__ import annotations

from collections.abc import Iterable

from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.model import Fact

__all__ = ["united"]


def united(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return distinct facts, each with the evidence of all equal ones, ordered by key."""
    union = FactUnion()
    for fact in facts:
        union.add(fact)
    return union.facts
