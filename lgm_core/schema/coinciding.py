"""Facts that coincide: by the schema they state one property of one thing, in whatever words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lgm_core.model import Fact
from lgm_core.model.facts.fact import without_wording
from lgm_core.schema.conformance import Conformance

__all__ = ["coinciding"]


def coinciding(
    facts: Iterable[Fact], conformance: Conformance, grouped: Callable[[Fact], Sequence[str]]
) -> list[list[Fact]]:
    """Return facts in groups of those that coincide, in the order of the first of each group.

    Two coincide if both conform to one property, or to one and its inverse, between the same ends with the same
    qualifiers.

    Args:
        facts: the facts, each once.
        conformance: tells which conform.
        grouped: returns the predicates that mean the same as a fact's own in its documents.
    """
    found: dict[object, list[Fact]] = {}
    facts = list(facts)
    if has_properties := bool(conformance.schema.properties):
        conformance.read(facts)
    for fact in facts:
        key: object = fact.key
        if has_properties and (fit := conformance.conforming(fact, grouped(fact))):
            ends = [without_wording(fact.subject), without_wording(fact.object)]
            name = min({fit.property.name, *conformance.inverses(fit.property.name)})
            if fit.is_reversed != (name != fit.property.name):
                ends.reverse()
            key = name, *ends, tuple((preposition, without_wording(end)) for preposition, end in fact.qualifiers)
        found.setdefault(key, []).append(fact)
    return list(found.values())
