"""The port for language models: messages in, the text of a reply out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from lgm_core.model import Usage

__all__ = ["REQUEST_PHASE", "ChatModel", "Message", "Reply", "ReplyCache", "StreamingChatModel", "identity_of"]

REQUEST_PHASE: ContextVar[str] = ContextVar("lgm_request_phase", default="")
"""The phase of the request under way (`extraction`, `answering`, …), for chat models that name their calls."""


@dataclass(frozen=True, slots=True)
class Message:
    """A turn of a conversation; `role` is `system`, `user` or `assistant`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """The text that a model replied with (JSON is text too), and its usage."""

    text: str
    usage: Usage = field(default_factory=Usage)


class ChatModel(Protocol):
    """A chat model.

    `complete` and `acomplete` raise `LanguageModelError` when a request fails, and `LanguageModelSetupError` when no
    request can succeed as things are set up.

    A model whose replies may be kept for the next run also has an `identity`: a text that is the same only for models
    that reply alike, of endpoint, model and sampling settings. The replies of a model without one are never kept.
    """

    @property
    def name(self) -> str:
        """Name the model; part of a relation's origin."""
        ...

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation; with a JSON `schema`, ask for JSON in the strictest way the model has."""
        ...

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop."""
        ...


@runtime_checkable
class StreamingChatModel(ChatModel, Protocol):
    """A chat model that can also hand its reply over while it comes; whoever has a `ChatModel` may ask whether it can.

    Both methods raise as `complete` does, also after some pieces.
    """

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply's text in pieces as they come, and last the whole reply; closing it ends the request."""
        ...

    def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same without blocking the event loop; closing it, or cancelling its task, ends the request."""
        ...


def identity_of(model: ChatModel | None) -> str | None:
    """Return the identity that a model's replies are kept under; None when they must not be kept."""
    identity = getattr(model, "identity", None)
    return identity if isinstance(identity, str) and identity else None


class ReplyCache(Protocol):
    """Holds the text of replies that could be read, by a key made of the model's identity and the conversation."""

    def get(self, key: str) -> str | None:
        """Return the text of a reply, or None."""
        ...

    def put(self, key: str, text: str) -> None:
        """Store the text of a reply."""
        ...
