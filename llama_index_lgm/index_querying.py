"""The retrievers, query engines and chat engines over the graph of a LlamaIndex index."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, TypedDict, Unpack, cast

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
from llama_index.core.llms.structured_llm import StructuredLLM
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
from lgm_core.hosts import (
    ANSWER_OPTIONS,
    RetrievalMode,
    ask_options,
    check_options,
    checked_number,
    joined_where,
    naming_settings,
    with_ask_options,
)
from lgm_core.ports import ChatModel, OnFailure, Where
from llama_index_lgm.models import chosen_model, host_model
from llama_index_lgm.query_engine import ConceptIterativeQueryEngine
from llama_index_lgm.retriever import ConceptIterativeRetriever, to_where
from llama_index_lgm.stores import LanguageGraphStruct

__all__ = ["QueriedIndex"]

_WITHOUT_LLM = {ResponseMode.NO_TEXT: NoText, ResponseMode.CONTEXT_ONLY: ContextOnly}
"""Synthesizers that ask no LLM, for which LlamaIndex would still look for OpenAI's package and key."""

_NOTHING_FOUND = TextNode(
    text=(
        "(No passage of the documents is about this message. Reply to it if it asks for nothing; otherwise say that "
        "the documents do not answer it.)"
    )
)


class SynthesisSettings(TypedDict, total=False):
    """The settings of LlamaIndex's `RetrieverQueryEngine` besides a retriever and an LLM."""

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
    """The settings of LlamaIndex's chat engines; its documentation says which mode has which."""

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
    """Return LlamaIndex's query engine over our retriever; `llm` is only called if the engine needs an LLM."""
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
    """Return LlamaIndex's chat engine of a mode; see `LanguageGraphIndex.as_chat_engine`."""
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
                f"chat_mode={mode!r} does not exist; use one of {modes}. For an agent, give a FunctionAgent a "
                "QueryEngineTool over `as_query_engine()`"
            )


def _given(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if value is not None}


class _Replying:
    """A response synthesizer that also asks the LLM if nothing was found.

    LlamaIndex's own replies `Empty Response` then, even to a message that needs no documents, such as thanks.
    """

    def __init__(self, synthesizer: CompactAndRefine) -> None:
        self._synthesizer = synthesizer

    def synthesize(self, query: str, nodes: Sequence[NodeWithScore]) -> RESPONSE_TYPE:
        return self._synthesizer.synthesize(query, _or_nothing_found(nodes))

    async def asynthesize(self, query: str, nodes: Sequence[NodeWithScore]) -> RESPONSE_TYPE:
        return await self._synthesizer.asynthesize(query, _or_nothing_found(nodes))


def _or_nothing_found(nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    return list(nodes) or [NodeWithScore(node=_NOTHING_FOUND)]


class _CondensePlusContext(CondensePlusContextChatEngine):
    def _get_response_synthesizer(self, chat_history: list[ChatMessage], streaming: bool = False) -> CompactAndRefine:
        return cast(CompactAndRefine, _Replying(super()._get_response_synthesizer(chat_history, streaming)))


class _Context(ContextChatEngine):
    def _get_response_synthesizer(self, chat_history: list[ChatMessage], streaming: bool = False) -> CompactAndRefine:
        return cast(CompactAndRefine, _Replying(super()._get_response_synthesizer(chat_history, streaming)))


class _CondenseQuestion(CondenseQuestionChatEngine):
    """Streams from a copy of the query engine, since LlamaIndex can only switch its own query engines to streaming.

    The source nodes of a streamed reply are complete when its text has been read to the end.
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
# LlamaIndex's own methods take any settings; ours name theirs, so that a misspelled one is an error.


class QueriedIndex(BaseIndex[LanguageGraphStruct]):
    """The methods of `LanguageGraphIndex` that make retrievers, query engines and chat engines."""

    graph: LanguageGraph
    _llm: LLM | ChatModel | None

    def __repr__(self) -> str:
        """Return where its graph is stored."""
        return f"{type(self).__name__}(store={str(self.graph.store)!r})"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the counts of the graph, and its page in a frame."""
        return self.graph._repr_html_()

    @naming_settings
    def as_retriever(
        self,
        *,
        similarity_top_k: int = 5,
        mode: RetrievalMode = "passages",
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        select: LLM | ChatModel | None = None,
        words: int | None = None,
        headings: bool = True,
    ) -> ConceptIterativeRetriever:
        """Return a retriever; only `select` asks a language model. The settings are those of its class.

        Raises:
            InputError: a setting does not exist or cannot be used.
        """
        return ConceptIterativeRetriever(
            self.graph,
            similarity_top_k=similarity_top_k,
            mode=mode,
            where=where,
            filters=filters,
            select=select,
            words=words,
            headings=headings,
            callback_manager=self._callback_manager,
        )

    @naming_settings
    def as_query_engine(
        self,
        llm: LLM | ChatModel | None = None,
        *,
        similarity_top_k: int | None = None,
        mode: RetrievalMode = "passages",
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
        selects the second, a `RetrieverQueryEngine` over `as_retriever`; so does an LLM of `as_structured_llm`, whose
        replies are objects of its class.

        Args:
            llm: answers instead of the index's own.
            similarity_top_k: how many sentences an answer is first based on (`AskOptions.window`), and how many are
                cited at most without an answer (`AskOptions.evidence`); for a synthesizer, how many nodes it gets.
            mode: what a node is for a synthesizer.
            where: a filter on document metadata.
            filters: the same as LlamaIndex filters; both must hold.
            options: settings of the answer with citations; with `FeedbackOptions` missing facts are looked up, with
                `LogicalFormOptions` the answer is planned.
            on_failure: what happens to that answer when the language model fails.
            streaming: return streaming responses.
            verbose: print the steps.
            synthesis: settings of LlamaIndex's synthesizers.

        Raises:
            InputError: a setting does not exist, cannot be used or belongs to the other engine.
            LanguageModelSetupError: a synthesizer needs a LlamaIndex LLM, and none is set.
        """
        check_options(options, *ANSWER_OPTIONS)
        if not synthesis and not isinstance(llm or self._llm, StructuredLLM):
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
            setting = ", ".join(synthesis) or "`as_structured_llm`"
            raise InputError(f"`options` are for answers with citations, which have no setting {setting}")
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
        mode: RetrievalMode = "passages",
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        options: AnswerOptions | None = None,
        **settings: Unpack[ChatSettings],
    ) -> BaseChatEngine:
        """Return one of LlamaIndex's chat engines; the source nodes of its replies are what it found in the documents.

        Args:
            chat_mode: `condense_plus_context` (also `best`, the default) or `context` replies from retrieved nodes;
                `condense_question` replies with citations; `simple` replies without the documents.
            llm: the LlamaIndex LLM to chat with, instead of the index's own.
            similarity_top_k: how many nodes are retrieved.
            mode: what a node is.
            where: a filter on document metadata.
            filters: the same as LlamaIndex filters; both must hold.
            options: settings of replies with citations (`condense_question`).
            settings: those of LlamaIndex's engine: `memory`, `system_prompt`, `node_postprocessors`, …

        Raises:
            InputError: the mode or a setting does not exist, or cannot be used.
            LanguageModelSetupError: no LlamaIndex LLM is set.
        """
        if options is not None and chat_mode != ChatMode.CONDENSE_QUESTION:
            raise InputError(
                f"`options` are for replies with citations; use chat_mode='condense_question', not {str(chat_mode)!r}"
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
        top_k = checked_number(top_k, "similarity_top_k")
        asked = replace(asked, window=top_k, evidence=top_k)
    return with_ask_options(options, asked)
