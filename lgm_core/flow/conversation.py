"""The conversation about a request: consult the cache, ask, read the reply, ask once more if it cannot be read."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lgm_core.errors import (
    BudgetSpentError,
    Cancelled,
    LanguageModelError,
    LanguageModelSetupError,
    also_caught_as,
)
from lgm_core.flow.echoes import REPAIR, RepeatedInstructions, check_repeats_nothing
from lgm_core.flow.limits import LimitedChatModel, RequestLimiter
from lgm_core.flow.request import Flow, Outcome, Request, Result, outcomes_of, resume
from lgm_core.flow.shared_calls import SharedCalls
from lgm_core.llm.port import ChatModel, Message, Reply, ReplyCache, identity_of
from lgm_core.llm.quoting import encodable
from lgm_core.model import TraceStep, Usage

__all__ = ["Ledger", "Session", "asking_once", "conversation", "next_messages"]


class Ledger:
    """Adds up usage by phase; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phases: dict[str, Usage] = {}

    def add(self, phase: str, usage: Usage) -> None:
        """Add a usage to that of a phase."""
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
    """The resources and settings of a run.

    Attributes:
        model: None for flows without requests; a request then ends the run with LanguageModelSetupError.
        concurrency: how many requests of a batch run in parallel. A higher number makes builds faster and reaches an
            endpoint's rate limit sooner.
        cache: replies from earlier runs; consulted first, written only after a reply was readable, and not used for a
            model without an `identity`.
        on_step: called with each trace step, in order, possibly from a worker thread.
        cancel: the run's cancellation token. Set it from any thread, even before the run starts, to end the run with
            `Cancelled` before its next step. Runs never clear it. Runs that share a token end together.
        ledger: adds up the usage of the run, even if it is cancelled or fails.
        limiter: admits the requests of this run, and of others that share it; None admits all at once. Replies from the
            cache need no admission.
        given_up: set by a driver when it gives up a batch, to end requests waiting for their turn.
        shared: the requests being made by runs over the same cache; None if each run asks for itself.
        scope: separates requests whose replies are cached separately.
        last_failure: the last error of a request; the cause of the error with which a flow ends that lacks its reply.
    """

    model: ChatModel | None = None
    concurrency: int = 8
    cache: ReplyCache | None = None
    on_step: Callable[[TraceStep], None] | None = None
    cancel: threading.Event = field(default_factory=threading.Event)
    ledger: Ledger = field(default_factory=Ledger)
    limiter: RequestLimiter | None = None
    given_up: threading.Event = field(default_factory=threading.Event)
    shared: SharedCalls | None = None
    scope: str = ""
    last_failure: deque[LanguageModelError] = field(default_factory=lambda: deque(maxlen=1))

    def stop_if_cancelled(self) -> None:
        """Check the cancellation token.

        Raises:
            Cancelled: it is set.
        """
        if self.cancel.is_set():
            raise Cancelled("cancelled before the work was finished; what is already stored stays stored")

    def turn(self, request: Request) -> AbstractContextManager[None]:
        """Return what waits for an equal request of another run, whose reply is then in the cache."""
        if self.shared is None or (key := cache_key(request, self)) is None:
            return nullcontext()
        return self.shared.turn(self.scope, key, check=self._stop_if_over)

    def aturn(self, request: Request) -> AbstractAsyncContextManager[None]:
        """Do what `turn` does without blocking the event loop."""
        if self.shared is None or (key := cache_key(request, self)) is None:
            return nullcontext()
        return self.shared.aturn(self.scope, key, check=self._stop_if_over)

    def required_model(self) -> ChatModel:
        """Return the model, under the limits of this run.

        Raises:
            LanguageModelSetupError: there is none.
        """
        if self.model is None:
            raise LanguageModelSetupError(
                "this step needs a language model and none was given; pass `llm=…` or `--llm`"
            )
        return self.model if self.limiter is None else LimitedChatModel(self.model, self.limiter, self._is_over)

    def _stop_if_over(self) -> None:
        self.stop_if_cancelled()
        if self.given_up.is_set():
            raise Cancelled("another request of this batch ended it")

    def _is_over(self) -> bool:
        return self.cancel.is_set() or self.given_up.is_set()


Conversation = Generator[tuple[Message, ...], Reply, Outcome]
"""Yields messages to send and receives the reply, or a thrown LanguageModelError; returns the outcome."""

_UNREADABLE = (ValueError, RecursionError, OverflowError)
"""Errors from reading replies: JSON may be nested without limit, and its numbers may have any size."""

_ATTEMPTS = 2
"""The most requests for one reply; the second describes the error in the first. More would rescue some replies and cost
tokens."""


