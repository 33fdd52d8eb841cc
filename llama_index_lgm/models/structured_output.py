"""Structured output of LlamaIndex: classes for JSON schemas, and the responses behind what it returns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Literal

from llama_index.core.base.llms.types import ChatResponse
from llama_index.core.instrumentation.events.llm import LLMChatEndEvent
from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.base import BaseEvent
from llama_index_instrumentation.event_handlers import BaseEventHandler
from pydantic import BaseModel, create_model

__all__ = ["reply_class", "responses_heard"]

_SCALARS = {"string": str, "integer": int, "number": float, "boolean": bool}

_HEARD: ContextVar[list[ChatResponse] | None] = ContextVar("heard", default=None)


def reply_class(schema: Mapping[str, Any]) -> type[BaseModel]:
    """Return a class whose instances are what a JSON schema of the engine describes."""
    return _class_of(json.dumps(schema))


@contextmanager
def responses_heard() -> Iterator[list[ChatResponse]]:
    """Collect the responses of LLMs inside: structured output returns what they hold, and not what they cost."""
    heard: list[ChatResponse] = []
    token = _HEARD.set(heard)
    try:
        yield heard
    finally:
        _HEARD.reset(token)


class _Listener(BaseEventHandler):
    """Keeps responses for whoever collects them in the same context."""

    def handle(self, event: BaseEvent, **kwargs: Any) -> None:  # noqa: ANN401  # the host's signature
        heard = _HEARD.get()
        if heard is None or not isinstance(event, LLMChatEndEvent) or event.response is None:
            return
        if all(response is not event.response for response in heard):  # told twice where `achat` calls `chat`
            heard.append(event.response)


get_dispatcher("llama_index.core.llms.callbacks").add_event_handler(_Listener())


@lru_cache(maxsize=32)
def _class_of(schema: str) -> type[BaseModel]:
    made: type[BaseModel] = _type_of(json.loads(schema), "Reply")
    return made


def _type_of(schema: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401  # a type, or a form such as list[int]
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    match schema["type"]:
        case "object":
            fields: dict[str, Any] = {
                field: (_type_of(value, f"{name}_{field}"), ...) for field, value in schema["properties"].items()
            }
            return create_model(name, __doc__="The reply, in the form asked for.", **fields)
        case "array":
            return list[_type_of(schema["items"], f"{name}_item")]  # type: ignore[misc]  # made at run time
        case scalar:
            return _SCALARS[scalar]
