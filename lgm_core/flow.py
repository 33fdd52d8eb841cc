"""Flows: algorithms that talk to a language model, written once and driven synchronously or asynchronously.

A flow is a generator. It yields a batch of requests and receives their outcomes in the same order, or yields a
`TraceStep` to tell what it is doing; it returns its result. It never calls a model, so it can be tested with scripted
outcomes and without an event loop. `run` and `arun` drive the same flow to the same result with the same requests;
nothing else in the project knows the difference between the two.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any, Generic, ParamSpec, TypeVar

from lgm_core.errors import Cancelled, LanguageModelError, LanguageModelSetupError
from lgm_core.llm.port import REQUEST_PHASE, ChatModel, Message, Reply, ReplyCache
from lgm_core.model import TraceStep, Usage
from lgm_core.tracing import span

__all__ = ["Flow", "Ledger", "Outcome", "Request", "Session", "arun", "run", "together"]

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")

REPAIR = (
    "That reply could not be used: {problem}. Send the reply again, corrected, in the format asked for and with "
    "nothing before or after it."
)


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a language model.

    `read` turns the reply's text into a value and raises ValueError, saying what is wrong, when it cannot; the model is
    then asked once more. `phase` is what the request is accounted under.
    """

    messages: tuple[Message, ...]
    phase: str
    read: Callable[[str], Any] = str
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request: the value read from the reply, or an error that says why there is none."""

    value: Any = None
    text: str = ""
    error: str = ""
    usage: Usage = field(default_factory=Usage)

    @property
    def ok(self) -> bool:
        """Return whether there is a value."""
        return not self.error


Flow = Generator[Sequence[Request] | TraceStep, list[Outcome], T]


class Ledger:
    """Adds up usage by phase; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phases: dict[str, Usage] = {}

    def add(self, phase: str, usage: Usage) -> None:
        """Account a usage under a phase."""
        with self._lock:
            self._phases[phase] = self._phases.get(phase, Usage()) + usage

    @property
    def phases(self) -> dict[str, Usage]:
        """Return the usage of each phase so far."""
        with self._lock:
            return dict(self._phases)

    @property
    def total(self) -> Usage:
        """Return the usage of all phases together."""
        return sum(self.phases.values(), Usage())


@dataclass(frozen=True, slots=True)
class Session:
    """What a driver needs besides the flow: the model, and everything that hangs on a run.

    Attributes:
        model: None drives flows that never ask anything; a request then ends the run with LanguageModelSetupError.
        concurrency: how many requests of a batch are under way at once.
        cache: replies kept from earlier runs; consulted first, written only after a reply could be read.
        on_step: called with each trace step, in order, possibly from a worker thread.
        cancel: set it from any thread to end the run with `Cancelled` before the next request.
        ledger: adds up what the run cost, also of a run that was cancelled or failed.
    """

    model: ChatModel | None = None
    concurrency: int = 8
    cache: ReplyCache | None = None
    on_step: Callable[[TraceStep], None] | None = None
    cancel: threading.Event = field(default_factory=threading.Event)
    ledger: Ledger = field(default_factory=Ledger)


@dataclass(frozen=True, slots=True)
class _Result(Generic[T]):
    """What a generator returned; StopIteration itself must not leave a worker thread."""

    value: T


_Conversation = Generator[tuple[Message, ...], Reply, Outcome]
_Answer = Reply | LanguageModelError | None


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
            while not isinstance(step := _advance(flow, outcomes, session), _Result):
                with span(step[0].phase, requests=len(step)):
                    contexts = [copy_context() for _ in step]
                    outcomes = list(pool.map(lambda context, one: context.run(_exchange, one, session), contexts, step))
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
        while not isinstance(step := await _in_thread(_advance, flow, outcomes, session), _Result):
            with span(step[0].phase, requests=len(step)):
                outcomes = await _gathered([limited(request) for request in step])
        return step.value
    finally:
        flow.close()


def together(flows: Sequence[Flow[T]]) -> Flow[list[T]]:
    """Advance several flows in step, their batches joined into one, so that small flows share the concurrency.

    Returns their results in the order given. An exception in one of them ends all.
    """
    results: dict[int, T] = {}
    received: dict[int, list[Outcome]] = {index: [] for index in range(len(flows))}
    try:
        while received:
            batches: dict[int, Sequence[Request]] = {}
            for index, outcomes in received.items():
                step = yield from _next_batch(flows[index], outcomes)
                if isinstance(step, _Result):
                    results[index] = step.value
                else:
                    batches[index] = step
            received = {}
            if batches:
                joined = iter((yield [request for batch in batches.values() for request in batch]))
                received = {index: [next(joined) for _ in batch] for index, batch in batches.items()}
    finally:
        for flow in flows:
            flow.close()
    return [results[index] for index in range(len(flows))]


