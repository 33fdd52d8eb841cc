"""Asking: answers with citations, from a language model or, without one, as the best evidence."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import aclosing, closing
from dataclasses import replace
from typing import Literal, get_args

from lgm_core.errors import InputError, LanguageModelError
from lgm_core.facade.answer_modes import AnswerOptions, Asked, mode_of
from lgm_core.facade.checked_arguments import ask_options, checked_question, with_ask_options
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.unmatched_filter import NO_DOCUMENT_PASSES
from lgm_core.flow import Flow, Result, Session, TextSoFar, astream, stream
from lgm_core.graph.port import Where
from lgm_core.model import Answer, AnswerEvent, AnswerRestart, AnswerText, TraceStep
from lgm_core.model.trace import End
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_only import best_evidence
from lgm_core.retrieval.ranking.ranking_options import words_only

__all__ = ["OnFailure", "aevents", "answering", "events"]


class GrowingAnswer:
    """Turns a streamed run into events of an answer; `settled` holds back text that will probably be replaced."""

    def __init__(self, *, settled: bool) -> None:
        self._settled = settled
        self._told = ""

    def events(self, happened: TraceStep | TextSoFar | Result[Answer]) -> Iterator[AnswerEvent]:
        """Yield the new events."""
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


def events(flow: Flow[Answer], session: Session, *, settled: bool) -> Generator[AnswerEvent, None, None]:
    """Run a flow, and yield what happens as the events of an answer."""
    growing = GrowingAnswer(settled=settled)
    with closing(stream(flow, session)) as happening:
        for happened in happening:
            yield from growing.events(happened)


async def aevents(flow: Flow[Answer], session: Session, *, settled: bool) -> AsyncGenerator[AnswerEvent, None]:
    """Do what `events` does without blocking the event loop."""
    growing = GrowingAnswer(settled=settled)
    async with aclosing(astream(flow, session)) as happening:
        async for happened in happening:
            for event in growing.events(happened):
                yield event


OnFailure = Literal["evidence", "raise"]
"""What happens to a question when the language model fails: the answer holds only evidence, or an error is raised."""


def answering(
    graph: OpenedGraph, question: str, options: AnswerOptions | None, where: Where | None, on_failure: OnFailure
) -> Flow[Answer]:
    """Answer under a filter that includes the one of the options; the graph is read when the flow begins."""
    checked_question(question)
    if on_failure not in get_args(OnFailure):
        raise InputError(f"on_failure={on_failure!r} does not exist; use {' or '.join(map(repr, get_args(OnFailure)))}")
    options = options or AskOptions()
    mode, settings = mode_of(options), replace(ask_options(options), where=where)
    view, ranker = graph.seen(question, where)
    if view.allowed is not None and not view.allowed:
        end = End("no document passes the filter")
        yield end
        return Answer(question, NO_DOCUMENT_PASSES, is_evidence_only=True, trace=(end,))
    if not settings.graph:
        ranker = ranker.with_options(words_only(ranker.weights))
    if graph.llm is None and mode.needs_model:
        evidence = best_evidence(question, view=view, ranker=ranker, options=settings)
        yield from evidence.trace
        return evidence
    preferred = None if graph.llm is None else graph.protocols.of(graph.llm)
    asked = Asked(question, with_ask_options(options, settings), graph, view, ranker, preferred)
    result = yield from mode.flow(asked)
    if on_failure == "raise" and result.failure is not None and not mode.has_answer(result):
        raise LanguageModelError(f"there is no answer: {result.failure}")
    return result
