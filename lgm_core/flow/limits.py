"""One rate and one budget of tokens for all requests that share them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields

from lgm_core.errors import BudgetSpentError, InputError
from lgm_core.llm.port import Message
from lgm_core.llm.tokens import count_conversation
from lgm_core.model import Usage

__all__ = ["Admission", "RequestLimiter", "RequestLimits"]

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
            its reply, is not sent; those under way are finished. The budget is passed at most by what the usage of
            those under way at its end, no more than `concurrency` of them, exceeds their estimates. A request that
            fails counts nothing, though an endpoint may charge for a reply that was lost on its way.
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
    """A request that may be sent.

    Attributes:
        start: when, by the limiter's clock.
        tokens: what it is reckoned to cost; after the reply what it did cost.
        usage: of the reply; empty as long as there is none, or when the request failed.
    """

    start: float
    tokens: int
    usage: Usage = Usage()  # noqa: RUF009  # frozen


class RequestLimiter:
    """Admits requests in the order in which they come; safe to share between threads and event loops.

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

    def also(self, limits: RequestLimits) -> RequestLimiter:
        """Return a limiter that holds to further limits besides; what it admits counts for this one too."""
        other = RequestLimiter(limits, clock=self.clock)
        other._lock, other._replies = self._lock, self._replies
        other._accounts = (*self._accounts, *other._accounts)
        return other

    @contextmanager
    def admitted(self, phase: str, messages: Sequence[Message]) -> Generator[Admission, None, None]:
        """Reserve the tokens of a request; at the end it is settled by the `usage` of the admission.

        Wait until `Admission.start` before sending it.

        Raises:
            BudgetSpentError: it does not fit into what is left of a budget.
        """
        prompt = count_conversation(messages)
        with self._lock:
            replies, tokens = self._replies.get(phase, (0, 0))
            expected = prompt + round(tokens / replies if replies else _FIRST_REPLY * prompt)
            for account in self._accounts:
                account.check(expected)
            admission = Admission(self._earliest(expected), expected)
            for account in self._accounts:
                account.open(admission)
        is_sent = True
        try:
            yield admission
        except BaseException:
            is_sent = self.clock() >= admission.start
            raise
        finally:
            with self._lock:
                if admission.usage.calls:
                    replies, tokens = self._replies.get(phase, (0, 0))
                    self._replies[phase] = replies + 1, tokens + admission.usage.completion_tokens
                for account in self._accounts:
                    account.settle(admission, expected, is_sent=is_sent)
                admission.tokens = admission.usage.tokens

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
        self._spent = self._reserved = 0
        self._recent: deque[Admission] = deque()

    def check(self, tokens: int) -> None:
        budget = self._limits.tokens
        if budget is not None and self._spent + self._reserved + tokens > budget:
            raise BudgetSpentError(
                f"the budget of {budget:,} tokens is spent: {self._spent:,} are used, and the next request takes about "
                f"{tokens:,}"
            )

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
        if self._limits.requests_per_minute is not None or self._limits.tokens_per_minute is not None:
            self._recent.append(admission)

    def settle(self, admission: Admission, reserved: int, *, is_sent: bool) -> None:
        self._reserved -= reserved
        self._spent += admission.usage.tokens
        if not is_sent and admission in self._recent:  # given up while it waited: no other has to wait for it
            self._recent.remove(admission)
