"""Concept Iterative Retrieval as a LangChain runnable: a question in, a cited answer out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, closing
from dataclasses import replace
from typing import Any

from langchain_core.callbacks.manager import adispatch_custom_event, dispatch_custom_event
from langchain_core.runnables import Runnable, RunnableConfig

from lgm_core import Answer, AnswerEvent, AnswerRestart, AnswerText, AskOptions, LanguageGraph, OnFailure, TraceStep

__all__ = ["STEP_EVENT", "ConceptIterativeAnswerer"]

STEP_EVENT = "lgm_step"
"""The name of the custom event that tells a step; its data holds the `step`'s name and its `details`."""


class ConceptIterativeAnswerer(Runnable[str, Answer]):
    """Answer questions from a language graph, with citations (paper section 3.3).

    `invoke` and `ainvoke` return the answer. `stream` and `astream` yield it as it grows: after each step of the
    search, and with each piece of text that the model replies, an `Answer` with all the text and steps so far; last
    the whole answer with its citations. The text of one is that of the one before with more at its end, unless a
    further round replaced it (`LanguageGraph.stream` tells when). Closing a stream ends the request and the search.

    Callbacks and `astream_events` get each step as a custom event named `lgm_step`, and each request to a LangChain
    model as a run below this one (its tokens too, if the model streams; they are the raw replies).

    Args:
        graph: the graph, with the language model that is to answer; without one, answers hold evidence only.
        options: settings of the search.
        on_failure: what becomes of a question when the language model fails: by default an error, so that fallbacks and
            retries of the host work; `evidence` answers with the evidence found.
    """

    def __init__(
        self, graph: LanguageGraph, *, options: AskOptions | None = None, on_failure: OnFailure = "raise"
    ) -> None:
        self.graph = graph
        self.options = options or AskOptions()
        self.on_failure = on_failure

    def invoke(
        self,
        input: str,
        config: RunnableConfig | None = None,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Answer:
        """Answer a question."""
        return self._call_with_config(self._answer, input, config, **kwargs)

    async def ainvoke(
        self,
        input: str,
        config: RunnableConfig | None = None,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Answer:
        """Answer a question without blocking the event loop."""
        return await self._acall_with_config(self._aanswer, input, config, **kwargs)

    def stream(
        self,
        input: str,
        config: RunnableConfig | None = None,
        **kwargs: Any | None,  # noqa: ANN401  # the host's signature
    ) -> Iterator[Answer]:
        """Yield the answer as it grows."""
        yield from self._transform_stream_with_config(iter([input]), self._growing, config, **kwargs)

    async def astream(
        self,
        input: str,
        config: RunnableConfig | None = None,
        **kwargs: Any | None,  # noqa: ANN401  # the host's signature
    ) -> AsyncIterator[Answer]:
        """Yield the answer as it grows, without blocking the event loop."""

        async def questions() -> AsyncIterator[str]:
            yield input

        async for answer in self._atransform_stream_with_config(questions(), self._agrowing, config, **kwargs):
            yield answer

    def _answer(self, question: str) -> Answer:
        return self.graph.ask(question, self.options, on_failure=self.on_failure, on_step=_dispatch)

    async def _aanswer(self, question: str) -> Answer:
        """Answer; tell each step on the event loop, where LangChain's handlers are at home, before the next is made."""
        loop = asyncio.get_running_loop()

        def tell(step: TraceStep) -> None:
            asyncio.run_coroutine_threadsafe(_adispatch(step), loop).result()

        return await self.graph.aask(question, self.options, on_failure=self.on_failure, on_step=tell)

    def _growing(self, questions: Iterator[str]) -> Iterator[Answer]:
        for question in questions:
            growing = Answer(question, text="")
            with closing(self.graph.stream(question, self.options, on_failure=self.on_failure)) as events:
                for event in events:
                    if isinstance(event, TraceStep):
                        _dispatch(event)
                    growing = _grown(growing, event)
                    if not isinstance(event, AnswerRestart):
                        yield growing

    async def _agrowing(self, questions: AsyncIterator[str]) -> AsyncIterator[Answer]:
        async for question in questions:
            growing = Answer(question, text="")
            async with aclosing(self.graph.astream(question, self.options, on_failure=self.on_failure)) as events:
                async for event in events:
                    if isinstance(event, TraceStep):
                        await _adispatch(event)
                    growing = _grown(growing, event)
                    if not isinstance(event, AnswerRestart):
                        yield growing


def _grown(answer: Answer, event: AnswerEvent) -> Answer:
    """Return an answer as it is after an event."""
    match event:
        case TraceStep():
            return replace(answer, trace=(*answer.trace, event))
        case AnswerText():
            return replace(answer, text=answer.text + event.text)
        case AnswerRestart():
            return replace(answer, text="")
    return event


async def _adispatch(step: TraceStep) -> None:
    await adispatch_custom_event(STEP_EVENT, _data(step))


def _dispatch(step: TraceStep) -> None:
    dispatch_custom_event(STEP_EVENT, _data(step))


def _data(step: TraceStep) -> dict[str, Any]:
    return {"step": step.name, "details": dict(step.details)}
