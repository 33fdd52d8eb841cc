"""The layers of a graph as a LangChain retriever."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable

from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.metadata_filters import Filter
from langchain_lgm.retriever import GraphRetriever
from lgm_core import PyramidOptions
from lgm_core.hosts import GivenGraph, afind_by_layer, check_options, find_by_layer, given_graph, naming_settings
from lgm_core.ports import ChatModel

__all__ = ["PyramidRetriever"]


class PyramidRetriever(GraphRetriever):
    """Retrieve from the first layer of a language graph that answers: its schema, its facts, its text (PolyRAG).

    Where the schema or the facts answer, the documents are the sentences that their answer cites, all of them, since a
    list is whole only with all. Where neither does, they are the `k` best passages of `ConceptIterativeRetriever`. The
    metadata name the `layer`, besides what they have there. A language model is asked about schema and facts, never
    about the text. Each call also takes `k` and `filter`; no call can widen what the retriever may see.
    """

    options: PyramidOptions
    """The layers, and settings of how they are asked; without `text` in `layers` there are no passages. A filter in
    `options.ask` must hold too."""

    _find, _afind = staticmethod(find_by_layer), staticmethod(afind_by_layer)

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
        opened = given_graph(graph)
        super().__init__(
            graph=opened if llm is None else opened.with_llm(as_chat_model(llm)),
            options=options or PyramidOptions(),
            k=k,
            filter=filter,
            scored=scored,
            headings=headings,
            name=name,
            tags=tags,
            metadata=metadata,
        )

    def _asked(self, call: Mapping[str, Any]) -> tuple[dict[str, Any], float | None]:
        how, least = super()._asked(call)
        return how | {"options": self.options}, least
