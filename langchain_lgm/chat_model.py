"""Let the engine talk through any LangChain chat model."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import aclosing, closing
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableWithFallbacks
from langchain_core.runnables.base import RunnableBindingBase

from langchain_lgm._conversion import to_messages
from lgm_core import InputError, LanguageModelError
from lgm_core.hosts import (
    REQUEST_PHASE,
    count_conversation,
    count_tokens,
    language_model_error,
    may_refuse_argument,
    settings_identity,
)
from lgm_core.model import Usage
from lgm_core.ports import ChatModel, Message, Reply

__all__ = ["LangChainChatModel", "as_chat_model"]

_Model = Runnable[Any, Any]


def structured(model: _Model, schema: Mapping[str, Any]) -> _Model:
    """Return a model that replies by a JSON schema, wrapped as it is: what it returns has `raw` and `parsed`.

    Args:
        model: a chat model, or what `with_retry`, `with_config` or `with_fallbacks` make of some.
        schema: the schema of an object.

    Raises:
        NotImplementedError: a model of these has no structured output, or arguments bound to it, which would be lost.
        ValueError: a model has it only for schemas of another kind.
    """
    if isinstance(model, RunnableWithFallbacks):
        first, *others = (structured(each, schema) for each in (model.runnable, *model.fallbacks))
        return model.model_copy(update={"runnable": first, "fallbacks": others})
    if isinstance(model, RunnableBindingBase):
        if model.kwargs:
            raise NotImplementedError(f"{model.kwargs} are bound to the model, which structured output would lose")
        return model.model_copy(update={"bound": structured(model.bound, schema)})
    if not hasattr(model, "with_structured_output"):
        raise NotImplementedError(f"{type(model).__name__} has no structured output")
    named = {"title": "reply", "description": "The reply, in the form asked for.", **schema}
    made: _Model = model.with_structured_output(named, include_raw=True)
    return made


_Asked = Runnable[Any, Any]

_NOT_FOR_READERS = "nostream"
"""The tag of model calls that LangGraph leaves out of the messages it streams: raw replies are no messages to users."""


class LangChainChatModel:
    """The engine's `StreamingChatModel` over a LangChain chat model, or a runnable made of one (`llm.with_retry()`).

    Where the engine wants JSON of a certain form it asks by the model's own `with_structured_output`, below retries and
    fallbacks too, until the endpoint refuses it; a model without it, or with bound arguments, is asked in words, which
    the prompts do anyway. The tokens of a model that does not report usage
    are estimated. Retries, timeouts and rate limits are the model's own affair. Each call is traced as a run named
    after what it is for, such as `lgm:answering`, under the run that caused it.

    Args:
        model: the chat model.
        name: what relations are attributed to, and what replies are kept under; by default the model's own name, and
            for replies all its settings (a model that holds functions has no such name, and its replies are not kept).
    """

    def __init__(self, model: BaseChatModel | Runnable[Any, BaseMessage], *, name: str = "") -> None:
        self._model = model
        self._name = name or _name_of(model)
        self._identity = name or (settings_identity(model) if _own_name_of(model) else None)
        self._is_structured = True

    @property
    def name(self) -> str:
        """Name the model."""
        return self._name

    @property
    def identity(self) -> str | None:
        """Return what replies are kept under; None when they are not kept."""
        return self._identity

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, or there is no such model.
            LanguageModelError: the model failed, whatever it raised; the cause is kept.
        """
        turns, asked = to_messages(messages), self._form(schema)
        try:
            return _reply(asked.invoke(turns, _config()), messages)
        except Exception as error:  # every provider raises its own errors; none may end a build or an answer
            if not self._refuses_form(asked, error):
                raise language_model_error(error, self.name) from error
        return self.complete(messages)

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop; raises the same."""
        turns, asked = to_messages(messages), self._form(schema)
        try:
            return _reply(await asked.ainvoke(turns, _config()), messages)
        except Exception as error:  # as in complete
            if not self._refuses_form(asked, error):
                raise language_model_error(error, self.name) from error
        return await self.acomplete(messages)

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply in pieces and last as a whole; structured output, and a model that cannot stream, in one.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, or there is no such model.
            LanguageModelError: the model failed, whatever it raised; the cause is kept.
        """
        if self._form(schema) is not self._model:
            yield self.complete(messages, schema)
            return
        whole: Any = None
        try:
            asked = self._model.stream(to_messages(messages), _config())
            with closing(cast(Generator[Any, None, None], asked)) as chunks:
                for chunk in chunks:
                    whole = chunk if whole is None else whole + chunk
                    if piece := str(chunk.text):
                        yield piece
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error
        yield _streamed_reply(whole, messages, self.name)

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same without blocking the event loop; raises the same."""
        if self._form(schema) is not self._model:
            yield await self.acomplete(messages, schema)
            return
        whole: Any = None
        try:
            asked = self._model.astream(to_messages(messages), _config())
            async with aclosing(cast(AsyncGenerator[Any, None], asked)) as chunks:
                async for chunk in chunks:
                    whole = chunk if whole is None else whole + chunk
                    if piece := str(chunk.text):
                        yield piece
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error
        yield _streamed_reply(whole, messages, self.name)

    def _form(self, schema: Mapping[str, Any] | None) -> _Asked:
        """Return the model, bound to the schema if there is one and the model has structured output."""
        if schema is None or not self._is_structured:
            return self._model
        try:
            return structured(self._model, schema)
        except (NotImplementedError, ValueError):  # the latter when the model's schemas are narrower than ours
            self._is_structured = False
            return self._model

    def _refuses_form(self, asked: _Asked, error: Exception) -> bool:
        """Return whether a structured request failed for being one; if so, none is made again."""
        if asked is self._model or not may_refuse_argument(error):
            return False
        self._is_structured = False
        return True


def as_chat_model(
    llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None, *, setting: str = "llm"
) -> ChatModel | None:
    """Return a LangChain model as one of the engine; a model of the engine stays what it is.

    Args:
        llm: the model.
        setting: what the user calls it, for the error.

    Raises:
        InputError: it is neither.
    """
    if isinstance(llm, Runnable):
        return LangChainChatModel(llm)
    if llm is None or hasattr(llm, "acomplete"):
        return llm
    raise InputError(f"{setting}={llm!r} is neither a LangChain chat model nor a ChatModel of lgm_core")


def _name_of(model: Runnable[Any, Any]) -> str:
    """Return the model's own name, else that of its class."""
    return _own_name_of(model) or type(_unwrapped(model)).__name__


