"""An open graph: its store, language model, language backend and ranker, and the sessions that run its flows."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from copy import copy
from os import PathLike
from typing import Any

from lgm_core.errors import StoreError
from lgm_core.facade.embedding_models import embedding_model
from lgm_core.facade.unmatched_filter import fields_named, unknown_fields, with_suggestions
from lgm_core.flow import Ledger, RequestLimiter, RequestLimits, Session
from lgm_core.flow.shared_calls import SharedCalls
from lgm_core.graph.metadata_filter import filter_key
from lgm_core.graph.port import LanguageGraphStore, ListsGraphs, Where
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.store_opening import open_store
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.port import ChatModel
from lgm_core.model import Schema, TraceStep
from lgm_core.reasoning.sparql.query_process import QueryProcesses
from lgm_core.retrieval.answering.replies.reply_protocols import ReplyProtocols
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.index.index_cache import current_state, index_of, partial_index
from lgm_core.retrieval.index.index_places import IndexState
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import ChainRerank, Ranker, Rerank, ranker_over
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.sentence_vectors import (
    SentenceVectors,
    forget_dead_vectors,
    partial_vectors,
    sentence_vectors,
)
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["CurrentRanker", "OnStep", "OpenedGraph", "existing_store"]

_MOST_KEPT = 4
"""The most document ids kept for filters, as a multiple of the documents in the graph."""


class CurrentRanker:
    """Makes rankers and caches the last ones; safe to use from several threads.

    The index and the vectors of sentences are cached in the store until the graph changes. The ranker for a filter
    behaves as if there were no other documents, so these influence no places, scores or paths. Such rankers are kept in
    memory, the last used ones, as long as together they have at most as many sentences as the whole graph; so are the
    ids of the documents that pass a filter, since a store reads the records of all documents to find them.
    """

    def __init__(
        self, options: RankingOptions, embeddings: Embeddings | None, rerank: Rerank | ChainRerank | None
    ) -> None:
        self._options, self._rerank = options, rerank
        self.embeddings = embeddings
        self._lock = threading.Lock()
        self._store: LanguageGraphStore | None = None
        self._revision = -1
        self._looked = 0.0
        self._whole: Ranker | None = None
        self._schema = Schema()
        self._state: IndexState | None = None
        self._vectors: SentenceVectors | None = None
        self._partial: dict[frozenset[str], Ranker] = {}
        self._allowed: dict[str, frozenset[str]] = {}

    def over(self, store: LanguageGraphStore, where: Where | None = None) -> tuple[Ranker, frozenset[str] | None]:
        """Return the ranker over the documents of a store that pass a filter, and their ids (None without a filter).

        Raises:
            InputError: the filter cannot be understood.
        """
        asked = time.monotonic()
        with self._lock:
            whole = self._over_all(store, asked)
            if where is None:
                return whole, None
            documents = self._passing(store, where, most=_MOST_KEPT * whole.index.document_count)
            # The count is compared first: comparing the ids of all documents costs more than a question.
            if len(documents) >= whole.index.document_count and documents.issuperset(whole.index.document_ids):
                return whole, documents
            ranker = self._partial.pop(documents, None) or self._over_some(store, whole, documents)
            self._partial[documents] = ranker  # last, so that it is forgotten last
            self._forget_oldest(whole.index.sentence_count)
            return ranker, documents

    def _passing(self, store: LanguageGraphStore, where: Where, *, most: int) -> frozenset[str]:
        """Return the documents that pass a filter; cache them, and forget others if there are too many."""
        key = filter_key(where)
        found = self._allowed.pop(key, None)
        if found is None:
            found = frozenset(record.id for record in store.documents(where=where))
        self._allowed[key] = found
        while len(self._allowed) > 1 and sum(map(len, self._allowed.values())) > most:
            del self._allowed[next(iter(self._allowed))]
        return found

    def _over_all(self, store: LanguageGraphStore, asked: float) -> Ranker:
        """Return the ranker over a revision of the graph that is at most as old as the request.

        A thread that waited while another made the ranker uses that one. Otherwise, while the graph is being written,
        each waiting thread would make one more in turn.
        """
        if self._whole is not None and self._store is store and self._looked > asked:
            return self._whole
        looked, revision = time.monotonic(), store.revision()
        if self._whole is None or self._store is not store or self._revision != revision:
            before = self._state if self._store is store else None
            self._state = state = current_state(store, revision=revision, before=before)
            index = index_of(state, store)
            if self.embeddings is None:
                forget_dead_vectors(index, store)
            else:
                self._vectors = sentence_vectors(index, self.embeddings, store)
            self._schema = GraphView(store).schema
            self._whole = self._ranker(index, self._vectors)
            self._store, self._revision = store, revision
            self._partial.clear()
            self._allowed.clear()
        self._looked = looked
        return self._whole

    def _over_some(self, store: LanguageGraphStore, whole: Ranker, documents: frozenset[str]) -> Ranker:
        index = partial_index(store, whole.index, documents)
        vectors = None
        if self.embeddings is not None and self._vectors is not None:
            vectors = partial_vectors(index, whole.index, self._vectors)
        return self._ranker(index, vectors)

    def _ranker(self, index: RankingIndex, vectors: SentenceVectors | None) -> Ranker:
        return ranker_over(
            index, self._options, embeddings=self.embeddings, vectors=vectors, rerank=self._rerank, schema=self._schema
        )

    def _forget_oldest(self, most_sentences: int) -> None:
        """Forget the rankers used longest ago, but never the last one, until there are few enough sentences."""
        sentences = sum(ranker.index.sentence_count for ranker in self._partial.values())
        for documents in list(self._partial)[:-1]:
            if sentences <= most_sentences:
                break
            sentences -= self._partial.pop(documents).index.sentence_count


_log = logging.getLogger(__name__)

OnStep = Callable[[TraceStep], None]
"""Called with each trace step of a run, possibly from a worker thread."""


class OpenedGraph:
    """What all tasks of the facade share; the arguments are those of `LanguageGraph`.

    Attributes:
        store: the store.
        llm: the chat model, or None.
        annotator: the language backend.
        names_annotator: whether a caller chose it, so that it must not be replaced.
        on_step: called with each trace step of all calls.
        ledger: adds up the cost of language-model calls.
        rankers: makes rankers over the store.
        protocols: the forms of replies known from models.
        queries: the processes that run queries in SPARQL.
        has_compared_texts: whether a build has looked for duplicate documents.
    """

    def __init__(
        self,
        store: LanguageGraphStore | str | PathLike[str],
        *,
        llm: ChatModel | None = None,
        annotator: Annotator | str | None = None,
        embed: Embed | Embeddings | str | PathLike[str] | None = None,
        rerank: Rerank | ChainRerank | None = None,
        ranking: RankingOptions | None = None,
        concurrency: int = 8,
        cache_replies: bool = True,
        limits: RequestLimits | None = None,
        on_step: OnStep | None = None,
    ) -> None:
        self.store: LanguageGraphStore = open_store(store)
        self._settings: dict[str, Any] = {
            "annotator": annotator,
            "embed": embed,
            "rerank": rerank,
            "ranking": ranking,
            "concurrency": concurrency,
            "cache_replies": cache_replies,
            "limits": limits,
        }
        self.llm = llm
        self.annotator = chosen_annotator(annotator)
        self.names_annotator = annotator is not None
        self.on_step = on_step
        self.ledger = Ledger()
        self._limiter = None if limits is None else RequestLimiter(limits)
        self._concurrency = concurrency
        self.has_compared_texts = False
        self._told_fields: set[tuple[str, ...]] = set()
        self._store_seen: LanguageGraphStore | None = None
        self._cache_replies = cache_replies
        self.protocols = ReplyProtocols()
        self._shared = SharedCalls()
        self.queries = QueryProcesses()
        embeddings = None if embed is None else embedding_model(embed)
        self.rankers = CurrentRanker(ranking or RankingOptions(), embeddings, rerank)

    @property
    def place_and_settings(self) -> tuple[str, dict[str, Any]]:
        """Return the path of the graph file and the settings to open it with again, without budget and costs so far.

        Raises:
            TypeError: the graph is no file.
        """
        if not isinstance(self.store, SQLiteStore):
            raise TypeError(f"{self.store} is no file, so it cannot be pickled; open it again where it is needed")
        return str(self.store.path.absolute()), self._settings | {"llm": self.llm, "on_step": self.on_step}

    def ranker(self, where: Where | None = None) -> Ranker:
        """Return the ranker over the current graph and the documents that pass a filter; see `LanguageGraph.ranker`."""
        return self.rankers.over(self.existing(), where)[0]

    def existing(self) -> LanguageGraphStore:
        """Return the store for reading; it is only checked once, since that costs a call.

        Raises:
            StoreError: it holds no graph, not even an empty one.
        """
        if self._store_seen is not self.store:
            self._store_seen = existing_store(self.store)
        return self.store

    def with_llm(self, llm: ChatModel | None) -> OpenedGraph:
        """Return this graph with another chat model, or none; everything else is shared."""
        other = copy(self)
        other.llm = llm
        return other

    def with_limits(self, limits: RequestLimits) -> OpenedGraph:
        """Return this graph with additional limits; everything else is shared."""
        other = copy(self)
        other._limiter = RequestLimiter(limits) if self._limiter is None else self._limiter.also(limits)
        return other

    def seen(self, question: str, where: Where | None) -> tuple[GraphView, Ranker]:
        """Return what a question may see of the graph, and the ranker over it.

        If a filter lets nothing through because of fields that no document has, warn of them once.
        """
        ranker, allowed = self.rankers.over(self.existing(), where)
        if allowed is not None and not allowed and (fields := fields_named(where)) not in self._told_fields:
            self._told_fields.add(fields)
            if unknown := unknown_fields(self.store, where):
                named = with_suggestions(self.store, unknown)
                _log.warning("No document passes the filter: none has the metadata field %s.", named)
        languages = ranker.languages if allowed is None or allowed else ()
        view = GraphView(
            self.store, where=where, question=question, languages=languages, allowed=allowed, schema=ranker.schema
        )
        return view, ranker

    def question_session(
        self,
        on_step: OnStep | None,
        cancel: threading.Event | None,
        model: ChatModel | None = None,
        *,
        where: Where | None,
    ) -> Session:
        """Return the session of a question, which never waits for writers of the graph."""
        return self.session(on_step, cancel, model, where=where, wait=False)

    def session(
        self,
        on_step: OnStep | None,
        cancel: threading.Event | None,
        model: ChatModel | None = None,
        *,
        where: Where | None = None,
        wait: bool = True,
    ) -> Session:
        """Return a session with the graph's language model, or another one; for `wait` see `BlobReplyCache`.

        Replies are cached separately for each filter, so that a user with one learns nothing from questions of others.
        """
        scope = filter_key(where)
        return Session(
            model=self.llm if model is None else model,
            concurrency=self._concurrency,
            cache=BlobReplyCache(self.store, scope, wait=wait) if self._cache_replies else None,
            on_step=_in_turn(self.on_step, on_step),
            cancel=cancel or threading.Event(),
            ledger=self.ledger,
            limiter=self._limiter,
            shared=self._shared,
            scope=scope,
        )


def existing_store(store: LanguageGraphStore) -> LanguageGraphStore:
    """Return a store that holds a graph.

    Raises:
        StoreError: it holds none, not even an empty one.
    """
    if not store.exists():
        others = store.graphs() if isinstance(store, ListsGraphs) else []
        named = f" (there are {', '.join(others)})" if others else ""
        raise StoreError(f"{store}: there is no such graph{named}; check the name, or build it first")
    return store


def _in_turn(first: OnStep | None, second: OnStep | None) -> OnStep | None:
    """Return a function that passes each step to two functions in turn, either of which may be None."""
    if first is None or second is None:
        return first or second

    def call_both(step: TraceStep) -> None:
        first(step)
        second(step)

    return call_both
