"""LangChain chat models without a model: they reply what a function of the conversation says."""

import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_openai import ChatOpenAI
from pydantic import Field, SecretStr

from tests.support.openai_server import OpenAIServer

Script = Callable[[list[BaseMessage]], AIMessage | str | Exception]


class WordsModel(BaseChatModel):
    """A chat model that only knows words: no tools, no structured output."""

    script: Script
    model_name: str = "words-1"
    asked: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **rest: Any):
        self.asked.append(list(messages))
        said = self.script(list(messages))
        if isinstance(said, Exception):
            raise said
        message = AIMessage(said) if isinstance(said, str) else said
        return ChatResult(generations=[ChatGeneration(message=message)])


class ToolModel(WordsModel):
    """A chat model that can be given tools; `tools` holds the schemas of those it was given."""

    tools: list[dict[str, Any]] = Field(default_factory=list)

    def bind_tools(self, tools: Sequence[Any], *, tool_choice: Any = None, **rest: Any) -> Runnable:
        self.tools[:] = [convert_to_openai_tool(tool) for tool in tools]
        return self


class StreamingModel(WordsModel):
    """A chat model that replies word by word; an exception in the place of a word is raised there."""

    ended: list[str] = Field(default_factory=list)
    breaks_after: int = 10**9

    def _stream(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **rest: Any
    ) -> Iterator[ChatGenerationChunk]:
        said = self._generate(messages).generations[0].message
        try:
            for number, word in enumerate(re.findall(r"\s*\S+", said.text)):
                if number == self.breaks_after:
                    raise ConnectionError("the line is dead")
                yield ChatGenerationChunk(message=AIMessageChunk(word))
            yield ChatGenerationChunk(message=AIMessageChunk("", usage_metadata=said.usage_metadata))
        finally:
            self.ended.append("stream")


class Refusal(Exception):
    """What providers' packages raise for an HTTP error."""

    def __init__(self, status_code: int) -> None:
        super().__init__(f"HTTP {status_code}")
        self.status_code = status_code


@asynccontextmanager
async def openai_model(server: OpenAIServer) -> AsyncIterator[ChatOpenAI]:
    """Yield LangChain's own model for such endpoints, with connections that are closed at the end."""
    with httpx.Client() as client:
        async with httpx.AsyncClient() as async_client:
            yield ChatOpenAI(
                model="local",
                base_url=server.base_url,
                api_key=SecretStr("none"),
                max_retries=0,
                http_client=client,
                http_async_client=async_client,
            )
