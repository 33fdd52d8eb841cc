"""The streaming drivers of flows: they pass on trace steps, texts as they arrive, and last the result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from dataclasses import replace
from typing import TypeVar

from lgm_core.errors import LanguageModelError
from lgm_core.flow.conversation import Session, asking_once, conversation, next_messages
from lgm_core.flow.drivers import INCOMPLETE, arun, next_step, run_batch
from lgm_core.flow.echoes import ReplySoFar
from lgm_core.flow.request import Flow, Outcome, Request, Result, TextSoFar
from lgm_core.llm.port import REQUEST_PHASE, Message, Reply, StreamingChatModel
from lgm_core.model import TraceStep
from lgm_core.tracing import span

__all__ = ["StreamedEvent", "astream", "stream"]

T = TypeVar("T")

StreamedEvent = TraceStep | TextSoFar | Result[T]
"""An event of a streamed run; the result comes last."""


def stream(flow: Flow[T], session: Session) -> Generator[StreamedEvent[T], None, None]:
    """Drive a flow like `run`, step by step on demand; closing the generator ends the request under way.

    A request that can be read in parts is made in the consumer's thread; it is read from the connection only while the
    consumer waits for the next event. Everything runs in one copy of the context of the first event, so any thread may
    consume further events.

    Raises:
        Cancelled: `session.cancel` was set; also checked between the pieces of a reply.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes for the flow.
    """
    context = copy_context()
    events = _events(flow, session)
    try:
        while (event := context.run(next, events, None)) is not None:
            yield event
    finally:
        context.run(events.close)


async def astream(flow: Flow[T], session: Session) -> AsyncGenerator[StreamedEvent[T], None]:
    """Drive a flow like `arun`, in its own task; closing the generator cancels the task and waits for its end.

    Raises:
        Cancelled: `session.cancel` was set; also checked between the pieces of a reply.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes for the flow.
    """
    events: asyncio.Queue[StreamedEvent[T] | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def hand_over(step: TraceStep) -> None:
        if session.on_step is not None:
            session.on_step(step)
        loop.call_soon_threadsafe(events.put_nowait, step)

    running = asyncio.create_task(arun(flow, replace(session, on_step=hand_over), on_text=events.put_nowait))
    running.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        yield Result(await running)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _events(flow: Flow[T], session: Session) -> Generator[StreamedEvent[T], None, None]:
    flow = asking_once(flow, session)
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(max(1, session.concurrency), thread_name_prefix="lgm-flow") as pool:
        try:
            while not isinstance(step := next_step(flow, outcomes, session), Result):
                if isinstance(step, TraceStep):
                    outcomes = []
                    yield step
                elif len(step) == 1:
                    with span(step[0].phase, requests=1):
                        outcomes = [(yield from _exchange(step[0], session))]
                else:
                    outcomes = run_batch(step, session, pool)
            yield step
        finally:
            flow.close()


def _exchange(request: Request, session: Session) -> Generator[TextSoFar, None, Outcome]:
    REQUEST_PHASE.set(request.phase)
    current = conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    try:
        while not isinstance(step := next_messages(current, answer), Result):
            try:
                answer = yield from _reply(step, request, session)
            except LanguageModelError as error:
                answer = error
        return step.value
    finally:
        current.close()


def _reply(messages: Sequence[Message], request: Request, session: Session) -> Generator[TextSoFar, None, Reply]:
    """Request a reply, as a stream if its parts are useful and the model can stream."""
    model = session.required_model()
    if request.read_partly is None or not isinstance(model, StreamingChatModel):
        return model.complete(messages, request.schema)
    so_far = ReplySoFar(request)
    with closing(model.stream(messages, request.schema)) as pieces:
        for piece in pieces:
            if isinstance(piece, Reply):
                return piece
            session.stop_if_cancelled()
            if so_far.grows(piece):
                yield so_far.read()
    raise LanguageModelError(INCOMPLETE)
