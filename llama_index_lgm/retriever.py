"""The graph as a LlamaIndex retriever, and LlamaIndex's metadata filters as filters of the engine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.indices.property_graph import BasePGRetriever
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import NodeWithScore, QueryBundle
from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

from lgm_core import InputError, PyramidOptions
from lgm_core.hosts import (
    Found,
    GivenGraph,
    RetrievalMode,
    afind,
    afind_by_layer,
    check_options,
    checked_mode,
    checked_number,
    checked_words,
    find,
    find_by_layer,
    given_graph,
    joined_where,
)
from lgm_core.ports import ChatModel, Where
from llama_index_lgm._conversion import nodes_found
from llama_index_lgm.models import chosen_model

__all__ = ["ConceptIterativeRetriever", "PyramidRetriever", "to_where"]


_OPERATORS = {
    FilterOperator.EQ: "$eq",
    FilterOperator.NE: "$ne",
    FilterOperator.GT: "$gt",
    FilterOperator.GTE: "$gte",
    FilterOperator.LT: "$lt",
    FilterOperator.LTE: "$lte",
    FilterOperator.IN: "$in",
    FilterOperator.NIN: "$nin",
    FilterOperator.ANY: "$in",
    FilterOperator.ALL: "$all",
    FilterOperator.CONTAINS: "$contains",
    FilterOperator.TEXT_MATCH: "$text_match",
    FilterOperator.TEXT_MATCH_INSENSITIVE: "$text_match_insensitive",
}


class ConceptIterativeRetriever(BasePGRetriever):
    """Retrieve passages, sentences or facts from a language graph, multi-hop; only `select` asks a language model.

    It works alone, in a `RetrieverQueryEngine`, before postprocessors, and as a sub-retriever of `PGRetriever` (which
    keeps only one of several nodes with equal text). Each node's metadata say where it stands (`document_id`,
    `section_path`, `start`, `end`: characters in the original text; `page_label` in a document with pages) and why it
    was found (`concept_path`). Its score is that of the ranking; `relevance` in its metadata, from 0 to 1, means the
    same for every question (`RetrievedPassage`). Where nodes were learned, not whole documents, the first passage of a
    node has the node's own id and hash, so that fusion and evaluation recognise it.

    Args:
        graph: the graph, the index that holds it, or the path of an existing one.
        similarity_top_k: how many nodes to return at most.
        mode: what a node is: a section (`passages`), a sentence (`sentences`), or a sentence with the facts that it
            states in its metadata (`facts`). There are no facts in a graph that was built without them.
        where: a filter on document metadata, as in `{"year": {"$gte": 2020}}`.
        filters: the same as LlamaIndex filters; both must hold.
        select: an LLM that chooses, with one request per question, which of the best twenty passages answer it
            together; these come first. If its reply is unusable, the ranking stays unchanged and the log warns.
        words: the most words of all nodes together. A passage is then not a section but the sentences of one that
            answer best, and `similarity_top_k` has no effect.
        headings: whether a node's metadata have a `heading` (`Manual › Safety`), which LlamaIndex shows to a language
            model above the text, in one line instead of the `title` and the `section_path`.

    Raises:
        InputError: an argument cannot be used, `select` or `words` is given for sentences or facts, both are given, or
            the filters cannot be understood or joined.
        StoreError: there is no graph at the path.
    """

    _find: Callable[..., list[Found]] = staticmethod(find)
    _afind: Callable[..., Awaitable[list[Found]]] = staticmethod(afind)

    def __init__(
        self,
        graph: GivenGraph,
        *,
        similarity_top_k: int = 5,
        mode: RetrievalMode = "passages",
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        select: LLM | ChatModel | None = None,
        words: int | None = None,
        headings: bool = True,
        callback_manager: CallbackManager | None = None,
        verbose: bool = False,
    ) -> None:
        if select is not None and mode != "passages":
            raise InputError("`select` chooses passages; leave it out, or use mode='passages'")
        self.graph = given_graph(graph)
        self.similarity_top_k = checked_number(similarity_top_k, "similarity_top_k")
        self.headings = headings
        self._how: dict[str, Any] = {
            "mode": checked_mode(mode),
            "words": checked_words(words, mode, select),
            "where": joined_where(where, to_where(filters)),
            "select": None if select is None else chosen_model(select, setting="select"),
        }
        # The constructor of property graph retrievers requires a property graph store, so that of its base is called.
        self.include_text = False
        BaseRetriever.__init__(self, callback_manager=callback_manager, verbose=verbose)

    def retrieve_from_graph(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Return the best nodes for a question, best first."""
        found = self._find(self.graph, query_bundle.query_str, self.similarity_top_k, **self._how)
        return nodes_found(found, headings=self.headings)

    async def aretrieve_from_graph(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Do what `retrieve_from_graph` does without blocking the event loop."""
        found = await self._afind(self.graph, query_bundle.query_str, self.similarity_top_k, **self._how)
        return nodes_found(found, headings=self.headings)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {}


class PyramidRetriever(ConceptIterativeRetriever):
    """Retrieve from the first layer of a language graph that answers: its schema, its facts, its text (PolyRAG).

    ```python
    nodes = PyramidRetriever(index, similarity_top_k=5).retrieve("Which services need a permit?")
    ```

    Where the schema or the facts answer, the nodes are the sentences that their answer cites, all of them, since a list
    is whole only with all. Where neither does, they are the passages of `ConceptIterativeRetriever`. Each node's
    metadata have the `layer`, besides what they have there. A language model of the graph is asked about schema and
    facts, never about the text.

    Args:
        graph: the graph, the index that holds it, or the path of an existing one.
        options: the layers, and settings of how they are asked; without `text` in `layers` there are no passages.
        similarity_top_k: how many passages to return at most.
        where: a filter on document metadata; that of `options.ask` and this one must hold.
        filters: the same as LlamaIndex filters; all must hold.
        headings: as for `ConceptIterativeRetriever`.

    Raises:
        InputError: an argument cannot be used, or the filters cannot be understood or joined.
        StoreError: there is no graph at the path.
    """

    _find, _afind = staticmethod(find_by_layer), staticmethod(afind_by_layer)

    def __init__(
        self,
        graph: GivenGraph,
        *,
        options: PyramidOptions | None = None,
        similarity_top_k: int = 5,
        where: Where | None = None,
        filters: MetadataFilters | None = None,
        headings: bool = True,
        callback_manager: CallbackManager | None = None,
        verbose: bool = False,
    ) -> None:
        check_options(options, PyramidOptions)
        super().__init__(
            graph,
            similarity_top_k=similarity_top_k,
            where=where,
            filters=filters,
            headings=headings,
            callback_manager=callback_manager,
            verbose=verbose,
        )
        self._how = {"options": options or PyramidOptions(), "where": self._how["where"]}


def to_where(filters: MetadataFilters | None) -> Where | None:
    """Turn metadata filters into the engine's filter; None and empty filters let everything through.

    `not` lets through what none of its filters lets through.

    Raises:
        InputError: the type is wrong, an operator is not supported, or an operator cannot compare a value.
    """
    if not isinstance(filters, MetadataFilters | None):
        raise InputError(
            f"filters= takes LlamaIndex's MetadataFilters, not a {type(filters).__name__}; where= takes a dict"
        )
    if filters is None or not filters.filters:
        return None
    return joined_where(_combined(filters), None)


def _combined(filters: MetadataFilters) -> dict[str, Any]:
    if not filters.filters:
        raise InputError("nested metadata filters are empty; leave them out")
    parts = [
        _combined(filter_) if isinstance(filter_, MetadataFilters) else _single(filter_) for filter_ in filters.filters
    ]
    match filters.condition:
        case FilterCondition.OR:
            return {"$or": parts}
        case FilterCondition.NOT:
            return {"$not": {"$or": parts}}
        case _:
            return {"$and": parts}


def _single(filter_: MetadataFilter) -> dict[str, Any]:
    if filter_.operator is FilterOperator.IS_EMPTY:
        return {filter_.key: {"$empty": True}}
    if filter_.operator not in _OPERATORS:
        known = ", ".join(operator.value for operator in (*_OPERATORS, FilterOperator.IS_EMPTY))
        raise InputError(f"the filter operator {filter_.operator.value!r} is not supported; use one of {known}")
    return {filter_.key: {_OPERATORS[filter_.operator]: filter_.value}}
