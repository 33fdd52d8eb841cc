"""Meta-relations as far as a filter on documents lets one see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import MetaRelation, RelationKind

__all__ = ["Neighbours", "neighbours_within"]

Neighbours = Callable[[Sequence[str], Sequence[RelationKind]], list[MetaRelation]]
"""Returns the relations of concepts, one step away."""


def neighbours_within(store: LanguageGraphStore, where: Where | None) -> Neighbours:
    """Return a look-up of relations that knows only what the documents let through by a filter state.

    A relation keeps the evidence from these documents; without any it is not there.
    """
    if where is None:
        return lambda keys, kinds: store.neighbours(keys, kinds)
    allowed = {record.id for record in store.documents(where=where)}

    def neighbours(keys: Sequence[str], kinds: Sequence[RelationKind]) -> list[MetaRelation]:
        seen = (_within(relation, allowed) for relation in store.neighbours(keys, kinds))
        return [relation for relation in seen if relation.evidence]

    return neighbours


def _within(relation: MetaRelation, allowed: set[str]) -> MetaRelation:
    # A sentence's id is its document's id, `#` and a position.
    kept = tuple(one for one in relation.evidence if one.sentence_id.rpartition("#")[0] in allowed)
    return replace(relation, evidence=kept)
