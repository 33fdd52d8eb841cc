"""LangChain chat models without a model: they reply what a function of the conversation says."""

from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

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


class Refusal(Exception):
    """What providers' packages raise for an HTTP error."""

    def __init__(self, status_code: int) -> None:
        super().__init__(f"HTTP {status_code}")
        self.status_code = status_code