def _own_name_of(model: Runnable[Any, Any]) -> str:
    """Return the model's name by the fields in which providers keep it; empty when it has none."""
    names = (getattr(_unwrapped(model), field, None) for field in ("model_name", "model", "model_id"))
    return next((name for name in names if isinstance(name, str) and name), "")


def _unwrapped(model: Runnable[Any, Any]) -> Runnable[Any, Any]:
    while isinstance(model, RunnableBindingBase):  # what `with_retry` and `bind` wrap it in
        model = model.bound
    return model


def _config() -> RunnableConfig:
    phase = REQUEST_PHASE.get()
    config: RunnableConfig = {"tags": [_NOT_FOR_READERS]}
    return {**config, "run_name": f"lgm:{phase}", "metadata": {"lgm_phase": phase}} if phase else config


def _streamed_reply(whole: BaseMessage | None, messages: Sequence[Message], name: str) -> Reply:
    if whole is None:
        raise LanguageModelError(f"{name}: the stream held no reply")
    return _reply(whole, messages)


def _reply(output: Any, messages: Sequence[Message]) -> Reply:  # noqa: ANN401  # a message, or a dict around one
    """Read what a model returned: a message, or with structured output a dict of raw message and parsed value."""
    parsed = None
    if isinstance(output, dict):
        output, parsed = output["raw"], output["parsed"]
    text = json.dumps(parsed, ensure_ascii=False) if parsed is not None else str(output.text)
    if isinstance(output, AIMessage) and output.usage_metadata:
        usage = output.usage_metadata
        return Reply(text, Usage(1, usage["input_tokens"], usage["output_tokens"]))
    return Reply(text, Usage(1, count_conversation(messages), count_tokens(text)))
