"""The retrievers, query engines and chat engines over the graph of a LlamaIndex index."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypedDict, Unpack, cast

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.chat_engine import (
    CondensePlusContextChatEngine,
    CondenseQuestionChatEngine,
    ContextChatEngine,
    SimpleChatEngine,
)
from llama_index.core.chat_engine.types import BaseChatEngine, ChatMode, StreamingAgentChatResponse
from llama_index.core.indices.base import BaseIndex
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
from llama_index.core.vector_stores.types import MetadataFilters
from pydantic import BaseModel

from lgm_core import AnswerOptions, AskOptions, InputError, LanguageGraph
from lgm_core.hosts import ask_options, check_answer_options, joined_where, naming_settings, with_ask_options
from lgm_core.ports import ChatModel, OnFailure, Where
from llama_index_lgm.models import chosen_model, host_model
from llama_index_lgm.query_engine import ConceptIterativeQueryEngine
from llama_index_lgm.retriever import ConceptIterativeRetriever, to_where
from llama_index_lgm.stores import LanguageGraphStruct

__all__ = ["QueriedIndex"]

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
    settings: ChatSettings,
) -> BaseChatEngine:
    """Return LlamaIndex's chat engine of a mode.

    Args:
        mode: `condense_plus_context`, which is also `best`, or `context`: over the retriever; `condense_question`: over
            the query engine; `simple`: the LLM alone.
        llm: the LLM to chat with.
        retriever: finds passages or sentences.
        query_engine: answers with citations.
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
            return _CondenseQuestion.from_defaults(query_engine, llm=llm, **given)
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
    """Streams from a copy of the query engine: LlamaIndex's can switch only its own query engines to streaming.

    The source nodes of a streamed reply are there when it has been read to the end.
    """

    def __init__(self, query_engine: ConceptIterativeQueryEngine, *args: Any, **settings: Any) -> None:  # noqa: ANN401
        super().__init__(query_engine, *args, **settings)
        streaming = copy(query_engine)
        streaming.streaming = True
        self._streaming = CondenseQuestionChatEngine(streaming, *args, **settings)

    def stream_chat(self, message: str, chat_history: list[ChatMessage] | None = None) -> StreamingAgentChatResponse:
        return _with_sources(self._streaming.stream_chat(message, chat_history))

    async def astream_chat(
        self, message: str, chat_history: list[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        return _with_sources(await self._streaming.astream_chat(message, chat_history))


def _with_sources(reply: StreamingAgentChatResponse) -> StreamingAgentChatResponse:
    reply.source_nodes = reply.sources[0].raw_output.source_nodes
    return reply


# mypy: disable-error-code="override"
# LlamaIndex's own methods take any settings; ours name those that they know, so that a misspelled one is told.


class QueriedIndex(BaseIndex[LanguageGraphStruct]):
    """The methods of `LanguageGraphIndex` that make what asks its graph."""

    graph: LanguageGraph
    _llm: LLM | ChatModel | None

    def __repr__(self) -> str:
        """Return where its graph is stored."""
        return f"{type(self).__name__}(store={str(self.graph.store)!r})"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: what the graph holds, and its page in a frame."""
        return self.graph._repr_html_()

    @naming_settings
    def as_retriever(
        self,
        *,
        similarity_top_k: int = 5,
        mode: Literal["passages", "sentences", "facts"] = "passages",
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        select: LLM | ChatModel | None = None,
    ) -> ConceptIterativeRetriever:
        """Return a retriever, which asks no language model but `select`; the settings are those of its class.

        Raises:
            InputError: a setting is unknown or cannot be used.
        """
        return ConceptIterativeRetriever(
            self.graph,
            similarity_top_k=similarity_top_k,
            mode=mode,
            where=where,
            filters=filters,
            select=select,
            callback_manager=self._callback_manager,
        )

    @naming_settings
    def as_query_engine(
        self,
        llm: LLM | ChatModel | None = None,
        *,
        similarity_top_k: int | None = None,
        mode: Literal["passages", "sentences", "facts"] = "passages",
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        options: AnswerOptions | None = None,
        on_failure: OnFailure = "raise",
        streaming: bool = False,
        verbose: bool = False,
        **synthesis: Unpack[SynthesisSettings],
    ) -> BaseQueryEngine:
        """Return a query engine that answers with citations, or one of LlamaIndex's synthesizers over the same graph.

        Any setting of LlamaIndex's synthesizers, such as `response_mode`, `text_qa_template` or `node_postprocessors`,
        gives the second: `RetrieverQueryEngine` over `as_retriever`.

        Args:
            llm: answers instead of the index's own.
            similarity_top_k: how many sentences an answer is first asked from (`AskOptions.window`), and how many are
                cited when there is no answer (`AskOptions.evidence`); for a synthesizer, how many nodes.
            mode: what a node of a synthesizer is.
            where: a filter on document metadata.
            filters: the same as LlamaIndex filters; both must hold.
            options: settings of the answer with citations; `FeedbackOptions` look up what is missing,
                `LogicalFormOptions` plan the answer.
            on_failure: what becomes of that answer when the language model fails.
            streaming: return streaming responses.
            verbose: print what is done.
            synthesis: settings of LlamaIndex's synthesizers.

        Raises:
            InputError: a setting is unknown, cannot be used or belongs to the other engine.
            LanguageModelSetupError: a synthesizer needs a LlamaIndex LLM, and there is none.
        """
        check_answer_options(options)
        if not synthesis:
            is_set = llm is None and self.graph.llm is not None
            return ConceptIterativeQueryEngine(
                self.graph if is_set else self.graph.with_llm(chosen_model(llm)),
                options=_answer_options(options or AskOptions(), similarity_top_k, where, filters),
                on_failure=on_failure,
                streaming=streaming,
                verbose=verbose,
                callback_manager=self._callback_manager,
            )
        if options is not None:
            raise InputError(f"`options` are of answers with citations, which take no {', '.join(synthesis)}")
        return synthesizing_engine(
            self.as_retriever(similarity_top_k=similarity_top_k or 5, mode=mode, where=where, filters=filters),
            llm=partial(host_model, llm, self._llm),
            streaming=streaming,
            verbose=verbose,
            settings=synthesis,
        )

    @naming_settings
    def as_chat_engine(
        self,
        chat_mode: ChatMode | str = ChatMode.BEST,
        llm: LLM | ChatModel | None = None,
        *,
        similarity_top_k: int = 5,
        mode: Literal["passages", "sentences", "facts"] = "passages",
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        options: AnswerOptions | None = None,
        **settings: Unpack[ChatSettings],
    ) -> BaseChatEngine:
        """Return one of LlamaIndex's chat engines; what it finds in the documents are the reply's source nodes.

        Args:
            chat_mode: `condense_plus_context` (also `best`, the default) or `context`: replies from nodes retrieved;
                `condense_question`: replies with citations; `simple`: without the documents.
            llm: the LLM to chat with, instead of the index's own; one of LlamaIndex, as its chat engines need.
            similarity_top_k: how many nodes are retrieved.
            mode: what a node is.
            where: a filter on document metadata.
            filters: the same as LlamaIndex filters; both must hold.
            options: settings of replies with citations, which `condense_question` gives.
            settings: what LlamaIndex's engine of that mode takes: `memory`, `system_prompt`, `node_postprocessors`, …

        Raises:
            InputError: there is no such mode, or a setting is unknown or cannot be used.
            LanguageModelSetupError: there is no LlamaIndex LLM to chat with.
        """
        if options is not None and chat_mode != ChatMode.CONDENSE_QUESTION:
            raise InputError(
                f"`options` are of replies with citations; give chat_mode='condense_question', not {str(chat_mode)!r}"
            )
        return chat_engine(
            chat_mode,
            llm=host_model(llm, self._llm),
            retriever=self.as_retriever(similarity_top_k=similarity_top_k, mode=mode, where=where, filters=filters),
            query_engine=self.as_query_engine(llm, where=where, filters=filters, options=options),
            settings=settings,
        )


def _answer_options(
    options: AnswerOptions, top_k: int | None, where: Where | None, filters: MetadataFilters | None
) -> AnswerOptions:
    asked = ask_options(options)
    asked = replace(asked, where=joined_where(asked.where, joined_where(where, to_where(filters))))
    if top_k is not None:
        asked = replace(asked, window=top_k, evidence=top_k)
    return with_ask_options(options, asked)
