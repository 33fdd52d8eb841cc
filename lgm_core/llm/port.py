"""What the engine asks of a language model: messages in, the text of one reply out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol

from lgm_core.model import Usage

__all__ = ["REQUEST_PHASE", "ChatModel", "Message", "Reply", "ReplyCache"]

REQUEST_PHASE: ContextVar[str] = ContextVar("lgm_request_phase", default="")
"""What the request under way is for (`extraction`, `answering`, …), for chat models that name their calls."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; `role` is `system`, `user` or `assistant`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered, as text (JSON is text too), and what it cost."""

    text: str
    usage: Usage = field(default_factory=Usage)


class ChatModel(Protocol):
    """A chat model. Both methods raise `LanguageModelError` when there is no reply to be had."""

    @property
    def name(self) -> str:
        """Name the model; part of every reply's cache key and of a relation's origin."""
        ...

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation; with a JSON `schema`, ask for JSON in the best way the model has."""
        ...

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop."""
        ...


class ReplyCache(Protocol):
    """Keeps the text of replies that could be used, by a key that covers the model and the whole conversation."""

    def get(self, key: str) -> str | None:
        """Return a reply kept earlier, or None."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a reply."""
        ...
