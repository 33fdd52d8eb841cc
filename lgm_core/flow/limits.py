"""One rate and one budget of tokens for all requests that share them."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import aclosing, closing, contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from lgm_core.errors import BudgetSpentError, Cancelled, InputError, LanguageModelError
from lgm_core.llm.port import REQUEST_PHASE, ChatModel, Message, Reply, StreamingChatModel
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import Usage

__all__ = ["Admission", "LimitedChatModel", "RequestLimiter", "RequestLimits"]

_MINUTE = 60.0

_FIRST_REPLY = 0.5
"""Length of a reply for each token of its request, before any reply of the phase has told how long they are."""


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """How much may be asked of a language model; None sets no limit.

    Requests go out from the process that builds or asks, whatever analyses its documents, so that one object holds for
    all workers. Replies that were kept cost nothing. What the client asks again by itself, after a rate limit or a
    failure of the server, is not counted as another request.

    Attributes:
        tokens: prompt and completion tokens together. A request that does not fit into what is left, by an estimate of
            its reply, is not sent; those under way are finished, and one that fits only if they cost less than
            estimated waits for them. The budget is passed at most by what the usage of those under way at its end, no
            more than `concurrency` of them, exceeds their estimates. A stream that is closed or breaks off counts its
            prompt and what came of its reply; a request that is given up in another way, as by the cancellation of its
            task, its estimate. A request that fails before any of its reply has come counts nothing, though an
            endpoint may charge for a reply that was lost on its way.
        requests_per_minute: requests begun within any 60 seconds; further ones wait.
        tokens_per_minute: tokens of the requests begun within any 60 seconds. A request that has more than these by
            itself waits until a minute has nothing else.
    """

    tokens: int | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: a limit is no number above 0.
        """
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise InputError(f"{each.name}={value!r} must be a whole number above 0, or None for no limit")


@dataclass(slots=True, eq=False)
class Admission:
    """A request that waits for its turn, or was sent.

    Attributes:
        phase: its phase.
        prompt: tokens that it has.
        is_streamed: whether a reader draws its reply, who may take any time for it.
        tokens: what it is reckoned to cost; at its end what it did cost, if that is known.
        start: when it may be sent, by the limiter's clock; infinite as long as it waits for room in a budget.
        is_sent: whether its turn has come.
        pieces: what has come of its reply.
        usage: of the reply; None as long as there is none.
    """

    phase: str
    prompt: int
    is_streamed: bool
    tokens: int = 0
    start: float = math.inf
    is_sent: bool = False
    pieces: list[str] = field(default_factory=list)
    usage: Usage | None = None


