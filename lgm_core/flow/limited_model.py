"""A chat model whose requests wait for their turn, and are not sent once a budget is spent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from typing import Any

from lgm_core.errors import Cancelled
from lgm_core.flow.limits import Admission, RequestLimiter
from lgm_core.llm.port import REQUEST_PHASE, ChatModel, Message, Reply, StreamingChatModel

__all__ = ["LimitedChatModel"]

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
