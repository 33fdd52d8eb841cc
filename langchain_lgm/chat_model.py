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
from lgm_core.errors import LanguageModelSetupError
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
    """Return a model that replies according to a JSON schema, in the same wrappers; it returns `raw` and `parsed`.

    Args:
        model: a chat model, or what `with_retry`, `with_config` or `with_fallbacks` made of some.
        schema: the schema of an object.

    Raises:
        NotImplementedError: one of the models has no structured output, or has bound arguments, which would be lost.
        ValueError: one of the models only supports other kinds of schemas.
    """
    if isinstance(model, RunnableWithFallbacks):
        first, *others = (structured(each, schema) for each in (model.runnable, *model.fallbacks))
        return model.model_copy(update={"runnable": first, "fallbacks": others})
    if isinstance(model, RunnableBindingBase):
        if model.kwargs:
            raise NotImplementedError(f"{model.kwargs} are bound to the model; structured output would lose them")
        return model.model_copy(update={"bound": structured(model.bound, schema)})
    if not hasattr(model, "with_structured_output"):
        raise NotImplementedError(f"{type(model).__name__} has no structured output")
    named = {"title": "reply", "description": "The reply, in the form asked for.", **schema}
    made: _Model = model.with_structured_output(named, include_raw=True)
    return made


_NOT_FOR_READERS = "nostream"
"""The tag of model calls that LangGraph leaves out of the messages it streams, since raw replies are not for users."""


class LangChainChatModel:
    """The engine's `StreamingChatModel` over a LangChain chat model, or a runnable made of one (`llm.with_retry()`).

    For JSON of a certain form it uses the model's own `with_structured_output`, inside retries and fallbacks too, until
    the endpoint refuses it. A model without it, or with bound arguments, is asked in words, which the prompts contain
    anyway. If a model does not report its tokens, they are estimated. Retries, timeouts and rate limits are left to the
    model. Each call is traced as a run named after its purpose, such as `lgm:answering`, below the run that caused it.

    Args:
        model: the chat model.
        name: what relations are attributed to, and what replies are cached under (`identity`); by default the model's
            own name, and for replies all its settings. Without a name, replies of a model that holds functions are not
            cached.
    """

    def __init__(self, model: BaseChatModel | Runnable[Any, BaseMessage], *, name: str = "") -> None:
        own_name = _name_of(model)
        self._model = model
        self.name = name or own_name or type(_unwrapped(model)).__name__
        self.identity = name or (settings_identity(model) if own_name else None)
        self._is_structured = True

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, the model does not exist, or it
                returns no messages.
            LanguageModelError: the model failed in another way; the cause is kept.
        """
        turns, asked = to_messages(messages), self._form(schema)
        try:
            output = asked.invoke(turns, _config())
        except Exception as error:  # every provider raises its own errors
            if not self._refuses_form(asked, error):
                raise language_model_error(error, self.name) from error
            return self.complete(messages)
        return _reply(output, messages)

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Do what `complete` does without blocking the event loop; raises the same."""
        turns, asked = to_messages(messages), self._form(schema)
        try:
            output = await asked.ainvoke(turns, _config())
        except Exception as error:  # as in complete
            if not self._refuses_form(asked, error):
                raise language_model_error(error, self.name) from error
            return await self.acomplete(messages)
        return _reply(output, messages)

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply in pieces, then as a whole; structured output and models that cannot stream yield one piece.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, the model does not exist, or it
                returns no messages.
            LanguageModelError: the model failed in another way; the cause is kept.
        """
        if self._form(schema) is not self._model:
            yield self.complete(messages, schema)
            return
        whole: Any = None
        try:
            asked = self._model.stream(to_messages(messages), _config())
            with closing(cast(Generator[Any, None, None], asked)) as chunks:
                for chunk in map(_message, chunks):
                    whole = chunk if whole is None else whole + chunk
                    if piece := str(chunk.text):
                        yield piece
        except LanguageModelSetupError:
            raise
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error
        yield _streamed_reply(whole, messages, self.name)

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Do what `stream` does without blocking the event loop; raises the same."""
        if self._form(schema) is not self._model:
            yield await self.acomplete(messages, schema)
            return
        whole: Any = None
        try:
            asked = self._model.astream(to_messages(messages), _config())
            async with aclosing(cast(AsyncGenerator[Any, None], asked)) as chunks:
                async for chunk in chunks:
                    _message(chunk)
                    whole = chunk if whole is None else whole + chunk
                    if piece := str(chunk.text):
                        yield piece
        except LanguageModelSetupError:
            raise
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error
        yield _streamed_reply(whole, messages, self.name)

    def _form(self, schema: Mapping[str, Any] | None) -> _Model:
        """Return the model, with structured output if there is a schema and the model supports it."""
        if schema is None or not self._is_structured:
            return self._model
        try:
            return structured(self._model, schema)
        except (NotImplementedError, ValueError):  # the latter when the model's schemas are narrower than ours
            self._is_structured = False
            return self._model

    def _refuses_form(self, asked: _Model, error: Exception) -> bool:
        """Return whether a request failed because of its structured output; then there will be no more of those."""
        if asked is self._model or not may_refuse_argument(error):
            return False
        self._is_structured = False
        return True


def as_chat_model(
    llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None, *, setting: str = "llm"
) -> ChatModel | None:
    """Return a LangChain model as one of the engine; a model of the engine is returned unchanged.

    Args:
        llm: the model.
        setting: the name of the setting, for the error.

    Raises:
        InputError: it is neither.
    """
    if isinstance(llm, Runnable):
        return LangChainChatModel(llm)
    if llm is None or hasattr(llm, "acomplete"):
        return llm
    raise InputError(f"{setting}={llm!r} is neither a LangChain chat model nor a ChatModel of lgm_core")


def _name_of(model: Runnable[Any, Any]) -> str:
    """Return the model's name from the fields that providers use; empty if it has none."""
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


def _message(output: Any) -> Any:  # noqa: ANN401  # what a runnable returned
    """Return a message, or raise a `LanguageModelSetupError` if the model returns none."""
    if isinstance(output, BaseMessage):
        return output
    raise LanguageModelSetupError(
        f"the model returns a {type(output).__name__}, not a message; give the chat model itself, without "
        "`with_structured_output` or a parser, and put those behind the answerer: `answerer | …`"
    )


def _reply(output: Any, messages: Sequence[Message]) -> Reply:  # noqa: ANN401  # a message, or a dict around one
    """Read what a model returned: a message, or with structured output a dict of raw message and parsed value."""
    parsed = None
    if isinstance(output, dict) and output.keys() >= {"raw", "parsed"}:
        output, parsed = output["raw"], output["parsed"]
    _message(output)
    text = json.dumps(parsed, ensure_ascii=False) if parsed is not None else str(output.text)
    if isinstance(output, AIMessage) and output.usage_metadata:
        usage = output.usage_metadata
        return Reply(text, Usage(1, usage["input_tokens"], usage["output_tokens"]))
    return Reply(text, Usage(1, count_conversation(messages), count_tokens(text)))
