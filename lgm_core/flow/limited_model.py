"""A chat model whose requests wait for their turn, and are not sent once a budget is spent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import aclosing, closing
from typing import Any

from lgm_core.errors import Cancelled
from lgm_core.flow.limits import Admission, RequestLimiter
from lgm_core.llm.port import REQUEST_PHASE, ChatModel, Message, Reply, StreamingChatModel

__all__ = ["LimitedChatModel"]

_GLANCE = 0.1
"""Seconds after which a task that waits looks whether its run was cancelled."""


class LimitedChatModel:
    """A chat model under limits; streams the replies of one that can.

    All methods raise what the model's own raise, `BudgetSpentError` in place of a request that is not sent, and
    `Cancelled` when the run is cancelled while a request waits.

    Args:
        model: the model.
        limiter: admits its requests.
        cancel: the run's cancellation token.
    """

    def __init__(self, model: ChatModel, limiter: RequestLimiter, cancel: threading.Event) -> None:
        self._model, self._limiter, self._cancel = model, limiter, cancel

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
        with self._limiter.admitted(REQUEST_PHASE.get(), messages) as admission:
            self._wait(admission)
            with closing(self._model.stream(messages, schema)) as pieces:
                for piece in pieces:
                    if isinstance(piece, Reply):
                        admission.usage = piece.usage
                    yield piece

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same without blocking the event loop."""
        if not isinstance(self._model, StreamingChatModel):
            yield await self.acomplete(messages, schema)
            return
        with self._limiter.admitted(REQUEST_PHASE.get(), messages) as admission:
            await self._await(admission)
            async with aclosing(self._model.astream(messages, schema)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Reply):
                        admission.usage = piece.usage
                    yield piece

    def _wait(self, admission: Admission) -> None:
        while (seconds := admission.start - self._limiter.clock()) > 0:
            if self._cancel.wait(seconds):
                raise Cancelled(_CANCELLED)

    async def _await(self, admission: Admission) -> None:
        while (seconds := admission.start - self._limiter.clock()) > 0:
            if self._cancel.is_set():
                raise Cancelled(_CANCELLED)
            await asyncio.sleep(min(seconds, _GLANCE))


_CANCELLED = "cancelled while a request waited for its turn; what is already stored stays stored"