def conversation(request: Request, session: Session) -> Conversation:
    """Carry out the conversation for a request; the same for both drivers.

    Raises:
        Cancelled: the session's token was set before a request.
        LanguageModelSetupError: thrown in by the driver and passed on; any other failure is the outcome.
    """
    key = cache_key(request, session)
    if key is not None and (cached := _cached_outcome(request, session, key)) is not None:
        session.ledger.add(request.phase, cached.usage)
        return cached
    # User input and a model's output may contain characters that endpoints reject.
    asked = tuple(Message(message.role, encodable(message.content)) for message in request.messages)
    messages, usage, reply, problem = asked, Usage(), Reply(""), ""
    try:
        for attempt in range(_ATTEMPTS):
            session.stop_if_cancelled()
            try:
                received = yield messages
            except LanguageModelSetupError:
                raise
            except BudgetSpentError as error:
                return Outcome(text=reply.text, error=str(error), usage=usage, is_unsent=True)
            except LanguageModelError as error:
                session.last_failure.append(error)
                usage += Usage(failures=1)
                return Outcome(text=reply.text, error=str(error), usage=usage)
            session.last_failure.clear()
            reply = Reply(encodable(received.text), received.usage)
            usage += reply.usage
            try:
                value = _read(request, request.read_last if attempt else request.read, reply.text)
            except _UNREADABLE as error:
                problem = str(error) or "it is not in the format asked for"
                if isinstance(error, RepeatedInstructions):
                    reply = Reply("")  # parts that are never read
                messages = (*asked, *_repair(reply.text, problem))
            else:
                if session.cache is not None and key is not None:
                    session.cache.put(key, reply.text)
                return Outcome(value, reply.text, usage=usage)
        usage += Usage(failures=1)
        return Outcome(text=reply.text, error=problem, usage=usage)
    finally:
        session.ledger.add(request.phase, usage)


def next_messages(
    current: Conversation, answer: Reply | LanguageModelError | None
) -> tuple[Message, ...] | Result[Outcome]:
    """Send the model's answer, None at the start, to a conversation; return its next messages or its outcome."""
    try:
        if answer is None:
            return next(current)
        if isinstance(answer, LanguageModelError):
            return current.throw(answer)
        return current.send(answer)
    except StopIteration as end:
        return Result(end.value)


def _cached_outcome(request: Request, session: Session, key: str) -> Outcome | None:
    if session.cache is None or (text := session.cache.get(key)) is None:
        return None
    try:
        return Outcome(_read(request, request.read_last, text), text, usage=Usage(cached=1))
    except _UNREADABLE:
        return None  # cached by a version that read replies differently: ask again


def _read(request: Request, read: Callable[[str], Any], text: str) -> Any:  # noqa: ANN401  # any type requested
    """Read a reply.

    Raises:
        ValueError: it cannot be read.
        RepeatedInstructions: it repeats the instructions.
    """
    value = read(text)
    check_repeats_nothing(value, request)
    return value


def _repair(text: str, problem: str) -> tuple[Message, Message]:
    # Endpoints reject empty turns, and many chat templates reject two user turns in a row.
    return Message("assistant", text or "(nothing)"), Message("user", REPAIR.format(problem=problem))


def cache_key(request: Request, session: Session) -> str | None:
    """Hash the model's identity and the whole conversation, so that the cache never answers anything else.

    None if replies are not cached, because there is no cache or the model has no identity.
    """
    if session.cache is None or (identity := identity_of(session.model)) is None:
        return None
    turns = [[message.role, message.content] for message in request.messages]
    content = json.dumps([identity, turns, request.schema], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


T = TypeVar("T")


def asking_once(flow: Flow[T], session: Session) -> Flow[T]:
    """Split the batches of a flow so that no part has two requests of the same conversation.

    Requests made at the same time would all be sent, since the cache has a reply only once it has arrived. A failure
    counts for all of them. If replies are not cached, every request is sent. An error with which the flow ends for lack
    of a reply has the failure of the request as its cause, and its class too.
    """
    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := resume(flow, outcomes), Result):
            if isinstance(step, TraceStep):
                yield step
                outcomes = []
            else:
                outcomes = yield from _asked(step, session)
        return step.value
    except LanguageModelError as error:
        if type(error) is not LanguageModelError or error.__cause__ is not None or not session.last_failure:
            raise
        cause = session.last_failure[-1]
        raise also_caught_as(error, cause) from cause
    finally:
        flow.close()


def _asked(batch: Sequence[Request], session: Session) -> Generator[Sequence[Request], list[Outcome], list[Outcome]]:
    first: dict[str | int, int] = {}
    same = [first.setdefault(cache_key(request, session) or place, place) for place, request in enumerate(batch)]
    outcomes = dict(
        zip(first.values(), (yield from outcomes_of([batch[place] for place in first.values()])), strict=True)
    )
    if len(outcomes) == len(batch):
        return list(outcomes.values())
    kept = []
    for place, request in enumerate(batch):
        if place in outcomes:
            continue
        if (made := outcomes[same[place]]).ok:
            kept.append(place)
        elif made.is_unsent:
            outcomes[place] = Outcome(error=made.error, is_unsent=True)
        else:
            outcomes[place] = Outcome(text=made.text, error=made.error, usage=Usage(failures=1))
            session.ledger.add(request.phase, outcomes[place].usage)
    if kept:
        outcomes |= zip(kept, (yield from outcomes_of([batch[place] for place in kept])), strict=True)
    return [outcomes[place] for place in range(len(batch))]
