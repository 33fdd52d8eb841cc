"""Names and types that an embedding model finds similar; never sure, so for a language model to judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.learning.alignment.graph_names import GraphNames, Proposal
from lgm_core.learning.construction import similar_pairs as pairs
from lgm_core.model import RelationKind
from lgm_core.model.schema import Schema
from lgm_core.vectors.port import Embeddings

__all__ = ["similar_names", "similar_types"]

_MOST_COMPARED = 2000
"""The most names compared, those with documents of their own and with most sentences first."""


def similar_names(graph: GraphNames, store: LanguageGraphStore, embeddings: Embeddings) -> Iterator[Proposal]:
    """Yield names that are similar with the sentences that mention them first; a failing model is an `LGMError`."""
    names = [name for name in graph.names.values() if name.is_name and name.sentences]
    names = sorted(names, key=lambda name: (not name.titles, -len(name.sentences), name.key))[:_MOST_COMPARED]
    told = {each.id: each.text for each in store.sentences([name.sentences[0] for name in names])}
    vectors = pairs.text_vectors([f"{name.key}; {told[name.sentences[0]]}" for name in names], embeddings, "")
    threshold = pairs.unchecked(pairs.calibrated_threshold(vectors, [{*name.key.split()} for name in names]))
    for first, second in pairs.similar_pairs(vectors, threshold):
        yield Proposal.alias(names[first].key, names[second].key, "vectors", is_sure=False)


def similar_types(types: Sequence[str], schema: Schema, embeddings: Embeddings) -> Iterator[Proposal]:
    """Yield types with the most similar class of the schema; a failing model is an `LGMError`."""
    classes = [concept_key(each.names[0], "") for each in schema.accepted.classes]
    vectors = pairs.text_vectors([*types, *classes], embeddings, "")
    threshold = pairs.calibrated_threshold(vectors, [{*text.split()} for text in (*types, *classes)])
    found: dict[int, int] = {}
    for row, column in pairs.pairs_between(vectors[: len(types)], vectors[len(types) :], threshold):
        found.setdefault(row, column)
    for row, column in found.items():
        yield Proposal(RelationKind.IS_A, types[row], classes[column], "vectors", is_sure=False)
