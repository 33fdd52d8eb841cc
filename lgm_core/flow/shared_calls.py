"""Equal requests of several runs at the same time: the others wait for the first, whose reply the cache then has."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

__all__ = ["SharedCalls"]

_LOOK_AGAIN = 0.02
"""Seconds after which a waiting request looks whether its run was cancelled."""


class SharedCalls:
    """The requests that runs over one cache of replies are making now.

    A request waits for an equal one at most once: if that failed, each asks for itself. Requests of synchronous runs
    never wait for those of asynchronous ones, whose event loop they may block.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[tuple[str, ...], threading.Event] = {}

    @contextmanager
    def turn(self, *key: str, check: Callable[[], None]) -> Iterator[None]:
        """Wait until no equal request is being made; `check` is called meanwhile and may raise."""
        first = self._begin(key)
        if first is not None:
            while not first.wait(_LOOK_AGAIN):
                check()
        with self._making(key, is_first=first is None):
            yield

    @asynccontextmanager
    async def aturn(self, *key: str, check: Callable[[], None]) -> AsyncIterator[None]:
        """Do what `turn` does without blocking the event loop."""
        key = ("async", *key)
        first = self._begin(key)
        while first is not None and not first.is_set():
            check()
            await asyncio.sleep(_LOOK_AGAIN)
        with self._making(key, is_first=first is None):
            yield

    def _begin(self, key: tuple[str, ...]) -> threading.Event | None:
        """Return the end of an equal request that is being made; None if this is the first one now."""
        with self._lock:
            first = self._made.get(key)
            if first is None:
                self._made[key] = threading.Event()
            return first

    @contextmanager
    def _making(self, key: tuple[str, ...], *, is_first: bool) -> Iterator[None]:
        try:
            yield
        finally:
            if is_first:
                with self._lock:
                    self._made.pop(key).set()
