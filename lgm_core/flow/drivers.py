"""The two drivers of flows, synchronous with a pool of threads and asynchronous on an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

from lgm_core.errors import LanguageModelError
from lgm_core.flow.conversation import conversation, next_messages
from lgm_core.flow.request import Flow, Outcome, Request, Result, resume
from lgm_core.flow.session import Session
from lgm_core.llm.port import REQUEST_PHASE, Reply
from lgm_core.model import TraceStep
from lgm_core.tracing import span

__all__ = ["arun", "run"]

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")


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

    A cancelled task waits for the step or requests under way to end, and leaves nothing running behind.

    Raises:
        Cancelled: `session.cancel` was set.
        LanguageModelSetupError: the model cannot be used at all; other failures are outcomes that the flow sees.
    """
    limit = asyncio.Semaphore(max(1, session.concurrency))

    async def limited(request: Request) -> Outcome:
        async with limit:
            return await _aexchange(request, session)

    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := await _in_thread(_advance, flow, outcomes, session), Result):
            with span(step[0].phase, requests=len(step)):
                outcomes = await _gathered([limited(request) for request in step])
        return step.value
    finally:
        flow.close()


def _advance(flow: Flow[T], outcomes: list[Outcome], session: Session) -> Sequence[Request] | Result[T]:
    """Send outcomes into a flow; report its trace steps until its next batch or its end."""
    session.stop_if_cancelled()
    while isinstance(step := resume(flow, outcomes), TraceStep):
        outcomes = []
        if session.on_step is not None:
            session.on_step(step)
        session.stop_if_cancelled()
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
        while not isinstance(step := await _in_thread(next_messages, current, answer), Result):
            try:
                answer = await session.required_model().acomplete(step, request.schema)
            except LanguageModelError as error:
                answer = error
        return step.value
    finally:
        current.close()


async def _in_thread(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Run in a worker thread; a cancelled caller waits for the thread, which may be inside a generator."""
    work = asyncio.ensure_future(asyncio.to_thread(function, *arguments, **named))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.gather(work, return_exceptions=True)
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
