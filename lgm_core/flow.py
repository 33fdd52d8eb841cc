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
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lgm_core.errors import Cancelled, LanguageModelError
from lgm_core.llm.port import ChatModel, Message, Reply, ReplyCache
from lgm_core.model import TraceStep, Usage

__all__ = ["Flow", "Ledger", "Outcome", "Request", "Session", "arun", "run", "together"]

T = TypeVar("T")

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
        model: None drives flows that never ask anything; a request then fails with LanguageModelError.
        concurrency: how many requests of a batch are under way at once.
        cache: replies kept from earlier runs; consulted first, written only after a reply could be read.
        on_step: called with each trace step, in order, possibly from a worker thread.
        cancel: set it from any thread to end the run with `Cancelled` before the next request.
        ledger: adds up what the run cost.
    """

    model: ChatModel | None = None
    concurrency: int = 8
    cache: ReplyCache | None = None
    on_step: Callable[[TraceStep], None] | None = None
    cancel: threading.Event = field(default_factory=threading.Event)
    ledger: Ledger = field(default_factory=Ledger)


def run(flow: Flow[T], session: Session) -> T:
    """Drive a flow to its result, a batch at a time, with a bounded pool of threads.

    Raises:
        Cancelled: `session.cancel` was set.
    """
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(max(1, session.concurrency), thread_name_prefix="lgm-flow") as pool:
        try:
            while True:
                done, step = _advance(flow, outcomes, session)
                if done:
                    return step  # type: ignore[no-any-return]  # the flow's own T, erased by StopIteration
                outcomes = list(pool.map(lambda request: _exchange(request, session), step))
        finally:
            flow.close()


async def arun(flow: Flow[T], session: Session) -> T:
    """Drive a flow without blocking the event loop; each step of the flow runs in a worker thread.

    Raises:
        Cancelled: `session.cancel` was set.
    """
    limit = asyncio.Semaphore(max(1, session.concurrency))

    async def limited(request: Request) -> Outcome:
        async with limit:
            return await _aexchange(request, session)

    outcomes: list[Outcome] = []
    try:
        while True:
            done, step = await asyncio.to_thread(_advance, flow, outcomes, session)
            if done:
                return step  # type: ignore[no-any-return]  # as in run
            outcomes = list(await asyncio.gather(*(limited(request) for request in step)))
    finally:
        flow.close()


def together(flows: Sequence[Flow[T]]) -> Flow[list[T]]:
    """Advance several independent flows in step, their batches joined into one, and return their results in order."""
    results: dict[int, T] = {}
    waiting: dict[int, Sequence[Request]] = {}
    replies: dict[int, list[Outcome]] = {index: [] for index in range(len(flows))}
    while replies:
        for index, outcomes in replies.items():
            try:
                step = flows[index].send(outcomes) if outcomes else next(flows[index])
                while isinstance(step, TraceStep):
                    yield step
                    step = next(flows[index])
                waiting[index] = step
            except StopIteration as end:
                results[index] = end.value
        replies = {}
        if waiting:
            received = iter((yield [request for batch in waiting.values() for request in batch]))
            replies = {index: [next(received) for _ in batch] for index, batch in waiting.items()}
            waiting = {}
    return [results[index] for index in range(len(flows))]


def _advance(flow: Flow[T], outcomes: list[Outcome], session: Session) -> tuple[bool, Any]:
    """Send outcomes into a flow until its next batch or its end; tell trace steps on the way."""
    try:
        while True:
            if session.cancel.is_set():
                raise Cancelled("cancelled before the work was finished; what is already stored stays stored")
            step = flow.send(outcomes) if outcomes else next(flow)
            outcomes = []
            if not isinstance(step, TraceStep):
                if step:
                    return False, step
                raise ValueError("a flow yielded an empty batch")
            if session.on_step is not None:
                session.on_step(step)
    except StopIteration as end:
        return True, end.value


def _conversation(request: Request, session: Session) -> Generator[tuple[Message, ...], Reply, Outcome]:
    """Ask, read, and ask once more if the reply cannot be read; the same steps for both drivers."""
    key = _cache_key(request, session)
    if session.cache is not None and (kept := session.cache.get(key)) is not None:
        try:
            return Outcome(request.read(kept), kept, usage=Usage(cached=1))
        except ValueError:
            pass  # kept by a version that read replies differently: ask again
    messages, usage, problem = request.messages, Usage(), ""
    for _ in range(2):
        if session.cancel.is_set():
            raise Cancelled("cancelled before the work was finished; what is already stored stays stored")
        try:
            reply = yield messages
        except LanguageModelError as error:
            return Outcome(error=str(error), usage=usage + Usage(failures=1))
        usage += reply.usage
        try:
            value = request.read(reply.text)
        except ValueError as error:
            problem = str(error) or "it is not in the format asked for"
            repair = Message("user", REPAIR.format(problem=problem))
            messages = (*request.messages, Message("assistant", reply.text), repair)
        else:
            if session.cache is not None:
                session.cache.put(key, reply.text)
            return Outcome(value, reply.text, usage=usage)
    return Outcome(text=reply.text, error=problem, usage=usage + Usage(failures=1))


def _exchange(request: Request, session: Session) -> Outcome:
    conversation = _conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    while True:
        done, step = _next_messages(conversation, answer)
        if done:
            return _accounted(request, session, step)
        try:
            answer = _model(session).complete(step, request.schema)
        except LanguageModelError as error:
            answer = error


async def _aexchange(request: Request, session: Session) -> Outcome:
    conversation = _conversation(request, session)
    answer: Reply | LanguageModelError | None = None
    while True:
        done, step = await asyncio.to_thread(_next_messages, conversation, answer)
        if done:
            return _accounted(request, session, step)
        try:
            answer = await _model(session).acomplete(step, request.schema)
        except LanguageModelError as error:
            answer = error


def _next_messages(
    conversation: Generator[tuple[Message, ...], Reply, Outcome], answer: Reply | LanguageModelError | None
) -> tuple[bool, Any]:
    """Advance a conversation; (False, messages) or (True, outcome), as StopIteration must not leave a worker thread."""
    try:
        if answer is None:
            return False, next(conversation)
        if isinstance(answer, LanguageModelError):
            return False, conversation.throw(answer)
        return False, conversation.send(answer)
    except StopIteration as end:
        return True, end.value


def _accounted(request: Request, session: Session, outcome: Outcome) -> Outcome:
    session.ledger.add(request.phase, outcome.usage)
    return outcome


def _model(session: Session) -> ChatModel:
    if session.model is None:
        raise LanguageModelError("this step needs a language model and none was given; pass `llm=…` or `--llm`")
    return session.model


def _cache_key(request: Request, session: Session) -> str:
    """Hash the model's name and the whole conversation, so that a changed prompt is never answered from the cache."""
    name = session.model.name if session.model is not None else ""
    turns = [[message.role, message.content] for message in request.messages]
    content = json.dumps([name, turns, request.schema], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
