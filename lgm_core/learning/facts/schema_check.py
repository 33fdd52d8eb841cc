"""Whether claimed facts conform to a schema: what contradicts it is refused, what is outside it is counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from lgm_core.model import DocumentGraph, Fact, RelationKind, Schema, Verdict
from lgm_core.schema.conformance import Conformance, StatedTypes

__all__ = ["SchemaCheck", "types_in"]


def types_in(graph: DocumentGraph) -> StatedTypes:
    """Return a function that tells the types a document states of its concepts: what is-a relations say of them."""
    stated: defaultdict[str, set[str]] = defaultdict(set)
    for relation in graph.relations:
        if relation.kind is RelationKind.IS_A and relation.verdict is not Verdict.INVALID:
            stated[relation.subject].add(relation.object)
    return lambda _: stated


class SchemaCheck:
    """Refuses facts that contradict a schema, if there is one, and counts those outside it.

    A fact under the name of a property is refused if an end is said to be of another class than the property's, or is
    no value in its range. What a claim says of the class of its ends goes before what was stated of them elsewhere. A
    fact in other words that does not conform is outside the schema, which only a strict check refuses.

    Attributes:
        outside: the number of claims kept that are outside the schema.
    """

    def __init__(self, schema: Schema | None, languages: Sequence[str], stated: StatedTypes, *, strict: bool) -> None:
        self._conformance = Conformance(schema, languages, stated) if schema is not None else None
        self._strict = strict
        self.outside = 0

    def refusal(self, types: Sequence[Sequence[str]], fact: Fact) -> str:
        """Return why a grounded claim is not to be a fact, else an empty string.

        Args:
            types: the types that the claim says its subject and object have.
            fact: the claimed fact.
        """
        if self._conformance is None:
            return ""
        for end, own in zip((fact.subject, fact.object), types, strict=True):
            if isinstance(end, str):
                self._conformance.state(end, own)
        if self._conformance.conforming(fact) is not None:
            return ""
        if misfit := self._conformance.misfit(fact):
            return misfit
        self.outside += not self._strict
        return "outside the schema" if self._strict else ""
