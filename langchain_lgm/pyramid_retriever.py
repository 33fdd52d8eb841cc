"""The layers of a graph as a LangChain retriever."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from pydantic import ConfigDict, Field

from langchain_lgm._conversion import from_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.metadata_filters import Filter, to_where
from langchain_lgm.retriever import refuse_unknown
from lgm_core import LanguageGraph, PyramidOptions
from lgm_core.hosts import (
    Found,
    GivenGraph,
    afind_by_layer,
    check_options,
    find_by_layer,
    given_graph,
    joined_where,
    naming_settings,
)
from lgm_core.ports import ChatModel

__all__ = ["PyramidRetriever"]


class PyramidRetriever(BaseRetriever):
    """Retrieve from the first layer of a language graph that answers: its schema, its facts, its text (PolyRAG).

    Where the schema or the facts answer, the documents are the sentences that their answer cites, all of them, since a
    list is whole only with all. Where neither does, they are the passages of `ConceptIterativeRetriever`. The metadata
    name the `layer`, besides what they have there. A language model is asked about schema and facts, never about the
    text. Each call also takes `k` and `filter`; no call can widen what the retriever may see.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")  # a filter misspelled must not be lost

    graph: LanguageGraph
    """The graph to retrieve from."""
    options: PyramidOptions
    """The layers, and settings of how they are asked; without `text` in `layers` there are no passages."""
    k: int = Field(default=5, ge=1)
    """How many passages to return at most."""
    filter: Filter | None = None
    """A filter on document metadata, or the `filter` of a LangChain structured query; that of `options.ask` must hold
    too."""
    scored: bool = False
    """As for `ConceptIterativeRetriever`."""
    headings: bool = True
    """As for `ConceptIterativeRetriever`."""

    @naming_settings
    def __init__(
        self,
        *,
        graph: GivenGraph,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        options: PyramidOptions | None = None,
        k: int = 5,
        filter: Filter | None = None,
        scored: bool = False,
        headings: bool = True,
        name: str | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        """Make a retriever; `graph` may also be the builder that holds the graph, or the path of an existing one.

        `llm` is a LangChain chat model that is asked instead of the graph's own.

        Raises:
            InputError: `graph`, `llm`, `options` or the filter cannot be used, or a setting does not exist.
            StoreError: there is no graph at the path.
            ValidationError: a setting has an invalid value.
        """
        check_options(options, PyramidOptions)
        to_where(filter)
        opened = given_graph(graph)
        fields: dict[str, Any] = {
            "graph": opened if llm is None else opened.with_llm(as_chat_model(llm)),
            "options": options or PyramidOptions(),
            "k": k,
            "filter": filter,
            "scored": scored,
            "headings": headings,
            "name": name,
            "tags": tags,
            "metadata": metadata,
        }
        super().__init__(**fields)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,
        k: int | None = None,
        filter: Filter | None = None,
        **unknown: object,
    ) -> list[Document]:
        refuse_unknown(unknown, ["k", "filter"])
        return self._documents(*find_by_layer(self.graph, query, **self._how(k, filter)))

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        k: int | None = None,
        filter: Filter | None = None,
        **unknown: object,
    ) -> list[Document]:
        refuse_unknown(unknown, ["k", "filter"])
        return self._documents(*await afind_by_layer(self.graph, query, **self._how(k, filter)))

    def _how(self, k: int | None, filter: Filter | None) -> dict[str, Any]:
        where = joined_where(to_where(self.filter), to_where(filter))
        return {"k": self.k if k is None else k, "options": self.options, "where": where}

    def _documents(self, layer: str, found: Sequence[Found]) -> list[Document]:
        return [
            from_engine(result, scored=self.scored, headings=self.headings, facts=facts, layer=layer)
            for result, facts in found
        ]
