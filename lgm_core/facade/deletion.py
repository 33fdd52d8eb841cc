"""Deleting documents without losing what caches hold of the others."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.retrieval.index.index_cache import surviving_index
from lgm_core.vectors.vector_cache import surviving_vectors

__all__ = ["delete_documents"]


def delete_documents(store: LanguageGraphStore, ids: Sequence[str]) -> int:
    """Remove documents and everything only they supported; return how many there were.

    All caches in the store go with them, because caches hold text of documents. What the ranking index and the vectors
    hold of other documents is kept; replies of language models are not. Without any document, what a process that was
    killed while it deleted has left of them is removed.
    """
    if not ids and not store.revision():
        return 0  # nothing has ever been in it; perhaps there is no file
    with surviving_index(store, ids), surviving_vectors(store, ids):
        return store.delete(ids)
