"""Asking: answers with citations, from a language model or, without one, as the best evidence."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Literal, get_args

from lgm_core.errors import InputError, LanguageModelError
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

__all__ = ["Asking", "OnFailure"]

OnFailure = Literal["evidence", "raise"]
"""What becomes of a question when the language model fails: an answer that holds evidence only, or an error."""


class Asking(OpenedGraph):
    """The methods of `LanguageGraph` that answer questions."""

    def ask(
        self,
        question: str,
        options: AskOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Answer a question with citations, by Concept Iterative Retrieval (paper section 3.3).

        Without a language model the answer holds the best evidence and says so; so it does when the model fails, with
        what failed in `failure`.

        Args:
            question: what to answer.
            options: settings of the search.
            where: a filter on document metadata, in addition to that of the options: both must hold.
            on_failure: `raise` raises when no answer could be had because the language model failed.
            on_step: called with each trace step.
            cancel: ends the search when set.

        Raises:
            InputError: the question is empty, the filter cannot be understood or joined, or there is no such
                `on_failure`.
            Cancelled: `cancel` was set.
            LanguageModelError: the language model failed, and `on_failure` is `raise`.
            LanguageModelSetupError: no request to the language model can succeed.
        """
        return run(self._answering(question, options, where, on_failure), self._session(on_step, cancel))

    async def aask(
        self,
        question: str,
        options: AskOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Do what `ask` does without blocking the event loop; raises the same."""
        return await arun(self._answering(question, options, where, on_failure), self._session(on_step, cancel))

    def _answering(
        self, question: str, options: AskOptions | None, where: Where | None, on_failure: OnFailure
    ) -> Flow[Answer]:
        """Answer a question as a flow; the graph is looked at when the flow begins."""
        checked_question(question)
        if on_failure not in get_args(OnFailure):
            raise InputError(f"on_failure is {on_failure!r}; it must be one of {', '.join(get_args(OnFailure))}")
        options = options or AskOptions()
        options = replace(options, where=joined_where(options.where, where))
        ranker = self.ranker()
        if not options.graph:
            ranker = ranker.with_options(words_only(ranker.weights))
        if self.llm is not None:
            preferred = self._protocols.of(self.llm)
            result = yield from answer(question, store=self.store, ranker=ranker, options=options, preferred=preferred)
            if on_failure == "raise" and result.failure is not None and not result.text:
                raise LanguageModelError(f"there is no answer: {result.failure}")
            return result
        evidence = evidence_only(question, store=self.store, ranker=ranker, options=options)
        yield from evidence.trace
        return evidence
