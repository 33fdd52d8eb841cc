"""The methods of the store for facts, profiles and additions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lgm_core.errors import StoreError
from lgm_core.graph.port import Where
from lgm_core.model import Addition, AdditionRecord, EntityProfile, Fact, Verdict

__all__ = ["Neo4jFacts"]


class Neo4jFacts:
    """What the port asks of a store for facts, profiles and additions."""

    def facts(
        self,
        *,
        concept: str | None = None,
        predicate: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Fact]:
        """Return facts with evidence, ordered by `Fact.key`; rejected (INVALID) ones only when asked."""
        raise StoreError("facts are not kept yet")

    def facts_about(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts whose subject, or else whose object, is any of the concepts, `limit` at most."""
        raise StoreError("facts are not kept yet")

    def profiles(self, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
        """Return what documents say that concepts are, ordered by concept, document id, description and types."""
        raise StoreError("facts are not kept yet")

    def set_fact_verdicts(self, verdicts: Mapping[str, Verdict], basis: Mapping[str, str] | None = None) -> None:
        """Record verdicts by `Fact.key`, as `set_verdicts` does of relations."""
        raise StoreError("facts are not kept yet")

    def fact_verdict_basis(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the recorded basis of each judged fact by `Fact.key`."""
        raise StoreError("facts are not kept yet")

    def add(self, addition: Addition) -> None:
        """Add knowledge on sentences that are there, atomically; adding the same again changes nothing."""
        raise StoreError("facts are not kept yet")

    def additions(self) -> list[AdditionRecord]:
        """Return what has been added and not taken back, ordered by time and id."""
        raise StoreError("facts are not kept yet")

    def undo(self, ids: Sequence[str]) -> int:
        """Take additions back, atomically; return how many there were."""
        raise StoreError("facts are not kept yet")
