"""Asking: answers with citations, from a language model or, without one, as the best evidence."""

from __future__ import annotations

import threading
from dataclasses import replace

from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.question import checked_question
from lgm_core.flow import Flow, arun, run
from lgm_core.graph.port import Where
from lgm_core.graph.where_joining import joined_where
from lgm_core.model import Answer
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_only import evidence_only
from lgm_core.retrieval.answering.iterative_retrieval import answer
from lgm_core.retrieval.ranking.ranking_weights import words_only

__all__ = ["Asking"]


class Asking(OpenedGraph):
    """The methods of `LanguageGraph` that answer questions."""

    def ask(
        self,
        question: str,
        options: AskOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Answer a question with citations, by Concept Iterative Retrieval (paper section 3.3).

        Without a language model the answer holds the best evidence and says so.

        Args:
            question: what to answer.
            options: settings of the search.
            where: a filter on document metadata, in addition to that of the options: both must hold.
            on_step: called with each trace step.
            cancel: ends the search when set.

        Raises:
            InputError: the question is empty, or the filter cannot be understood or joined.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: no request to the language model can succeed.
        """
        return run(self._answering(question, options, where), self._session(on_step, cancel))

    async def aask(
        self,
        question: str,
        options: AskOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Do what `ask` does without blocking the event loop; raises the same."""
        return await arun(self._answering(question, options, where), self._session(on_step, cancel))

    def _answering(self, question: str, options: AskOptions | None, where: Where | None) -> Flow[Answer]:
        """Answer a question as a flow; the graph is looked at when the flow begins."""
        checked_question(question)
        options = options or AskOptions()
        options = replace(options, where=joined_where(options.where, where))
        ranker = self.ranker()
        if not options.graph:
            ranker = ranker.with_options(words_only(ranker.weights))
        if self.llm is not None:
            return (yield from answer(question, store=self.store, ranker=ranker, options=options))
        evidence = evidence_only(question, store=self.store, ranker=ranker, options=options)
        yield from evidence.trace
        return evidence
