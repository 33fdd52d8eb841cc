"""The sentences of a graph as an embedding model sees them, and their vectors."""

from __future__ import annotations

import numpy as np

from lgm_core.language.normalisation import fold_word
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors
from lgm_core.vectors.vector_cache import BlobStore, cached_vectors

__all__ = ["partial_vectors", "sentence_texts", "sentence_vectors"]


def sentence_vectors(index: RankingIndex, embeddings: Embeddings, store: BlobStore) -> Vectors:
    """Return unit vectors of all sentences; only those that the store does not keep yet are embedded.

    Args:
        index: the graph's index.
        embeddings: the embedding model.
        store: where vectors are kept.

    Returns:
        An array of shape (sentences, dimensions).

    Raises:
        InputError: the model's vectors are of no use.
    """
    return cached_vectors(sentence_texts(index), index.document_of_sentences(), embeddings=embeddings, store=store)


def partial_vectors(part: RankingIndex, whole: RankingIndex, vectors: Vectors, embeddings: Embeddings) -> Vectors:
    """Return the vectors of the sentences in the index of some of the documents.

    They are those of the whole graph, but for sentences under a title that other documents write in another way: these
    are embedded anew and not kept.

    Args:
        part: the index of some of the documents.
        whole: the index of all of them.
        vectors: of the whole, of shape (sentences of the whole, dimensions).
        embeddings: the embedding model.
    """
    known = dict(zip(sentence_texts(whole), vectors, strict=True))
    texts = sentence_texts(part)
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    known |= zip(missing, unit_vectors(embeddings.documents, missing), strict=True)
    return np.array([known[text] for text in texts], dtype=np.float32).reshape(-1, vectors.shape[1])


def sentence_texts(index: RankingIndex) -> list[str]:
    """Return the texts of all sentences as they are embedded: under the title of their section, unless they name it."""
    texts = []
    sections, _ = index.sentence_table()
    of_sections = index.texts_of(sections.tolist())
    for of_section, title in zip(of_sections, index.titles_of(sections).tolist(), strict=True):
        name = index.concept_name(title) if title >= 0 else ""
        texts += [_under_title(name, text) for text in of_section]
    return texts


def _under_title(name: str, text: str) -> str:
    return text if fold_word(name) in fold_word(text) else f"{name}: {text}"
