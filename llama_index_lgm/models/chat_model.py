"""Let the engine talk through any LlamaIndex LLM."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Generator, Iterator, Mapping, Sequence
from contextlib import aclosing, closing, contextmanager
from contextvars import ContextVar, copy_context
from functools import lru_cache
from inspect import getattr_static
from typing import Any, Literal

from llama_index.core.base.llms.types import ChatResponse
from llama_index.core.instrumentation.events.llm import LLMChatEndEvent
from llama_index.core.llms import CustomLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.prompts import ChatPromptTemplate
from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.base import BaseEvent
from llama_index_instrumentation.event_handlers import BaseEventHandler
from pydantic import BaseModel, create_model

from lgm_core import LanguageModelError
from lgm_core.hosts import (
    count_conversation,
    count_tokens,
    language_model_error,
    may_refuse_argument,
    settings_identity,
)
from lgm_core.model import Usage
from lgm_core.ports import Message, Reply
from llama_index_lgm._conversion import to_messages

__all__ = ["LlamaIndexChatModel", "reply_class"]

_SCALARS = {"string": str, "integer": int, "number": float, "boolean": bool}

_HEARD: ContextVar[list[ChatResponse] | None] = ContextVar("heard", default=None)


def reply_class(schema: Mapping[str, Any]) -> type[BaseModel]:
    """Return a class for what a JSON schema of the engine describes."""
    return _class_of(json.dumps(schema))


@contextmanager
def responses_heard() -> Iterator[list[ChatResponse]]:
    """Collect the responses of LLMs inside, since structured output does not return its usage."""
    heard: list[ChatResponse] = []
    token = _HEARD.set(heard)
    try:
        yield heard
    finally:
        _HEARD.reset(token)


class _Listener(BaseEventHandler):
    """Keeps responses for `responses_heard` in the same context."""

    def handle(self, event: BaseEvent, **kwargs: Any) -> None:  # noqa: ANN401  # the host's signature
        heard = _HEARD.get()
        if heard is None or not isinstance(event, LLMChatEndEvent) or event.response is None:
            return
        if all(response is not event.response for response in heard):  # reported twice if `achat` calls `chat`
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


_TOKEN_NAMES = (
    ("prompt_tokens", "completion_tokens"),
    ("input_tokens", "output_tokens"),
    ("prompt_token_count", "candidates_token_count"),
    ("prompt_eval_count", "eval_count"),
)


class LlamaIndexChatModel:
    """The engine's `StreamingChatModel` over a LlamaIndex LLM.

    For JSON of a certain form, an LLM with function calls is asked through `structured_predict` until the endpoint
    refuses that. Other LLMs, and all while they stream, are asked in words, which the prompts contain anyway. If an LLM
    does not report its tokens, they are estimated.
    """

    def __init__(self, llm: LLM) -> None:
        self.llm = llm
        self._is_structured = llm.metadata.is_function_calling_model
        # `CustomLLM.achat` calls `chat` on the event loop. Plain attribute access would return an instrumented wrapper.
        self._blocks = getattr_static(type(llm), "achat") is getattr_static(CustomLLM, "achat")

    @property
    def name(self) -> str:
        """Name the model as its metadata does, or else by its class."""
        name = self.llm.metadata.model_name
        return name if name and name != "unknown" else self.llm.class_name()

    @property
    def identity(self) -> str | None:
        """Return what replies are cached under: the LLM's settings, if it has a name and all of them are plain data."""
        name = self.llm.metadata.model_name
        return settings_identity(self.llm) if name and name != "unknown" else None

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, or the model does not exist.
            LanguageModelError: the LLM failed in another way; the cause is kept.
        """
        spent = Usage()
        if schema is not None and self._is_structured:
            with responses_heard() as heard:
                try:
                    filled = self.llm.structured_predict(reply_class(schema), _template(messages))
                    text = filled.model_dump_json()
                except Exception as error:  # as below
                    text = self._unstructured_reply(error, heard)
            spent = _usage_of(heard, messages, text)
            if text:
                return Reply(text, spent)
        try:
            response = self.llm.chat(to_messages(messages))
            return _reply(response.message.content or "", response, messages, spent)
        except Exception as error:  # every provider raises its own errors
            raise language_model_error(error, self.name) from error

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Do what `complete` does without blocking the event loop; raises the same."""
        if self._blocks:
            return await asyncio.to_thread(self.complete, messages, schema)
        spent = Usage()
        if schema is not None and self._is_structured:
            with responses_heard() as heard:
                try:
                    filled = await self.llm.astructured_predict(reply_class(schema), _template(messages))
                    text = filled.model_dump_json()
                except Exception as error:  # as in complete
                    text = self._unstructured_reply(error, heard)
            spent = _usage_of(heard, messages, text)
            if text:
                return Reply(text, spent)
        try:
            response = await self.llm.achat(to_messages(messages))
            return _reply(response.message.content or "", response, messages, spent)
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply in pieces, then as a whole; an LLM that cannot stream yields one piece.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, or the model does not exist.
            LanguageModelError: the LLM failed in another way; the cause is kept.
        """
        streamed = _StreamedReply()
        try:
            with closing(self.llm.stream_chat(to_messages(messages))) as responses:
                for response in responses:
                    if piece := streamed.piece(response):
                        yield piece
        except NotImplementedError:
            yield self.complete(messages, schema)
            return
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error
        yield streamed.reply(messages, self.name)

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Do what `stream` does without blocking the event loop; raises the same."""
        if self._blocks:
            async with aclosing(_in_threads(self.stream(messages, schema))) as pieces:
                async for piece in pieces:
                    yield piece
            return
        streamed = _StreamedReply()
        try:
            asked = await self.llm.astream_chat(to_messages(messages))
            async with aclosing(asked) as responses:
                async for response in responses:
                    if text := streamed.piece(response):
                        yield text
        except NotImplementedError:
            yield await self.acomplete(messages, schema)
            return
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error
        yield streamed.reply(messages, self.name)

    def _unstructured_reply(self, error: Exception, heard: Sequence[ChatResponse]) -> str:
        """Return the reply to a failed structured request; empty if it must be repeated in words, else raise."""
        if may_refuse_argument(error):
            self._is_structured = False
            return ""
        if not isinstance(error, ValueError | TypeError | AssertionError):  # LlamaIndex raises these for a wrong form
            raise language_model_error(error, self.name) from error
        return heard[-1].message.content or "" if heard else ""


