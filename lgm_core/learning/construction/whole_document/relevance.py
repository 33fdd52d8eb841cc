"""How near the things of a document are to what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lgm_core.learning.construction.findings import Entity
from lgm_core.learning.construction.likeness.similar_pairs import text_vectors
from lgm_core.vectors.port import Embeddings

__all__ = ["most_relevant", "relevance_of", "relevant_count"]

_LEAST = 1e-9
"""Length from which a vector has a direction."""

_FEWEST, _MOST = 5, 20
"""Things whose pairs are asked about, at least and at most; in between it is one of ten."""


def relevance_of(
    entities: Sequence[Entity], sentences: Sequence[str], document: str, embeddings: Embeddings | None, language: str
) -> dict[str, float]:
    """Return the cosine of each thing's name, types and description with a document, by key.

    Without an embedding model the vector of the document is the sum of those of its sentences: in that of the whole
    text a word that is everywhere in it would count little more than one that is there once.

    Args:
        entities: the things.
        sentences: of the document.
        document: its text, short enough for a model.
        embeddings: an embedding model; without one, texts are compared by their words.
        language: ISO 639-1 code.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    if not entities:
        return {}
    told = [". ".join(filter(None, (each.name, ", ".join(each.types), each.description))) for each in entities]
    parts = list(sentences) if embeddings is None else [document]
    vectors = text_vectors([*parts, *told], embeddings, language)
    whole = vectors[: len(parts)].sum(axis=0)
    cosines = (vectors[len(parts) :] @ whole / max(float(np.linalg.norm(whole)), _LEAST)).tolist()
    return {each.key: min(1.0, max(-1.0, cosine)) for each, cosine in zip(entities, cosines, strict=True)}


def most_relevant(entities: Sequence[Entity], relevance: Mapping[str, float]) -> list[Entity]:
    """Return the tenth of things that is nearest to the document, at least 5 and at most 20; ties in document order."""
    return sorted(entities, key=lambda entity: -relevance[entity.key])[: relevant_count(len(entities))]


def relevant_count(entities: int) -> int:
    """Return of how many of so many things each pair is asked about (thesis, chapter 9); at most all of them."""
    return min(entities, max(_FEWEST, min(_MOST, entities // 10)))
