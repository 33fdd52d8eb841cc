"""The ranker over the current revision of a graph, made anew only when the graph has changed."""

from __future__ import annotations

import threading

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.retrieval.index.index_cache import current_index
from lgm_core.retrieval.ranking.ranker import Ranker, Rerank
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.sentence_vectors import sentence_vectors
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["CurrentRanker"]


class CurrentRanker:
    """Makes rankers and keeps the last one; safe to use from several threads.

    The index and the vectors of sentences are kept in the store until the graph changes.
    """

    def __init__(self, options: RankingOptions, embed: Embed | Embeddings | None, rerank: Rerank | None) -> None:
        self._options, self._rerank = options, rerank
        self._embeddings = None if embed is None else Embeddings.of(embed)
        self._lock = threading.Lock()
        self._store: LanguageGraphStore | None = None
        self._revision = -1
        self._ranker: Ranker | None = None

    def over(self, store: LanguageGraphStore) -> Ranker:
        """Return the ranker over what a store holds now."""
        with self._lock:
            revision = store.revision()
            if self._ranker is None or self._store is not store or self._revision != revision:
                self._ranker = self._new_ranker(store, revision)
                self._store, self._revision = store, revision
            return self._ranker

    def _new_ranker(self, store: LanguageGraphStore, revision: int) -> Ranker:
        index = current_index(store, revision=revision)
        vectors = None if self._embeddings is None else sentence_vectors(index, self._embeddings, store)
        return Ranker(index, self._options, embed=self._embeddings, vectors=vectors, rerank=self._rerank)
