"""A language model that takes a fixed time for each reply."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.llm.port import ChatModel, Message, Reply

__all__ = ["DelayedModel"]


class DelayedModel:
    """Replies as another model does, each time after so many seconds, for as many callers at once as there are."""

    def __init__(self, model: ChatModel, seconds: float) -> None:
        self._model, self._seconds = model, seconds

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the other model's reply, later."""
        time.sleep(self._seconds)
        return self._model.complete(messages, schema)

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop."""
        await asyncio.sleep(self._seconds)
        return self._model.complete(messages, schema)
