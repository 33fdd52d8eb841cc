"""Linking the predicates of plans to properties of a schema, before their words are compared (KAG, section 2.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from lgm_core.model import Fact
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.predicate_matching import PredicateMatch, direction_between

__all__ = ["linked_properties", "match_by_schema"]

_STATED, _UNSTATED = 1.0, 0.97
"""Scores of a fact that conforms, with and without what its ends are being stated."""

_BESIDE = 0.93
"""Factor of a fact that only its words speak for, if the plan names a property of the schema."""


def linked_properties(names: Iterable[str], conformance: Conformance) -> dict[str, int]:
    """Return the names of the properties that the predicates of a plan name, by label or the words of one.

    The number is 1 if plan and property have the same direction, -1 if not: what *issues* a permit is what it is
    *issued by*. Inverse properties are included.
    """
    linked: dict[str, int] = {}
    for name in names:
        for each, label in conformance.properties_named(name):
            direction = direction_between(name, label, is_same_word=True) or 1
            linked.setdefault(each.name, 1 if label.casefold() == name.casefold() else direction)
    for each in conformance.schema.properties:
        if each.inverse in linked:
            linked.setdefault(each.name, -linked[each.inverse])
        elif each.name in linked and each.inverse:
            linked.setdefault(each.inverse, -linked[each.name])
    return linked


def match_by_schema(
    wanted: Mapping[str, int], fact: Fact, grouped: Sequence[str], match: PredicateMatch, conformance: Conformance
) -> PredicateMatch:
    """Return how well a fact fits a plan that names properties of the schema.

    A fact that conforms to one of them fits before all others, and the schema tells its direction. A fact that has a
    label of one, but whose ends are stated to be of other classes, does not fit.

    Args:
        wanted: the properties that the plan names, at least one, with their directions (`linked_properties`).
        fact: the fact.
        grouped: predicates that mean the same as its own in its documents.
        match: how well its words fit.
        conformance: tells which facts conform.
    """
    conforming = conformance.conforming(fact, grouped, wanted)
    if conforming is not None:
        direction = wanted[conforming.property.name] * (-1 if conforming.is_reversed else 1)
        return PredicateMatch("property", _STATED if conforming.is_stated else _UNSTATED, direction)
    if conformance.has_label(fact, grouped, wanted):
        return PredicateMatch()
    return replace(match, score=match.score * _BESIDE)
