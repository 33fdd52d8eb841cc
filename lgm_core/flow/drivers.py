"""The two drivers of flows, synchronous with a pool of threads and asynchronous on an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from lgm_core.errors import Cancelled, LanguageModelError
from lgm_core.flow.conversation import conversation, next_messages
from lgm_core.flow.request import Flow, Outcome, Request, Result, resume
from lgm_core.flow.session import Session
from lgm_core.llm.port import REQUEST_PHASE, Reply
from lgm_core.model import TraceStep
from lgm_core.tracing import span

__all__ = ["arun", "run"]

T = TypeVar("T")
R = TypeVar("R")


def run(flow: Flow[T], session: Session) -> T:
    """Drive a flow to its result, a batch at a time, with a bounded pool of threads.

    Each request runs in a copy of the caller's context, so that the tracing of a host reaches the model.

    Raises:
        Cancelled: `session.cancel` was set.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes that the flow sees.
    """
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(max(1, session.concurrency), thread_name_prefix="lgm-flow") as pool:
        try:
            while not isinstance(step := _advance(flow, outcomes, session), Result):
                with span(step[0].phase, requests=len(step)):
                    contexts = [copy_context() for _ in step]
                    exchanges = pool.map(
                        lambda context, request: context.run(_exchange, request, session), contexts, step
                    )
                    outcomes = list(exchanges)
            return step.value
        finally:
            flow.close()


async def arun(flow: Flow[T], session: Session) -> T:
    """Drive a flow without blocking the event loop; each step of the flow runs in a worker thread.

    A cancelled task waits for the work up to the next trace step or for the requests under way, and leaves nothing
    running behind.

    Raises:
        Cancelled: `session.cancel` was set.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes that the flow sees.
    """
    limit = asyncio.Semaphore(max(1, session.concurrency))
    abandoned = threading.Event()

    async def advanced(outcomes: list[Outcome]) -> Sequence[Request] | Result[T]:
        return await _in_thread(partial(_advance, flow, outcomes, session, abandoned), when_cancelled=abandoned.set)

    async def limited(request: Request) -> Outcome:
        async with limit:
            return await _aexchange(request, session)

    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := await advanced(outcomes), Result):
            with span(step[0].phase, requests=len(step)):
                outcomes = await _gathered([limited(request) for request in step])
        return step.value
    finally:
        flow.close()


def _advance(
    flow: Flow[T], outcomes: list[Outcome], session: Session, abandoned: threading.Event | None = None
) -> Sequence[Request] | Result[T]:
    """Send outcomes into a flow; report its trace steps until its next batch or its end, or until it is abandoned."""
    session.stop_if_cancelled()
    while isinstance(step := resume(flow, outcomes), TraceStep):
        outcomes = []
        if session.on_step is not None:
            session.on_step(step)
        session.stop_if_cancelled()
        if abandoned is not None and abandoned.is_set():
            raise Cancelled("the task that awaited this run was cancelled")
    return step


def _exchange(request: Request, session: Session) -> Outcome:
    REQUEST_PHASE.set(request.phase)
    current = conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    while not isinstance(step := next_messages(current, answer), Result):
        try:
            answer = session.required_model().complete(step, request.schema)
        except LanguageModelError as error:
            answer = error
    return step.value


async def _aexchange(request: Request, session: Session) -> Outcome:
    REQUEST_PHASE.set(request.phase)  # each request is a task, and each task has a context of its own
    current = conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    try:
        while not isinstance(step := await _in_thread(partial(next_messages, current, answer)), Result):
            try:
                answer = await session.required_model().acomplete(step, request.schema)
            except LanguageModelError as error:
                answer = error
        return step.value
    finally:
        current.close()


async def _in_thread(work: Callable[[], R], *, when_cancelled: Callable[[], None] | None = None) -> R:
    """Work in a worker thread; a cancelled caller waits for the thread, which may be inside a generator."""
    working = asyncio.ensure_future(asyncio.to_thread(work))
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
