"""Concept Iterative Retrieval as a LangChain runnable: a question in, a cited answer out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from threading import Event
from typing import Any

from langchain_core.callbacks.manager import adispatch_custom_event, dispatch_custom_event
from langchain_core.runnables import Runnable, RunnableConfig

from lgm_core import Answer, AskOptions, LanguageGraph, OnFailure, TraceStep

__all__ = ["STEP_EVENT", "ConceptIterativeAnswerer"]

STEP_EVENT = "lgm_step"
"""The name of the custom event that tells a step; its data holds the `step`'s name and its `details`."""


class ConceptIterativeAnswerer(Runnable[str, Answer]):
    """Answer questions from a language graph, with citations (paper section 3.3).

    `invoke` and `ainvoke` return the answer. `stream` and `astream` yield it as it grows: after each step of the
    search an `Answer` without text whose `trace` holds the steps so far, and last the whole answer. Its text comes as
    a whole: only the end of a model's reply says whether it was the last or something is missing and another round
    follows, and citations are checked before anything is shown. Closing a stream ends the search.

    Callbacks and `astream_events` get each step as a custom event named `lgm_step`, and each request to a LangChain
    model as a run below this one (its tokens too, if the model streams; they are the raw replies, in JSON).

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
        async for answer in self._asteps(question):
            last = answer
        return last

    def _growing(self, questions: Iterator[str]) -> Iterator[Answer]:
        """Answer in a thread of its own; hand over each step as it is made."""
        question = next(questions)
        steps: SimpleQueue[TraceStep | None] = SimpleQueue()
        closed = Event()
        with ThreadPoolExecutor(1, thread_name_prefix="lgm-stream") as pool:
            ask = partial(
                self.graph.ask,
                question,
                self.options,
                on_failure=self.on_failure,
                on_step=steps.put,
                cancel=closed,
            )
            asking = pool.submit(copy_context().run, ask)
            asking.add_done_callback(lambda _: steps.put(None))
            trace: list[TraceStep] = []
            try:
                while (step := steps.get()) is not None:
                    _dispatch(step)
                    trace.append(step)
                    yield Answer(question, text="", trace=tuple(trace))
                yield asking.result()
            finally:
                closed.set()

    async def _agrowing(self, questions: AsyncIterator[str]) -> AsyncIterator[Answer]:
        async for question in questions:
            async for answer in self._asteps(question):
                yield answer

    async def _asteps(self, question: str) -> AsyncIterator[Answer]:
        """Answer in a task of its own; tell each step on the event loop, where LangChain's handlers are at home."""
        steps: asyncio.Queue[TraceStep | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def hand_over(step: TraceStep) -> None:
            loop.call_soon_threadsafe(steps.put_nowait, step)

        asking = asyncio.create_task(
            self.graph.aask(question, self.options, on_failure=self.on_failure, on_step=hand_over)
        )
        asking.add_done_callback(lambda _: steps.put_nowait(None))
        trace: list[TraceStep] = []
        try:
            while (step := await steps.get()) is not None:
                await adispatch_custom_event(STEP_EVENT, _data(step))
                trace.append(step)
                yield Answer(question, text="", trace=tuple(trace))
            yield await asking
        finally:
            if not asking.done():
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)


def _dispatch(step: TraceStep) -> None:
    dispatch_custom_event(STEP_EVENT, _data(step))


def _data(step: TraceStep) -> dict[str, Any]:
    return {"step": step.name, "details": dict(step.details)}
