"""Linking the predicates of plans to properties of a schema, before their words are compared (KAG, section 2.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lgm_core.model import Fact
from lgm_core.model.schema import SchemaProperty
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.predicate_matching import PredicateMatch

__all__ = ["linked_properties", "match_by_schema"]

_STATED, _UNSTATED = 1.0, 0.97
"""Scores of a fact that conforms, with and without what its ends are being stated."""

_BESIDE = 0.93
"""Factor of a fact that only its words speak for, if the plan names a property of the schema."""


def linked_properties(names: Iterable[str], conformance: Conformance | None) -> tuple[SchemaProperty, ...]:
    """Return the properties of the schema that the predicates of a plan name, by label or the words of one."""
    if conformance is None:
        return ()
    return tuple({each.name: each for name in names for each in conformance.properties_named(name)}.values())


def match_by_schema(
    wanted: Sequence[SchemaProperty],
    fact: Fact,
    grouped: Sequence[str],
    match: PredicateMatch,
    conformance: Conformance,
) -> PredicateMatch:
    """Return how well a fact fits a plan that names properties of the schema.

    A fact that conforms to one of them fits before all others, and the schema tells its direction. A fact that has a
    label of one, but whose ends are stated to be of other classes, does not fit.

    Args:
        wanted: the properties that the plan names, at least one.
        fact: the fact.
        grouped: predicates that mean the same as its own in its documents.
        match: how well its words fit.
        conformance: tells which facts conform.
    """
    names = {each.name: 1 for each in wanted}
    names |= {each.inverse: -1 for each in wanted if each.inverse and each.inverse not in names}
    names |= {
        other.name: -1 for other in conformance.schema.properties if other.inverse in {each.name for each in wanted}
    }
    conforming = conformance.conforming(fact, grouped, names)
    if conforming is not None:
        direction = names[conforming.property.name] * (-1 if conforming.is_reversed else 1)
        return PredicateMatch("property", _STATED if conforming.is_stated else _UNSTATED, direction)
    if conformance.has_label(fact, grouped, names):
        return PredicateMatch()
    return replace(match, score=match.score * _BESIDE)
