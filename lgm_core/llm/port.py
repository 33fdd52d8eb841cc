"""What the engine asks of a language model: messages in, one reply out, the JSON of it parsed by the caller's side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from lgm_core.model import Usage

__all__ = ["ChatModel", "Message", "Reply"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; `role` is `system`, `user` or `assistant`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered: its text, the parsed JSON when there is any, and what it cost."""

    text: str
    data: Any = None
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
