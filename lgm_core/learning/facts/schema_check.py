"""Whether claimed facts conform to a schema: what contradicts it is refused, what is outside it is counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from lgm_core.learning.facts.fact_grounding import FactClaim
from lgm_core.model import DocumentGraph, Fact, RelationKind, Verdict
from lgm_core.schema.conformance import Conformance, StatedTypes

__all__ = ["OUTSIDE", "SchemaCheck", "nothing_stated", "types_in"]

OUTSIDE = "outside the schema"
"""Why a strict extraction drops a fact that no property has as its label."""


def nothing_stated(keys: Collection[str]) -> dict[str, frozenset[str]]:
    """Return no types for any concept."""
    return dict.fromkeys(keys, frozenset())


def types_in(graph: DocumentGraph) -> StatedTypes:
    """Return a function that tells the types a document states of its concepts: what is-a relations say of them."""
    stated: defaultdict[str, set[str]] = defaultdict(set)
    for relation in graph.relations:
        if relation.kind is RelationKind.IS_A and relation.verdict is not Verdict.INVALID:
            stated[relation.subject].add(relation.object)

    def types(keys: Collection[str]) -> Mapping[str, Collection[str]]:
        return {key: stated.get(key, ()) for key in keys}

    return types


class SchemaCheck:
    """Refuses facts that contradict a schema, and counts those outside it.

    A fact under the name of a property is refused if an end is said to be of another class than the property's, or is
    no value in its range. What a claim says of the class of its ends goes before what was stated of them elsewhere. A
    fact in other words that does not conform is outside the schema.

    Args:
        conformance: the schema and what is stated of concepts; the check changes what it remembers of them.
        strict: whether facts outside the schema are refused.

    Attributes:
        outside: the number of claims kept that are outside the schema.
    """

    def __init__(self, conformance: Conformance, *, strict: bool) -> None:
        self._conformance, self._strict = conformance, strict
        self.outside = 0

    def refusal(self, claim: FactClaim, fact: Fact) -> str:
        """Return why a grounded claim is not to be a fact, else an empty string."""
        for end, types in zip(fact.ends, claim.types, strict=False):
            if isinstance(end, str):
                self._conformance.state(end, types)
        if self._conformance.conforming(fact) is not None:
            return ""
        if (misfit := self._conformance.misfit(fact)) is not None:
            property, end = misfit
            return f"the {end} does not fit the property {property.names[0]!r}"
        self.outside += not self._strict
        return OUTSIDE if self._strict else ""
