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
    """The text of a model's reply (including JSON), and its usage."""

    text: str
    usage: Usage = field(default_factory=Usage)


class ChatModel(Protocol):
    """A chat model.

    `complete` and `acomplete` raise `LanguageModelError` if a request fails, and `LanguageModelSetupError` if no
    request can succeed with this setup.

    A model whose replies may be cached across runs also has an `identity`: a text of endpoint, model and sampling
    settings, equal only for models that reply alike. The replies of a model without one are never cached.
    """

    @property
    def name(self) -> str:
        """Name the model; part of a relation's origin."""
        ...

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation; with a JSON `schema`, request JSON as strictly as the model supports."""
        ...

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop."""
        ...


@runtime_checkable
class StreamingChatModel(ChatModel, Protocol):
    """A chat model that can also stream its reply; check a `ChatModel` with `isinstance`.

    Both methods raise like `complete`, possibly after some pieces.
    """

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply's text in pieces as they arrive, and last the whole reply; closing it ends the request."""
        ...

    def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same without blocking the event loop; closing it, or cancelling its task, ends the request."""
        ...


def identity_of(model: ChatModel | None) -> str | None:
    """Return the identity for caching a model's replies; None if they must not be cached."""
    identity = getattr(model, "identity", None)
    return identity if isinstance(identity, str) and identity else None


class ReplyCache(Protocol):
    """Stores the text of readable replies, by a key from the model's identity and the conversation."""

    def get(self, key: str) -> str | None:
        """Return the text of a reply, or None."""
        ...

    def put(self, key: str, text: str) -> None:
        """Store the text of a reply."""
        ...