class _StreamedReply:
    """A reply that comes in several responses, each with its addition or with the whole text so far."""

    def __init__(self) -> None:
        self._text = ""
        self._last: ChatResponse | None = None

    def piece(self, response: ChatResponse) -> str:
        """Add a response; return the text it adds."""
        so_far = response.message.content or ""
        piece = response.delta if response.delta is not None else so_far.removeprefix(self._text)
        self._text += piece
        self._last = response
        return piece

    def reply(self, messages: Sequence[Message], name: str) -> Reply:
        """Return the whole reply, with the usage in the last response."""
        if self._last is None:
            raise LanguageModelError(f"{name}: the stream held no reply")
        return _reply(self._text, self._last, messages)


async def _in_threads(pieces: Generator[str | Reply, None, None]) -> AsyncGenerator[str | Reply, None]:
    """Read from a blocking generator in worker threads, one after the other; close it when the reader stops."""
    context = copy_context()
    drawing: asyncio.Task[str | Reply | None] | None = None

    def draw() -> str | Reply | None:
        return context.run(next, pieces, None)

    try:
        while True:
            drawing = asyncio.create_task(asyncio.to_thread(draw))
            if (piece := await asyncio.shield(drawing)) is None:
                return
            yield piece
    finally:
        if drawing is not None:
            await asyncio.gather(drawing, return_exceptions=True)
        await asyncio.to_thread(context.run, pieces.close)


def _template(messages: Sequence[Message]) -> ChatPromptTemplate:
    """Return a template without gaps, which leaves braces in the messages as they are."""
    return ChatPromptTemplate(to_messages(messages))


def _reply(text: str, response: ChatResponse, messages: Sequence[Message], spent: Usage = Usage()) -> Reply:  # noqa: B008
    return Reply(text, spent + _usage(text, response, messages))


def _usage_of(heard: Sequence[ChatResponse], messages: Sequence[Message], text: str) -> Usage:
    """Return the usage of responses; an estimate if there is a text but no response was collected."""
    if not heard and text:
        return Usage(calls=1, prompt_tokens=count_conversation(messages), completion_tokens=count_tokens(text))
    return sum((_usage(response.message.content or "", response, messages) for response in heard), Usage())


def _usage(text: str, response: ChatResponse, messages: Sequence[Message]) -> Usage:
    prompt, completion = _reported(response)
    return Usage(
        calls=1,
        prompt_tokens=count_conversation(messages) if prompt is None else prompt,
        completion_tokens=count_tokens(text) if completion is None else completion,
    )


def _reported(response: ChatResponse) -> tuple[int | None, int | None]:
    """Find the token counts, which providers report in different places and under different names."""
    raw = response.raw
    places = (response.additional_kwargs, _member(raw, "usage"), _member(raw, "usage_metadata"), raw)
    for place in places:
        for prompt_name, completion_name in _TOKEN_NAMES:
            prompt, completion = _member(place, prompt_name), _member(place, completion_name)
            if isinstance(prompt, int) and isinstance(completion, int):
                return prompt, completion
    return None, None


def _member(place: object, name: str) -> object:
    return place.get(name) if isinstance(place, Mapping) else getattr(place, name, None)
