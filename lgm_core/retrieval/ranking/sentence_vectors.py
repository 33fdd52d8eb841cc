"""The sentences of a graph as given to an embedding model, and their vectors, in the order of the index's segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lgm_core.language.normalisation import fold_word
from lgm_core.retrieval.index.arrays import ranges
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.segment import NONE, Segment
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.vector_cache import QuantisedVectors, VectorCache, VectorPart, forget_rows
from lgm_core.vectors.vector_places import BlobStore

__all__ = [
    "SentenceVectors",
    "embedded_texts",
    "forget_dead_vectors",
    "partial_vectors",
    "sentence_vectors",
    "under_title",
]


@dataclass(frozen=True, slots=True, eq=False)
class SentenceVectors:
    """Vectors of the sentences of a graph.

    Attributes:
        base: vectors of all sentences in the base of its index, of shape (sentences,); dead sentences may be zeros.
        delta: the same for the delta, if there is one.
    """

    base: QuantisedVectors
    delta: QuantisedVectors | None = None

    @property
    def dimensions(self) -> int:
        """Return the number of dimensions."""
        return max(self.base.dimensions, 0 if self.delta is None else self.delta.dimensions)

    def of(self, segment: Segment, index: RankingIndex) -> QuantisedVectors:
        """Return the vectors of a segment."""
        if segment is index.base:
            return self.base
        assert self.delta is not None
        return self.delta


def sentence_vectors(index: RankingIndex, embeddings: Embeddings, store: BlobStore) -> SentenceVectors:
    """Return the vectors of all sentences, embedding only those not yet stored.

    The base's vectors are mapped from a file that changes only with the base; no text is read for them.

    Raises:
        InputError: the model's vectors are invalid.
    """
    cache = VectorCache(store, embeddings)
    changes = cache.part("changes")
    base = cache.part("base", index.base_name) if index.base_name else None
    if base is None or len(base.texts) != len(index.base.columns.sentence_words):
        before = cache.part("base")
        base = _made(cache, "base", index, index.base, [part for part in (before, changes) if part is not None])
    if index.delta is None:
        cache.forget("changes")
        return SentenceVectors(base.vectors)
    known = [part for part in (changes, base) if part is not None]
    delta = _made(cache, "changes", index, index.delta.segment, known)
    forget_dead_vectors(index, store)
    return SentenceVectors(base.vectors, delta.vectors)


def forget_dead_vectors(index: RankingIndex, store: BlobStore) -> None:
    """Remove the vectors of documents deleted or replaced since the base of the index was built."""
    if index.delta is None or not len(index.delta.deleted):
        return
    starts, base = index.base.document_starts, index.base
    first = base.section_sentence[starts[index.delta.deleted]]
    end = base.section_sentence[starts[index.delta.deleted + 1]]
    forget_rows(store, "base", index.base_name, ranges(first, end - first))


def partial_vectors(part: RankingIndex, whole: RankingIndex, vectors: SentenceVectors) -> SentenceVectors:
    """Return the vectors for an index of some documents, taken from the vectors of all."""
    taken = [vectors.base.rows[:0]]
    for document in part.base.columns.document_ids:
        segment, first, end = whole.sentence_rows(document)
        taken.append(vectors.of(segment, whole).rows[first:end])
    return SentenceVectors(QuantisedVectors(np.concatenate(taken)))


def _made(
    cache: VectorCache, name: str, index: RankingIndex, segment: Segment, known: Sequence[VectorPart]
) -> VectorPart:
    texts, documents = embedded_texts(segment, index)
    return cache.make(name, index.base_name, texts, documents, known)


def embedded_texts(segment: Segment, index: RankingIndex) -> tuple[list[str], list[str]]:
    """Return a segment's sentences, each prefixed with its section's title unless it has it, and their documents."""
    texts, documents = index.sentences_of_segment(segment)
    labels = np.repeat(segment.columns.section_label, np.diff(segment.section_sentence)).tolist()
    names: Callable[[int], str] = segment.columns.names.__getitem__
    titles = {label: "" if label == NONE else names(label) for label in dict.fromkeys(labels)}
    return [under_title(titles[label], text) for label, text in zip(labels, texts, strict=True)], documents


def under_title(title: str, text: str) -> str:
    """Return a sentence as it is embedded: below the title of its section, unless it has it or is empty."""
    return text if not text or fold_word(title) in fold_word(text) else f"{title}: {text}"
