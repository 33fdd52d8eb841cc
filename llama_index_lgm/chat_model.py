"""Let the engine talk through any LlamaIndex LLM."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from inspect import getattr_static
from typing import Any

from llama_index.core.base.llms.types import ChatResponse
from llama_index.core.llms import CustomLLM, MockLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.settings import Settings

from lgm_core import ChatModel, InputError, Message, Reply, Usage
from lgm_core.hosts import count_conversation, count_tokens, language_model_error
from llama_index_lgm._conversion import to_messages

__all__ = ["LlamaIndexChatModel", "chosen_model"]

_TOKEN_NAMES = (
    ("prompt_tokens", "completion_tokens"),
    ("input_tokens", "output_tokens"),
    ("prompt_token_count", "candidates_token_count"),
    ("prompt_eval_count", "eval_count"),
)


class LlamaIndexChatModel:
    """The engine's `ChatModel` over a LlamaIndex LLM.

    Replies are asked for in words: the prompts ask for JSON, and LLMs have no common way to be given a JSON schema. The
    tokens of an LLM that does not report usage are estimated.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        # `CustomLLM.achat` calls `chat` on the event loop. Instrumentation wraps methods anew at each usual look-up.
        self._blocks = getattr_static(type(llm), "achat") is getattr_static(CustomLLM, "achat")

    @property
    def name(self) -> str:
        """Name the model as its metadata does, or else by its class."""
        name = self._llm.metadata.model_name
        return name if name and name != "unknown" else self._llm.class_name()

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation.

        Raises:
            LanguageModelSetupError: the provider refuses the key, the account is empty, or there is no such model.
            LanguageModelError: the LLM failed, whatever else it raised; the cause is kept.
        """
        try:
            return _reply(self._llm.chat(to_messages(messages)), messages)
        except Exception as error:  # every provider raises its own errors; none may end a build or an answer
            raise language_model_error(error, self.name) from error

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same without blocking the event loop; raises the same."""
        if self._blocks:
            return await asyncio.to_thread(self.complete, messages, schema)
        try:
            return _reply(await self._llm.achat(to_messages(messages)), messages)
        except Exception as error:  # as in complete
            raise language_model_error(error, self.name) from error


def chosen_model(llm: LLM | ChatModel | None) -> ChatModel | None:
    """Return the model to use: the one given, else the one set in `Settings`, else none.

    `Settings.llm` is not asked: where none was set it would look for OpenAI's package and key. `Settings.llm = None`
    sets a plain `MockLLM`, which means none.

    Raises:
        InputError: it is neither a LlamaIndex LLM nor a model of the engine.
    """
    model = llm if llm is not None else Settings._llm
    if type(model) is MockLLM:
        return None
    if isinstance(model, LLM):
        return LlamaIndexChatModel(model)
    if model is None or hasattr(model, "acomplete"):
        return model
    raise InputError(f"llm={model!r} is neither a LlamaIndex LLM nor a ChatModel of lgm_core")


def _reply(response: ChatResponse, messages: Sequence[Message]) -> Reply:
    text = response.message.content or ""
    prompt, completion = _reported(response)
    return Reply(
        text,
        Usage(
            calls=1,
            prompt_tokens=count_conversation(messages) if prompt is None else prompt,
            completion_tokens=count_tokens(text) if completion is None else completion,
        ),
    )


def _reported(response: ChatResponse) -> tuple[int | None, int | None]:
    """Find the token counts that providers put into different places under different names."""
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
