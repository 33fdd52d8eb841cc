"""Asking: answers with citations, from a language model or, without one, as the best evidence."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import aclosing, closing
from dataclasses import replace
from typing import Literal, get_args

from lgm_core.errors import InputError, LanguageModelError
from lgm_core.facade.empty_selection import NO_DOCUMENT_PASSES
from lgm_core.facade.enrichment import Enriching
from lgm_core.facade.logical_forms import Planning
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.question import AnswerOptions, ask_options, checked_question, limiting_where
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.flow import Flow, Result, TextSoFar, arun, astream, run, stream
from lgm_core.graph.port import Where
from lgm_core.model import Answer, AnswerEvent, AnswerRestart, AnswerText, TraceStep
from lgm_core.model.trace import End
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_only import best_evidence, with_nearest
from lgm_core.retrieval.answering.iterative_retrieval import answer
from lgm_core.retrieval.ranking.ranking_weights import words_only

__all__ = ["Asking", "OnFailure"]


class GrowingAnswer:
    """Turns what happens in a streamed run into the events of an answer.

    Args:
        settled: tell only text that no further round is expected to replace.
    """

    def __init__(self, *, settled: bool) -> None:
        self._settled = settled
        self._told = ""

    def events(self, happened: TraceStep | TextSoFar | Result[Answer]) -> Iterator[AnswerEvent]:
        """Yield what is new to tell."""
        if isinstance(happened, TraceStep):
            yield happened
        elif isinstance(happened, Result):
            if self._told != happened.value.text:
                yield from self._become(happened.value.text)
            yield happened.value
        elif not self._told.startswith(happened.text) and (happened.is_settled or not self._settled):
            yield from self._become(happened.text)

    def _become(self, text: str) -> Iterator[AnswerEvent]:
        if not text.startswith(self._told):
            yield AnswerRestart()
            self._told = ""
        if len(text) > len(self._told):
            yield AnswerText(text[len(self._told) :])
        self._told = text


OnFailure = Literal["evidence", "raise"]
"""What becomes of a question when the language model fails: an answer that holds evidence only, or an error."""


class Asking(Enriching, Planning):
    """The methods of `LanguageGraph` that answer questions."""

    def ask(
        self,
        question: str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Answer a question with citations, by Concept Iterative Retrieval (paper section 3.3).

        With `FeedbackOptions` it is answered from facts, and what these lack is looked up and added (TCR-QF). With
        `LogicalFormOptions` it is planned and solved in steps, from facts first (KAG): also without a language model,
        where rules have a plan and facts answer every step. Without a plan it is answered as without these options.
        Without a language model the answer holds the best evidence and says so; so it does when the model fails, with
        what failed in `failure`. When no document passes the filter, the model is not asked, and the text says so.

        Args:
            question: what to answer.
            options: settings of the search, of query-driven feedback, or of logical forms.
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
        where = limiting_where(options, where)
        return run(
            self._answering(question, options, where, on_failure), self._question_session(on_step, cancel, where=where)
        )

    async def aask(
        self,
        question: str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """Do what `ask` does without blocking the event loop; raises the same."""
        where = limiting_where(options, where)
        return await arun(
            self._answering(question, options, where, on_failure), self._question_session(on_step, cancel, where=where)
        )

    def stream(
        self,
        question: str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        settled: bool = False,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Generator[AnswerEvent, None, None]:
        """Answer a question as `ask` does, and tell while it happens: each step, the text as it comes, the answer.

        ```python
        for event in graph.stream("What are apples rich in?"):
            match event:
                case AnswerText(text):
                    print(text, end="", flush=True)
                case AnswerRestart():
                    print(" … not so:", end=" ")
                case Answer():
                    print(event.citations)
        ```

        The text comes in pieces as soon as the language model's reply says that nothing is missing and is no refusal.
        Reasoning is never a part of it, and citation numbers are those of the answer. A further round, or a reply that
        turns in the middle, may supersede what came: then an `AnswerRestart` comes first. The pieces since the last one
        are in the end the text of the `Answer`, which comes last.

        Text comes as a whole at the end with `FeedbackOptions` and `LogicalFormOptions`, when it is brief
        (`AskOptions.brief`), or the rounds are exhaustive; when the model cannot stream (`StreamingChatModel`), or its
        reply was kept; and what is behind the first statement while the model was asked for citations and has put none
        yet. Without `AskOptions.llm_knowledge` no text comes before its first valid citation.

        Closing the generator ends the request under way and the search.

        Args:
            question: what to answer.
            options: settings of the search, of query-driven feedback, or of logical forms.
            where: a filter on document metadata, in addition to that of the options: both must hold.
            on_failure: `raise` raises when no answer could be had because the language model failed.
            settled: hold text back as long as a further round is to be expected unless a sentence bears it out; for
                interfaces that cannot take text back. Restarts become rare: a model must reason without saying so,
                speak before its JSON, name what is missing behind its answer, or fail in the middle.
            on_step: called with each trace step.
            cancel: ends the search when set; looked at before each step and between pieces.

        Raises:
            InputError: the question is empty, the filter cannot be understood or joined, or there is no such
                `on_failure`.
            Cancelled: `cancel` was set.
            LanguageModelError: the language model failed, and `on_failure` is `raise`; text may have come before.
            LanguageModelSetupError: no request to the language model can succeed.
        """
        growing = GrowingAnswer(settled=settled)
        where = limiting_where(options, where)
        flow = self._answering(question, options, where, on_failure)
        with closing(stream(flow, self._question_session(on_step, cancel, where=where))) as happening:
            for happened in happening:
                yield from growing.events(happened)

    async def astream(
        self,
        question: str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_failure: OnFailure = "evidence",
        settled: bool = False,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Do what `stream` does without blocking the event loop; raises the same.

        Leave the loop over it only through its end, or close it: `async with contextlib.aclosing(graph.astream(…))`.
        """
        growing = GrowingAnswer(settled=settled)
        where = limiting_where(options, where)
        flow = self._answering(question, options, where, on_failure)
        async with aclosing(astream(flow, self._question_session(on_step, cancel, where=where))) as happening:
            async for happened in happening:
                for event in growing.events(happened):
                    yield event

    def _answering(
        self,
        question: str,
        options: AnswerOptions | None,
        where: Where | None,
        on_failure: OnFailure,
    ) -> Flow[Answer]:
        """Answer under a filter that has that of the options in it; the graph is looked at when the flow begins."""
        checked_question(question)
        if on_failure not in get_args(OnFailure):
            raise InputError(f"on_failure is {on_failure!r}; it must be one of {', '.join(get_args(OnFailure))}")
        feedback = options if isinstance(options, FeedbackOptions) else None
        settings = replace(ask_options(options or AskOptions()), where=where)
        view, ranker = self._seen(question, where)
        if view.allowed is not None and not view.allowed:
            end = End("no document passes the filter")
            yield end
            return Answer(question, NO_DOCUMENT_PASSES, is_evidence_only=True, trace=(end,))
        if not settings.graph:
            ranker = ranker.with_options(words_only(ranker.weights))
        if isinstance(options, LogicalFormOptions):
            result = yield from self._by_forms(question, replace(options, ask=settings), view, ranker)
            # Without a plan the question was answered as usual, so that a text says what came of that.
            failure, is_told = result.failure, bool(result.text) and _is_of_planning(result)
            if on_failure == "raise" and failure is not None and result.is_evidence_only and not is_told:
                raise LanguageModelError(f"there is no answer: {failure}")
            return result
        if self.llm is not None:
            preferred = self._protocols.of(self.llm)
            if feedback is not None:
                result = yield from self._feedback(question, replace(feedback, ask=settings))
                result = with_nearest(result, view=view, ranker=ranker, options=settings)
            else:
                result = yield from answer(question, view=view, ranker=ranker, options=settings, preferred=preferred)
            has_answer = bool(result.text) and (feedback is None or not result.is_evidence_only)
            if on_failure == "raise" and result.failure is not None and not has_answer:
                raise LanguageModelError(f"there is no answer: {result.failure}")
            return result
        evidence = best_evidence(question, view=view, ranker=ranker, options=settings)
        yield from evidence.trace
        return evidence


def _is_of_planning(answer: Answer) -> bool:
    return answer.failure is not None and answer.failure.phase == "planning"
