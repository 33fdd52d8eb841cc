"""Shared limits of requests: one rate and one budget of tokens."""

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

_REPLY_RATIO = 0.5
"""Reply tokens assumed per request token, before any reply of the phase is known."""


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """Limits on the use of a language model; None for no limit.

    All requests are sent by the process that builds or asks, wherever documents are analysed, so one object covers all
    workers. Cached replies cost nothing. The client's own retries, after rate limits or server errors, do not count as
    further requests.

    Attributes:
        tokens: prompt and completion tokens together. A request that does not fit into the rest, by an estimate of its
            reply, is not sent; requests under way are finished, and one that only fits if they cost less than estimated
            waits for them. The budget is exceeded at most by the amount by which the last requests under way, at most
            `concurrency`, exceed their estimates. A stream that is closed or breaks off counts its prompt and the
            received part of its reply; a request abandoned otherwise, for example by cancelling its task, counts its
            estimate. A request that fails before any reply counts nothing, although an endpoint may charge for a lost
            reply.
        requests_per_minute: requests begun within any 60 seconds; further ones wait.
        tokens_per_minute: tokens of the requests begun within any 60 seconds. A request larger than this waits for a
            minute without others.
    """

    tokens: int | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: a limit is not a number above 0.
        """
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise InputError(f"{each.name}={value!r} must be a whole number above 0, or None for no limit")


@dataclass(slots=True, eq=False)
class Admission:
    """A request that is waiting for its turn, or was sent.

    Attributes:
        phase: the request's phase.
        prompt: its prompt tokens.
        is_streamed: whether a reader consumes its reply at its own pace.
        tokens: its estimated cost; at the end its actual cost, if known.
        start: when it may be sent, by the limiter's clock; infinite while it waits for room in a budget.
        is_sent: whether its turn has come.
        pieces: the received pieces of its reply.
        usage: the usage of the reply; None until there is one.
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
    """Admits requests, under rates in the order of arrival; safe to share between threads and event loops.

    Args:
        limits: the limits.
        clock: returns seconds; only differences matter.
    """

    def __init__(self, limits: RequestLimits, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lock = threading.Lock()
        self._accounts: tuple[_Account, ...] = (_Account(limits),)
        self._replies: dict[str, tuple[int, int]] = {}
        """The number of replies per phase, and their tokens."""

    def __deepcopy__(self, memo: object) -> RequestLimiter:
        """Return this limiter: copies of its users share its limits."""
        return self

    def also(self, limits: RequestLimits) -> RequestLimiter:
        """Return a limiter that also applies further limits; requests it admits count for this one too."""
        other = RequestLimiter(limits, clock=self.clock)
        other._lock, other._replies = self._lock, self._replies
        other._accounts = (*self._accounts, *other._accounts)
        return other

    @contextmanager
    def admitted(
        self, phase: str, messages: Sequence[Message], *, is_streamed: bool = False
    ) -> Generator[Admission, None, None]:
        """Reserve the tokens of a request; at the end, settle them by the admission's data on the reply.

        Wait until `seconds_until` is 0 before sending it.

        Raises:
            BudgetSpentError: it does not fit into the rest of a budget.
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
        """Return how long a request must wait, as known now; 0 when it may be sent.

        Raises:
            BudgetSpentError: it waited for room in a budget, and does not fit into the rest.
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
        admission.tokens = admission.prompt + round(tokens / replies if replies else _REPLY_RATIO * admission.prompt)
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
        """Return the earliest time at which all rates admit a request."""
        start, now = None, self.clock()
        later = now
        while start != later:
            start = later
            for account in self._accounts:
                later = account.earliest(later, tokens, now)
        return later


class _Account:
    """The usage under one set of limits."""

    def __init__(self, limits: RequestLimits) -> None:
        self._limits = limits
        self._spent = self._reserved = self._streamed = 0
        self._recent: deque[Admission] = deque()

    def has_room(self, tokens: int) -> bool:
        """Return whether a request fits by estimate; False if it may fit once requests under way are settled.

        Streams are not waited for: their readers may take any time, and may be the caller itself.

        Raises:
            BudgetSpentError: it does not fit, whatever the others cost.
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
        """Return the earliest time, from a start on and not before any earlier request, that the rates allow."""
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
        if is_unsent and admission in self._recent:  # abandoned while waiting: no other request has to wait for it
            self._recent.remove(admission)


_CHECK_SECONDS = 0.1
"""Seconds after which a waiting request checks whether its run is over."""


class LimitedChatModel:
    """A chat model with limits; streams if the model can.

    All methods raise like the model's own, `BudgetSpentError` instead of sending a request, and `Cancelled` if the run
    is cancelled, or ended by another request, while a request waits.

    Args:
        model: the model.
        limiter: admits its requests.
        is_over: returns whether the run needs no more replies.
    """

    def __init__(self, model: ChatModel, limiter: RequestLimiter, is_over: Callable[[], bool]) -> None:
        self._model, self._limiter, self._is_over = model, limiter, is_over

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation when its turn comes."""
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
        """Yield the reply in pieces, and last the whole; if the model cannot stream, only the whole."""
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
        """Yield how long to wait before checking again, until it is a request's turn."""
        while (seconds := self._limiter.seconds_until(admission)) > 0:
            if self._is_over():
                raise Cancelled("cancelled while a request waited for its turn; what is already stored stays stored")
            yield min(seconds, _CHECK_SECONDS)
