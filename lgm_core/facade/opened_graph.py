"""A graph that is open: its store, language model, language backend and ranker, and how its flows are run."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from os import PathLike

from lgm_core.errors import StoreError, naming_settings
from lgm_core.facade.current_ranker import CurrentRanker
from lgm_core.facade.empty_selection import fields_named, unknown_fields, with_nearest
from lgm_core.flow import Ledger, RequestLimiter, RequestLimits, Session
from lgm_core.graph.metadata_filter import filter_key
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.graph.store_opening import open_store
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.port import ChatModel
from lgm_core.model import TraceStep
from lgm_core.retrieval.answering.replies.reply_protocols import ReplyProtocols
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import ChainRerank, Ranker, Rerank
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["OnStep", "OpenedGraph"]

_log = logging.getLogger(__name__)

OnStep = Callable[[TraceStep], None]
"""Called with each trace step of a run, possibly from a worker thread."""


class OpenedGraph:
    """What every task of the facade uses; the arguments are those of `LanguageGraph`."""

    @naming_settings
    def __init__(
        self,
        store: LanguageGraphStore | str | PathLike[str],
        *,
        llm: ChatModel | None = None,
        annotator: Annotator | str | None = None,
        embed: Embed | Embeddings | None = None,
        rerank: Rerank | ChainRerank | None = None,
        ranking: RankingOptions | None = None,
        concurrency: int = 8,
        cache_replies: bool = True,
        limits: RequestLimits | None = None,
        on_step: OnStep | None = None,
    ) -> None:
        self.store: LanguageGraphStore = open_store(store)
        self.llm = llm
        self.annotator = chosen_annotator(annotator)
        self._names_annotator = annotator is not None
        self.on_step = on_step
        self.ledger = Ledger()
        self._limiter = None if limits is None else RequestLimiter(limits)
        self._concurrency = concurrency
        self._has_compared_texts = False
        self._told_fields: set[tuple[str, ...]] = set()
        self._store_seen: LanguageGraphStore | None = None
        self._cache_replies = cache_replies
        self._protocols = ReplyProtocols()
        self._ranker = CurrentRanker(ranking or RankingOptions(), embed, rerank)

    def ranker(self, where: Where | None = None) -> Ranker:
        """Return the ranker over the graph as it is now; its index is kept in the store until the graph changes.

        Args:
            where: a filter on document metadata; the ranker is that of a graph without the other documents.

        Raises:
            InputError: the filter cannot be understood.
            StoreError: there is no graph.
        """
        return self._ranker.over(self.existing(), where)[0]

    def existing(self) -> LanguageGraphStore:
        """Return the store, for reading; once it has held a graph it is not asked again, which would cost a call.

        Raises:
            StoreError: it holds no graph, not even an empty one.
        """
        if self._store_seen is not self.store:
            if not self.store.exists():
                raise StoreError(f"{self.store}: there is no such graph; check the name, or build it first")
            self._store_seen = self.store
        return self.store

    def _seen(self, question: str, where: Where | None) -> tuple[GraphView, Ranker]:
        """Return what a question may see of the graph, and the ranker over just that.

        Warn once of fields that no document has, where they let nothing through.
        """
        ranker, allowed = self._ranker.over(self.existing(), where)
        if allowed is not None and not allowed and (fields := fields_named(where)) not in self._told_fields:
            self._told_fields.add(fields)
            if unknown := unknown_fields(self.store, where):
                named = with_nearest(self.store, unknown)
                _log.warning("No document passes the filter: none has the metadata field %s.", named)
        languages = ranker.languages if allowed is None or allowed else ()
        return GraphView(self.store, where=where, question=question, languages=languages, allowed=allowed), ranker

    def _question_session(
        self,
        on_step: OnStep | None,
        cancel: threading.Event | None,
        model: ChatModel | None = None,
        *,
        where: Where | None,
    ) -> Session:
        """Return the session of a question, which waits for nobody who writes to the graph."""
        return self._session(on_step, cancel, model, where=where, wait=False)

    def _session(
        self,
        on_step: OnStep | None,
        cancel: threading.Event | None,
        model: ChatModel | None = None,
        *,
        where: Where | None = None,
        wait: bool = True,
    ) -> Session:
        """Return a session with the graph's language model, or another one; without `wait` see `BlobReplyCache`.

        Under each filter replies are kept by themselves: whoever asks under one does not learn what others asked.
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
        )


def _in_turn(first: OnStep | None, second: OnStep | None) -> OnStep | None:
    """Return a function that passes each step to two functions in turn; either of them may be missing."""
    if first is None or second is None:
        return first or second

    def call_both(step: TraceStep) -> None:
        first(step)
        second(step)

    return call_both
