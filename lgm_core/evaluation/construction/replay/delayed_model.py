"""A language model that takes a fixed time for each reply, and tells how often one waited for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.llm.port import ChatModel, Message, Reply

__all__ = ["DelayedModel"]


class DelayedModel:
    """Replies as another model does, each time after so many seconds, for as many callers at once as there are.

    Attributes:
        waits: when each wait for a reply began and ended, in seconds by the clock.
    """

    def __init__(self, model: ChatModel, seconds: float) -> None:
        self._model, self._seconds = model, seconds
        self.waits: list[tuple[float, float]] = []

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    @property
    def rounds(self) -> int:
        """Return how many waits followed each other: the most of which no two overlap.

        With one request at a time it is the number of requests. A busy machine changes it only if it is held up for
        longer than a reply takes.
        """
        count, until = 0, float("-inf")
        for began, ended in sorted(self.waits, key=lambda wait: wait[1]):
            if began >= until:
                count, until = count + 1, ended
        return count

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the other model's reply, later."""
        reply = self._model.complete(messages, schema)
        began = time.perf_counter()
        time.sleep(self._seconds)
        self.waits.append((began, time.perf_counter()))
        return reply

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop."""
        reply = self._model.complete(messages, schema)
        began = time.perf_counter()
        await asyncio.sleep(self._seconds)
        self.waits.append((began, time.perf_counter()))
        return reply
