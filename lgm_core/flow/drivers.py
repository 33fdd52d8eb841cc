"""The two drivers of flows, synchronous with a pool of threads and asynchronous on an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from lgm_core.errors import Cancelled, LanguageModelError
from lgm_core.flow.conversation import Session, asking_once, conversation, next_messages
from lgm_core.flow.echoes import ReplySoFar
from lgm_core.flow.request import Flow, Outcome, Request, Result, TextSoFar, resume
from lgm_core.llm.port import REQUEST_PHASE, Message, Reply, StreamingChatModel
from lgm_core.model import TraceStep
from lgm_core.progress import ticking
from lgm_core.tracing import span
from lgm_core.worker_threads import in_thread

__all__ = ["INCOMPLETE", "arun", "next_step", "run", "run_batch"]

T = TypeVar("T")
R = TypeVar("R")

INCOMPLETE = "the language model's stream ended without the whole reply"


def run(flow: Flow[T], session: Session) -> T:
    """Drive a flow to its result, batch by batch, with a bounded pool of threads.

    If replies are cached, equal requests of a batch are one call. Each request runs in a copy of the caller's context,
    so that a host's tracing reaches the model.

    Raises:
        Cancelled: `session.cancel` was set.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes for the flow.
    """
    flow = asking_once(flow, session)
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(max(1, session.concurrency), thread_name_prefix="lgm-flow") as pool:
        try:
            while not isinstance(step := _advance(flow, outcomes, session), Result):
                outcomes = run_batch(step, session, pool)
            return step.value
        finally:
            flow.close()


def run_batch(batch: Sequence[Request], session: Session, pool: ThreadPoolExecutor) -> list[Outcome]:
    """Make the requests of a batch in a pool of threads, each in a copy of the caller's context."""
    session = replace(session, given_up=threading.Event())
    tick = _batch_ticking(batch)

    def exchanged(request: Request) -> Outcome:
        outcome = _exchange(request, session)
        tick()
        return outcome

    with span(batch[0].phase, requests=len(batch)):
        contexts = [copy_context() for _ in batch]
        try:
            return list(pool.map(lambda context, request: context.run(exchanged, request), contexts, batch))
        except BaseException:
            session.given_up.set()
            raise


async def arun(flow: Flow[T], session: Session, *, on_text: Callable[[TextSoFar], None] | None = None) -> T:
    """Drive a flow without blocking the event loop; each step of the flow runs in a worker thread.

    If replies are cached, equal requests of a batch are one call. A cancelled task waits for the work up to the next
    trace step or for the requests under way, and leaves nothing running.

    Args:
        flow: the flow.
        session: the resources and settings of the run.
        on_text: called on the event loop with the settled part of a text while it arrives, for requests that can be
            read in parts.

    Raises:
        Cancelled: `session.cancel` was set.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes for the flow.
    """
    flow = asking_once(flow, session)
    limit = asyncio.Semaphore(max(1, session.concurrency))
    abandoned = threading.Event()

    async def advanced(outcomes: list[Outcome]) -> Sequence[Request] | Result[T]:
        return await _in_thread(partial(_advance, flow, outcomes, session, abandoned), when_cancelled=abandoned.set)

    async def limited(request: Request, tick: Callable[[], None]) -> Outcome:
        async with limit, session.aturn(request):
            outcome = await _aexchange(request, session)
        tick()
        return outcome

    async def exchanged(batch: Sequence[Request]) -> list[Outcome]:
        if on_text is not None and len(batch) == 1:
            return [await _aexchange(batch[0], session, on_text)]
        tick = _batch_ticking(batch)
        return await _gathered([limited(request, tick) for request in batch])

    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := await advanced(outcomes), Result):
            with span(step[0].phase, requests=len(step)):
                outcomes = await exchanged(step)
        return step.value
    finally:
        flow.close()


def _advance(
    flow: Flow[T], outcomes: list[Outcome], session: Session, abandoned: threading.Event | None = None
) -> Sequence[Request] | Result[T]:
    """Send outcomes into a flow; report its trace steps until its next batch, its end, or until it is abandoned."""
    while isinstance(step := next_step(flow, outcomes, session), TraceStep):
        outcomes = []
        if abandoned is not None and abandoned.is_set():
            raise Cancelled("the task that awaited this run was cancelled")
    return step


def next_step(flow: Flow[T], outcomes: list[Outcome], session: Session) -> Sequence[Request] | TraceStep | Result[T]:
    """Send outcomes into a flow, none at its start and after a trace step; report a trace step it yields.

    Raises:
        Cancelled: `session.cancel` was set.
    """
    session.stop_if_cancelled()
    step = resume(flow, outcomes)
    if isinstance(step, TraceStep):
        if session.on_step is not None:
            session.on_step(step)
        session.stop_if_cancelled()
    return step


def _batch_ticking(batch: Sequence[Request]) -> Callable[[], None]:
    """Return the callback for each outcome of a batch; a single request has no progress."""
    if len(batch) == 1:
        return lambda: None
    return ticking(batch[0].phase, len(batch), "requests", is_part=True)


def _exchange(request: Request, session: Session) -> Outcome:
    REQUEST_PHASE.set(request.phase)
    current = conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    with session.turn(request):
        while not isinstance(step := next_messages(current, answer), Result):
            try:
                answer = session.required_model().complete(step, request.schema)
            except LanguageModelError as error:
                answer = error
    return step.value


async def _aexchange(request: Request, session: Session, on_text: Callable[[TextSoFar], None] | None = None) -> Outcome:
    REQUEST_PHASE.set(request.phase)  # each request is a task, and each task has its own context
    current = conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    try:
        while not isinstance(step := await _in_thread(partial(next_messages, current, answer)), Result):
            try:
                answer = await _areply(step, request, session, on_text)
            except LanguageModelError as error:
                answer = error
        return step.value
    finally:
        current.close()


async def _areply(
    messages: Sequence[Message],
    request: Request,
    session: Session,
    on_text: Callable[[TextSoFar], None] | None,
) -> Reply:
    """Request a reply, as a stream if its parts are useful and the model can stream."""
    model = session.required_model()
    if on_text is None or request.read_partly is None or not isinstance(model, StreamingChatModel):
        return await model.acomplete(messages, request.schema)
    so_far = ReplySoFar(request)
    async with aclosing(model.astream(messages, request.schema)) as pieces:
        async for piece in pieces:
            if isinstance(piece, Reply):
                return piece
            session.stop_if_cancelled()
            if so_far.grows(piece):
                on_text(await _in_thread(so_far.read))
    raise LanguageModelError(INCOMPLETE)


async def _in_thread(work: Callable[[], R], *, when_cancelled: Callable[[], None] | None = None) -> R:
    """Work in a worker thread; a cancelled caller waits for the thread, which may be inside a generator."""
    working = asyncio.ensure_future(in_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        if when_cancelled is not None:
            when_cancelled()
        await asyncio.gather(working, return_exceptions=True)
        raise


async def _gathered(coroutines: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Await all; if one raises or the caller is cancelled, end the others before raising."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
