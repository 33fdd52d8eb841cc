"""LlamaIndex's own query and chat engines over a language graph; the latter also reply where no passage is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, cast

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.chat_engine import (
    CondensePlusContextChatEngine,
    CondenseQuestionChatEngine,
    ContextChatEngine,
    SimpleChatEngine,
)
from llama_index.core.chat_engine.types import BaseChatEngine, ChatMode, StreamingAgentChatResponse
from llama_index.core.llms import ChatMessage, MockLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.memory import BaseMemory
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.prompts import BasePromptTemplate, PromptTemplate
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import BaseSynthesizer, CompactAndRefine, ResponseMode
from llama_index.core.response_synthesizers.context_only import ContextOnly
from llama_index.core.response_synthesizers.no_text import NoText
from llama_index.core.schema import NodeWithScore, TextNode
from pydantic import BaseModel

from lgm_core import InputError
from llama_index_lgm.retriever import ConceptIterativeRetriever

__all__ = ["ChatSettings", "SynthesisSettings", "chat_engine", "synthesizing_engine"]

_WITHOUT_LLM = {ResponseMode.NO_TEXT: NoText, ResponseMode.CONTEXT_ONLY: ContextOnly}
"""Synthesizers that ask no LLM; LlamaIndex would all the same look for OpenAI's package and key."""

_NOTHING_FOUND = TextNode(
    text=(
        "(No passage of the documents bears on this message. Reply to it if it asks for nothing; otherwise say that "
        "the documents do not tell.)"
    )
)


class SynthesisSettings(TypedDict, total=False):
    """What LlamaIndex's `RetrieverQueryEngine` takes besides a retriever and an LLM."""

    response_mode: ResponseMode | str
    response_synthesizer: BaseSynthesizer
    node_postprocessors: list[BaseNodePostprocessor]
    text_qa_template: BasePromptTemplate
    refine_template: BasePromptTemplate
    summary_template: BasePromptTemplate
    simple_template: BasePromptTemplate
    output_cls: type[BaseModel]
    use_async: bool


class ChatSettings(TypedDict, total=False):
    """What LlamaIndex's chat engines take; its documentation says which mode takes which."""

    chat_history: list[ChatMessage]
    memory: BaseMemory
    system_prompt: str
    prefix_messages: list[ChatMessage]
    node_postprocessors: list[BaseNodePostprocessor]
    context_prompt: str | PromptTemplate
    context_refine_prompt: str | PromptTemplate
    context_template: str | PromptTemplate
    context_refine_template: str | PromptTemplate
    condense_prompt: str | PromptTemplate
    condense_question_prompt: BasePromptTemplate
    skip_condense: bool
    verbose: bool


def synthesizing_engine(
    retriever: ConceptIterativeRetriever,
    *,
    llm: Callable[[], LLM],
    streaming: bool,
    verbose: bool,
    settings: SynthesisSettings,
) -> RetrieverQueryEngine:
    """Return LlamaIndex's query engine over a retriever of ours; `llm` is called where it needs one."""
    given = _given(settings)
    without_llm = _WITHOUT_LLM.get(given.get("response_mode", ""))
    if without_llm is not None:
        given["response_synthesizer"] = without_llm(llm=MockLLM(), callback_manager=retriever.callback_manager)
    return RetrieverQueryEngine.from_args(
        retriever,
        llm=MockLLM() if "response_synthesizer" in given else llm(),
        callback_manager=retriever.callback_manager,
        streaming=streaming,
        verbose=verbose,
        **given,
    )


def chat_engine(
    mode: ChatMode | str,
    *,
    llm: LLM,
    retriever: ConceptIterativeRetriever,
    query_engine: BaseQueryEngine,
    streaming_engine: BaseQueryEngine,
    settings: ChatSettings,
) -> BaseChatEngine:
    """Return LlamaIndex's chat engine of a mode.

    Args:
        mode: `condense_plus_context`, which is also `best`, or `context`: over the retriever; `condense_question`: over
            the query engine; `simple`: the LLM alone.
        llm: the LLM to chat with.
        retriever: finds passages or sentences.
        query_engine: answers with citations.
        streaming_engine: the same, with streaming responses.
        settings: what else the engine of that mode takes.

    Raises:
        InputError: there is no such mode.
    """
    given = _given(settings)
    match mode:
        case ChatMode.BEST | ChatMode.CONDENSE_PLUS_CONTEXT:
            return _CondensePlusContext.from_defaults(retriever, llm=llm, **given)
        case ChatMode.CONTEXT:
            return _Context.from_defaults(retriever, llm=llm, **given)
        case ChatMode.CONDENSE_QUESTION:
            engine = cast(_CondenseQuestion, _CondenseQuestion.from_defaults(query_engine, llm=llm, **given))
            engine.streaming_engine = streaming_engine
            return engine
        case ChatMode.SIMPLE:
            return SimpleChatEngine.from_defaults(llm=llm, **given)
        case _:
            modes = "best, condense_plus_context, context, condense_question, simple"
            raise InputError(
                f"chat_mode={mode!r} is none of {modes}; for an agent, give a FunctionAgent a QueryEngineTool over "
                "`as_query_engine()`"
            )


def _given(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if value is not None}


class _Replying:
    """A response synthesizer that asks the LLM also when nothing was found.

    LlamaIndex's replies `Empty Response` then, even to a message that needs no documents, such as thanks.
    """

    def __init__(self, synthesizer: CompactAndRefine) -> None:
        self._synthesizer = synthesizer

    def synthesize(self, query: str, nodes: Sequence[NodeWithScore]) -> RESPONSE_TYPE:
        return self._synthesizer.synthesize(query, _shown(nodes))

    async def asynthesize(self, query: str, nodes: Sequence[NodeWithScore]) -> RESPONSE_TYPE:
        return await self._synthesizer.asynthesize(query, _shown(nodes))


def _shown(nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    return list(nodes) or [NodeWithScore(node=_NOTHING_FOUND)]


class _CondensePlusContext(CondensePlusContextChatEngine):
    def _get_response_synthesizer(self, chat_history: list[ChatMessage], streaming: bool = False) -> CompactAndRefine:
        return cast(CompactAndRefine, _Replying(super()._get_response_synthesizer(chat_history, streaming)))


class _Context(ContextChatEngine):
    def _get_response_synthesizer(self, chat_history: list[ChatMessage], streaming: bool = False) -> CompactAndRefine:
        return cast(CompactAndRefine, _Replying(super()._get_response_synthesizer(chat_history, streaming)))


class _CondenseQuestion(CondenseQuestionChatEngine):
    """Streams from a query engine of its own: LlamaIndex's can switch only its own query engines to streaming.

    The source nodes of a streamed reply are there when it has been read to the end.
    """

    streaming_engine: BaseQueryEngine

    def stream_chat(self, message: str, chat_history: list[ChatMessage] | None = None) -> StreamingAgentChatResponse:
        return _with_sources(self._streaming().stream_chat(message, chat_history))

    async def astream_chat(
        self, message: str, chat_history: list[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        return _with_sources(await self._streaming().astream_chat(message, chat_history))

    def _streaming(self) -> CondenseQuestionChatEngine:
        return CondenseQuestionChatEngine(
            self.streaming_engine,
            self._condense_question_prompt,
            self._memory,
            self._llm,
            verbose=self._verbose,
            callback_manager=self.callback_manager,
        )


def _with_sources(reply: StreamingAgentChatResponse) -> StreamingAgentChatResponse:
    reply.source_nodes = reply.sources[0].raw_output.source_nodes
    return reply