class RequestLimiter:
    """Admits requests, by rates in the order in which they come; safe to share between threads and event loops.

    Args:
        limits: the limits.
        clock: tells the seconds; only their differences count.
    """

    def __init__(self, limits: RequestLimits, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lock = threading.Lock()
        self._accounts: tuple[_Account, ...] = (_Account(limits),)
        self._replies: dict[str, tuple[int, int]] = {}
        """How many replies each phase had, and their tokens."""

    def __deepcopy__(self, memo: object) -> RequestLimiter:
        """Return this one: a copy of what asks under limits asks under the same."""
        return self

    def also(self, limits: RequestLimits) -> RequestLimiter:
        """Return a limiter that holds to further limits besides; what it admits counts for this one too."""
        other = RequestLimiter(limits, clock=self.clock)
        other._lock, other._replies = self._lock, self._replies
        other._accounts = (*self._accounts, *other._accounts)
        return other

    @contextmanager
    def admitted(
        self, phase: str, messages: Sequence[Message], *, is_streamed: bool = False
    ) -> Generator[Admission, None, None]:
        """Reserve the tokens of a request; at the end it is settled by what the admission knows of its reply.

        Wait until `seconds_until` is 0 before sending it.

        Raises:
            BudgetSpentError: it does not fit into what is left of a budget.
        """
        admission = Admission(phase, count_conversation(messages), is_streamed)
        with self._lock:
            self._open(admission)
        has_failed = False
        try:
            yield admission
        except LanguageModelError:
            has_failed = True
            raise
        finally:
            with self._lock:
                self._settle(admission, has_failed=has_failed)

    def seconds_until(self, admission: Admission) -> float:
        """Return how long a request has to wait, by what is known now; 0 when it is to be sent.

        Raises:
            BudgetSpentError: it waited for room in a budget, and does not fit into what is left of that.
        """
        with self._lock:
            if admission.start == math.inf:
                self._open(admission)
            seconds = max(0.0, admission.start - self.clock())
            admission.is_sent = not seconds
            return seconds

    def _open(self, admission: Admission) -> None:
        """Reserve the tokens of a request if all budgets have room for it."""
        replies, tokens = self._replies.get(admission.phase, (0, 0))
        admission.tokens = admission.prompt + round(tokens / replies if replies else _FIRST_REPLY * admission.prompt)
        if all(account.has_room(admission.tokens) for account in self._accounts):
            admission.start = self._earliest(admission.tokens)
            for account in self._accounts:
                account.open(admission)

    def _settle(self, admission: Admission, *, has_failed: bool) -> None:
        if admission.start == math.inf:
            return
        usage, reserved = admission.usage, admission.tokens
        if usage is not None:
            if usage.calls:
                replies, tokens = self._replies.get(admission.phase, (0, 0))
                self._replies[admission.phase] = replies + 1, tokens + usage.completion_tokens
            cost = admission.tokens = usage.tokens
        elif admission.pieces:
            cost = admission.prompt + count_tokens("".join(admission.pieces))
        else:
            cost = 0 if has_failed or not admission.is_sent else reserved
        for account in self._accounts:
            account.settle(admission, reserved, cost)

    def _earliest(self, tokens: int) -> float:
        """Return the first moment at which all rates let a request through."""
        start, now = None, self.clock()
        later = now
        while start != later:
            start = later
            for account in self._accounts:
                later = account.earliest(later, tokens, now)
        return later


class _Account:
    """What was asked under one set of limits."""

    def __init__(self, limits: RequestLimits) -> None:
        self._limits = limits
        self._spent = self._reserved = self._streamed = 0
        self._recent: deque[Admission] = deque()

    def has_room(self, tokens: int) -> bool:
        """Return whether a request fits, as reckoned; False where it may fit once those under way are settled.

        Nobody waits for streams, whose readers may take any time, and may be who asks.

        Raises:
            BudgetSpentError: it does not fit, whatever those cost.
        """
        budget = self._limits.tokens
        if budget is None:
            return True
        if self._spent + self._streamed + tokens > budget:
            streamed = f", {self._streamed:,} are set aside for streams under way" if self._streamed else ""
            way_out = "" if self._spent or self._streamed else "; give a larger one"
            raise BudgetSpentError(
                f"the budget of {budget:,} tokens is spent: {self._spent:,} are used{streamed}, and the next request "
                f"takes about {tokens:,}{way_out}"
            )
        return self._spent + self._reserved + tokens <= budget

    def earliest(self, start: float, tokens: int, now: float) -> float:
        """Return the first moment from a start on, and not before any earlier request, that the rates allow."""
        per_minute, tokens_per_minute = self._limits.requests_per_minute, self._limits.tokens_per_minute
        if per_minute is None and tokens_per_minute is None:
            return start
        while self._recent and self._recent[0].start <= now - _MINUTE:
            self._recent.popleft()
        window = deque(self._recent)
        begun = sum(admission.tokens for admission in window)
        start = max(start, window[-1].start) if window else start
        while window:
            is_full = per_minute is not None and len(window) >= per_minute
            is_full |= tokens_per_minute is not None and begun + tokens > tokens_per_minute
            if window[0].start + _MINUTE > start:
                if not is_full:
                    break
                start = window[0].start + _MINUTE
            begun -= window.popleft().tokens
        return start

    def open(self, admission: Admission) -> None:
        self._reserved += admission.tokens
        self._streamed += admission.tokens if admission.is_streamed else 0
        if self._limits.requests_per_minute is not None or self._limits.tokens_per_minute is not None:
            self._recent.append(admission)

    def settle(self, admission: Admission, reserved: int, cost: int) -> None:
        self._reserved -= reserved
        self._streamed -= reserved if admission.is_streamed else 0
        self._spent += cost
        is_unsent = admission.usage is None and not admission.is_sent
        if is_unsent and admission in self._recent:  # given up while it waited: no other has to wait for it
            self._recent.remove(admission)


_GLANCE = 0.1
"""Seconds after which a request that waits looks whether its run is over."""


class LimitedChatModel:
    """A chat model under limits; streams the replies of one that can.

    All methods raise what the model's own raise, `BudgetSpentError` in place of a request that is not sent, and
    `Cancelled` when the run is cancelled, or ended by another request, while a request waits.

    Args:
        model: the model.
        limiter: admits its requests.
        is_over: tells whether the run wants no more replies.
    """

    def __init__(self, model: ChatModel, limiter: RequestLimiter, is_over: Callable[[], bool]) -> None:
        self._model, self._limiter, self._is_over = model, limiter, is_over

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation when it is its turn."""
        with self._limiter.admitted(REQUEST_PHASE.get(), messages) as admission:
            self._wait(admission)
            reply = self._model.complete(messages, schema)
            admission.usage = reply.usage
            return reply

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop."""
        with self._limiter.admitted(REQUEST_PHASE.get(), messages) as admission:
            await self._await(admission)
            reply = await self._model.acomplete(messages, schema)
            admission.usage = reply.usage
            return reply

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply in pieces, and last the whole; of a model that cannot stream the whole alone."""
        if not isinstance(self._model, StreamingChatModel):
            yield self.complete(messages, schema)
            return
        with self._limiter.admitted(REQUEST_PHASE.get(), messages, is_streamed=True) as admission:
            self._wait(admission)
            with closing(self._model.stream(messages, schema)) as pieces:
                for piece in pieces:
                    if isinstance(piece, Reply):
                        admission.usage = piece.usage
                    else:
                        admission.pieces.append(piece)
                    yield piece

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same without blocking the event loop."""
        if not isinstance(self._model, StreamingChatModel):
            yield await self.acomplete(messages, schema)
            return
        with self._limiter.admitted(REQUEST_PHASE.get(), messages, is_streamed=True) as admission:
            await self._await(admission)
            async with aclosing(self._model.astream(messages, schema)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Reply):
                        admission.usage = piece.usage
                    else:
                        admission.pieces.append(piece)
                    yield piece

    def _wait(self, admission: Admission) -> None:
        for seconds in self._glances(admission):
            time.sleep(seconds)

    async def _await(self, admission: Admission) -> None:
        for seconds in self._glances(admission):
            await asyncio.sleep(seconds)

    def _glances(self, admission: Admission) -> Iterator[float]:
        """Yield how long to wait before looking again, until it is the turn of a request."""
        while (seconds := self._limiter.seconds_until(admission)) > 0:
            if self._is_over():
                raise Cancelled("cancelled while a request waited for its turn; what is already stored stays stored")
            yield min(seconds, _GLANCE)