def _resume(flow: Flow[T], outcomes: list[Outcome]) -> Sequence[Request] | TraceStep | _Result[T]:
    try:
        step = flow.send(outcomes) if outcomes else next(flow)
    except StopIteration as end:
        return _Result(end.value)
    if not step:
        raise ValueError("a flow yielded an empty batch")
    return step


def _next_batch(
    flow: Flow[T], outcomes: list[Outcome]
) -> Generator[TraceStep, list[Outcome], Sequence[Request] | _Result[T]]:
    while isinstance(step := _resume(flow, outcomes), TraceStep):
        outcomes = []
        yield step
    return step


def _advance(flow: Flow[T], outcomes: list[Outcome], session: Session) -> Sequence[Request] | _Result[T]:
    """Send outcomes into a flow until its next batch or its end; tell trace steps on the way."""
    _stop_if_cancelled(session)
    while isinstance(step := _resume(flow, outcomes), TraceStep):
        outcomes = []
        if session.on_step is not None:
            session.on_step(step)
        _stop_if_cancelled(session)
    return step


def _conversation(request: Request, session: Session) -> _Conversation:
    """Ask, read, and ask once more if the reply cannot be read; the same steps for both drivers."""
    key = _cache_key(request, session)
    if (kept := _kept_outcome(request, session, key)) is not None:
        session.ledger.add(request.phase, kept.usage)
        return kept
    messages, usage, reply, problem = request.messages, Usage(), Reply(""), ""
    try:
        for _ in range(2):
            _stop_if_cancelled(session)
            try:
                reply = yield messages
            except LanguageModelSetupError:
                raise
            except LanguageModelError as error:
                usage += Usage(failures=1)
                return Outcome(text=reply.text, error=str(error), usage=usage)
            usage += reply.usage
            try:
                value = request.read(reply.text)
            except ValueError as error:
                problem = str(error) or "it is not in the format asked for"
                messages = (*request.messages, *_repair(reply.text, problem))
            else:
                if session.cache is not None:
                    session.cache.put(key, reply.text)
                return Outcome(value, reply.text, usage=usage)
        usage += Usage(failures=1)
        return Outcome(text=reply.text, error=problem, usage=usage)
    finally:
        session.ledger.add(request.phase, usage)


def _kept_outcome(request: Request, session: Session, key: str) -> Outcome | None:
    if session.cache is None or (text := session.cache.get(key)) is None:
        return None
    try:
        return Outcome(request.read(text), text, usage=Usage(cached=1))
    except ValueError:
        return None  # kept by a version that read replies differently: ask again


def _repair(text: str, problem: str) -> tuple[Message, Message]:
    # Endpoints refuse empty turns, and many chat templates refuse two user turns in a row.
    return Message("assistant", text or "(nothing)"), Message("user", REPAIR.format(problem=problem))


def _exchange(request: Request, session: Session) -> Outcome:
    REQUEST_PHASE.set(request.phase)
    conversation = _conversation(request, session)
    answer: _Answer = None
    while not isinstance(step := _next_messages(conversation, answer), _Result):
        try:
            answer = _model(session).complete(step, request.schema)
        except LanguageModelError as error:
            answer = error
    return step.value


async def _aexchange(request: Request, session: Session) -> Outcome:
    REQUEST_PHASE.set(request.phase)  # each request is a task, and each task has a context of its own
    conversation = _conversation(request, session)
    answer: _Answer = None
    try:
        while not isinstance(step := await _in_thread(_next_messages, conversation, answer), _Result):
            try:
                answer = await _model(session).acomplete(step, request.schema)
            except LanguageModelError as error:
                answer = error
        return step.value
    finally:
        conversation.close()


def _next_messages(conversation: _Conversation, answer: _Answer) -> tuple[Message, ...] | _Result[Outcome]:
    try:
        if answer is None:
            return next(conversation)
        if isinstance(answer, LanguageModelError):
            return conversation.throw(answer)
        return conversation.send(answer)
    except StopIteration as end:
        return _Result(end.value)


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


def _stop_if_cancelled(session: Session) -> None:
    if session.cancel.is_set():
        raise Cancelled("cancelled before the work was finished; what is already stored stays stored")


def _model(session: Session) -> ChatModel:
    if session.model is None:
        raise LanguageModelSetupError("this step needs a language model and none was given; pass `llm=…` or `--llm`")
    return session.model


def _cache_key(request: Request, session: Session) -> str:
    """Hash the model's name and the whole conversation, so that a changed prompt is never answered from the cache."""
    name = session.model.name if session.model is not None else ""
    turns = [[message.role, message.content] for message in request.messages]
    content = json.dumps([name, turns, request.schema], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
