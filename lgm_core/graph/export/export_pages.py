"""What every export reads from a store, a page at a time, and how it shows the ends of facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Concept, Fact, FactEnd, MetaRelation, SectionEnd, Statistics, Verdict

__all__ = ["all_facts", "all_relations", "concepts_of", "end_data", "relation_count"]

_PAGE = 2000
"""Concepts or relations read from the store at a time; bounds memory, and costs a query for each page."""


def concepts_of(store: LanguageGraphStore, keys: Sequence[str]) -> Iterator[Concept]:
    """Yield concepts in the order of their keys as given."""
    for first in range(0, len(keys), _PAGE):
        yield from store.find_concepts(keys[first : first + _PAGE])


def all_relations(store: LanguageGraphStore) -> Iterator[MetaRelation]:
    """Yield all relations, rejected ones last."""
    for verdict in (None, Verdict.INVALID):
        offset = 0
        while page := store.relations(verdict=verdict, offset=offset, limit=_PAGE):
            yield from page
            offset += _PAGE


def relation_count(counts: Statistics) -> int:
    """Return how many relations `all_relations` yields."""
    return sum(counts.relations.values()) + counts.rejected


def all_facts(store: LanguageGraphStore) -> Iterator[Fact]:
    """Yield all facts, rejected ones last."""
    for verdict in (None, Verdict.INVALID):
        offset = 0
        while page := store.facts(verdict=verdict, offset=offset, limit=_PAGE):
            yield from page
            offset += _PAGE


def end_data(end: FactEnd) -> dict[str, object]:
    """Return the end of a fact as JSON shows it."""
    if isinstance(end, str):
        return {"concept": end}
    if isinstance(end, SectionEnd):
        return {"section": end.section_id}
    data: dict[str, object] = {"value": end.text, "kind": end.kind}
    if end.start is None:
        return data
    return {**data, "normalised": end.normalised, "start": end.start, "end": end.end, "unit": end.unit}
