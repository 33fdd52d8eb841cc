"""The retrievers, query engines and chat engines over the graph of a LlamaIndex index."""

# mypy: disable-error-code="override"
# LlamaIndex's own methods take any settings; ours name those that they know, so that a misspelled one is told.

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Literal, Unpack

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.chat_engine.types import BaseChatEngine, ChatMode
from llama_index.core.indices.base import BaseIndex
from llama_index.core.llms.llm import LLM
from llama_index.core.vector_stores.types import MetadataFilters

from lgm_core import AnswerOptions, AskOptions, ChatModel, InputError, LanguageGraph, OnFailure, Where
from lgm_core.hosts import ask_options, check_answer_options, joined_where, naming_settings, with_ask_options
from llama_index_lgm.host_engines import ChatSettings, SynthesisSettings, chat_engine, synthesizing_engine
from llama_index_lgm.models import chosen_model, host_model
from llama_index_lgm.query_engine import ConceptIterativeQueryEngine
from llama_index_lgm.retriever import ConceptIterativeRetriever, to_where
from llama_index_lgm.stores import LanguageGraphStruct

__all__ = ["QueriedIndex"]


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
            streaming_engine=self.as_query_engine(llm, where=where, filters=filters, options=options, streaming=True),
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
