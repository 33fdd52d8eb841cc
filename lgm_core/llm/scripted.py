"""A chat model with scripted replies: for tests, examples and counting tokens without cost."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.port import Message, Reply
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import Usage

__all__ = ["ScriptedChatModel", "ScriptedRequest"]

ScriptedReply = str | LanguageModelError
_PIECE = re.compile(r"\s*\S+|\s+")

Script = Iterable[ScriptedReply] | Callable[[Sequence[Message]], ScriptedReply]


@dataclass(frozen=True, slots=True)
class ScriptedRequest:
    """A request received by the model."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None


class ScriptedChatModel:
    """A chat model with scripted replies; implements `StreamingChatModel` and estimates tokens.

    The script is a list of replies, returned in the order of the requests, or a function of the conversation (better
    for parallel requests). A `LanguageModelError` in place of a reply is raised. Replies are cached across runs only
    with an `identity`, since nothing else distinguishes scripts.
    """

    def __init__(self, script: Script, *, name: str = "scripted", identity: str | None = None) -> None:
        self._name = name
        self.identity = identity
        self._lock = threading.Lock()
        self._reply: Callable[[Sequence[Message]], ScriptedReply]
        if callable(script):
            self._reply = script
        else:
            replies = iter(list(script))
            self._reply = lambda _: next(replies, LanguageModelSetupError("the script has no more replies"))
        self.requests: list[ScriptedRequest] = []

    @property
    def name(self) -> str:
        """Name the model."""
        return self._name

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the next reply of the script.

        Raises:
            LanguageModelError: the script has this error in place of a reply.
            LanguageModelSetupError: the script has no more replies.
        """
        with self._lock:
            self.requests.append(ScriptedRequest(tuple(messages), schema))
            reply = self._reply(messages)
        if isinstance(reply, LanguageModelError):
            raise reply
        return Reply(reply, Usage(1, count_conversation(messages), count_tokens(reply)))

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same, after yielding to other tasks; raises like `complete`."""
        await asyncio.sleep(0)
        return self.complete(messages, schema)

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the next reply word by word, and last the whole; raises like `complete`."""
        reply = self.complete(messages, schema)
        yield from _PIECE.findall(reply.text)
        yield reply

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same, yielding to other tasks before each word; raises like `complete`."""
        for piece in self.stream(messages, schema):
            await asyncio.sleep(0)
            yield piece
