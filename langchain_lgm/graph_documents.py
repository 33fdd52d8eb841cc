"""Concepts and meta-relations as LangChain's graph documents, for graphs of the user's own."""

from __future__ import annotations

import logging
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig

from langchain_lgm._conversion import Anything, to_engine
from langchain_lgm.chat_model import as_chat_model
from lgm_core import ConstructionOptions, Extraction, InputError, RequestLimits
from lgm_core.errors import MissingDependencyError
from lgm_core.hosts import (
    AllowedTypes,
    DocumentGraphLearner,
    LocalEntity,
    LocalGraphConstructor,
    LocalRelation,
    Parts,
    RequestLimiter,
    concept_entities,
    concept_relations,
    log_not_extracted,
)
from lgm_core.ports import Annotator, ChatModel

__all__ = ["LocalGraphTransformer", "MetaRelationGraphTransformer"]

logger = logging.getLogger(__name__)

_HOMES = ("langchain_neo4j.graphs.graph_document", "langchain_community.graphs.graph_document")
"""Packages with a `GraphDocument`, the maintained one first; a graph accepts either class."""


class GraphDocumentTransformer(Runnable[Sequence[Document], list[Any]]):
    """The methods of `LLMGraphTransformer`, shared by the transformers of documents into graph documents."""

    _learner: DocumentGraphLearner | LocalGraphConstructor
    _graph_document: type[Any] | None
    _allowed: AllowedTypes

    def convert_to_graph_documents(
        self, documents: Sequence[Document], config: RunnableConfig | None = None
    ) -> list[Any]:
        """Return a `GraphDocument` for each document, in the order given.

        Raises:
            BudgetSpentError: the tokens of `limits` are spent; the results so far are lost.
            MissingDependencyError: no package with a `GraphDocument` is installed.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        return self.invoke(documents, config)

    async def aconvert_to_graph_documents(
        self, documents: Sequence[Document], config: RunnableConfig | None = None
    ) -> list[Any]:
        """Do the same without blocking the event loop; raises the same."""
        return await self.ainvoke(documents, config)

    def process_response(self, document: Document, config: RunnableConfig | None = None) -> Any:  # noqa: ANN401
        """Return the `GraphDocument` of one document; raises the same."""
        return self.invoke([document], config)[0]

    async def aprocess_response(self, document: Document, config: RunnableConfig | None = None) -> Any:  # noqa: ANN401
        """Return the same without blocking the event loop; raises the same."""
        return (await self.ainvoke([document], config))[0]

    def invoke(self, input: Sequence[Document], config: RunnableConfig | None = None, **kwargs: Anything) -> list[Any]:
        """Convert documents, traced as a run of its own."""
        return self._call_with_config(self._converted, input, config)

    async def ainvoke(
        self, input: Sequence[Document], config: RunnableConfig | None = None, **kwargs: Anything
    ) -> list[Any]:
        """Convert documents without blocking the event loop, traced as a run of its own."""
        return await self._acall_with_config(self._aconverted, input, config)

    def _converted(self, documents: Sequence[Document]) -> list[Any]:
        classes = GraphDocumentClasses(self._graph_document)
        return self._made(classes, documents, self._learner.learn(to_engine(documents)))

    async def _aconverted(self, documents: Sequence[Document]) -> list[Any]:
        classes = GraphDocumentClasses(self._graph_document)
        return self._made(classes, documents, [graph async for graph in self._learner.alearn(to_engine(documents))])

    def _made(self, classes: GraphDocumentClasses, documents: Sequence[Document], graphs: Iterable[Any]) -> list[Any]:
        return [
            _graph_document(classes, document, *self._allowed.of(*self._parts(graph)))
            for graph, document in zip(graphs, documents, strict=True)
        ]

    def _parts(self, graph: Any) -> Parts:  # noqa: ANN401  # what the learner returned
        """Return the entities of a graph, by the names that its relations use, and the relations."""
        return {entity.name: entity for entity in graph.entities}, graph.relations


class MetaRelationGraphTransformer(GraphDocumentTransformer):
    """Find concepts and is-a, has-part and alias relations in documents, for a graph of the user's own.

    ```python
    graph_documents = MetaRelationGraphTransformer().convert_to_graph_documents(documents)
    Neo4jGraph().add_graph_documents(graph_documents, include_source=True)
    ```

    It replaces `LLMGraphTransformer` and is also a `Runnable`. A node is a concept of type `Concept`. Its id is the
    concept's key (the normalised lemma phrase) with a capital, so that a concept is the same node in every document and
    in what `llama_index_lgm` extracts; its properties are its `key` and its most frequent `surface`. A relationship is
    of type `IS_A`, `HAS_PART` or `ALIAS_OF`; its properties are the sentences that state it (`evidence`), where they
    stand in the text (`starts`, `ends`), what read it from them (`origins`: `pattern:…` or `llm:…`) and its `verdict`.
    Graphs that merge relationships keep the properties from the first document; a graph made by `LanguageGraphBuilder`
    keeps all evidence.

    Args:
        llm: also extracts; without one only patterns do, which costs no tokens. Its failures are logged.
        extraction: settings of that extraction; False turns it off, None takes the default settings.
        annotator: the language backend or its name, such as `spacy:en_core_web_sm` or `stanza:en`.
        mentions: which concepts without a relation become nodes: None for names, True for all, False for none.
        concurrency: the most LLM requests at a time.
        limits: one rate of requests and one budget of tokens for all LLM requests of this transformer.
        graph_document: the class to make; by default the `GraphDocument` of `langchain-neo4j` or, if that is not
            installed, of `langchain-community`.
        allowed_nodes: types of nodes to keep; here all are of type `Concept`.
        allowed_relationships: types of relationships to keep, such as `IS_A`, or triples of the type of the source, of
            the relationship and of the target. None keeps all.

    Raises:
        InputError: there is no language backend of that name, or this transformer makes no nodes or relationships of an
            allowed type.
    """

    def __init__(
        self,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        *,
        extraction: Extraction = None,
        annotator: Annotator | str | None = None,
        mentions: bool | None = None,
        concurrency: int = 8,
        limits: RequestLimits | None = None,
        graph_document: type[Any] | None = None,
        allowed_nodes: Sequence[str] | None = None,
        allowed_relationships: Sequence[str | tuple[str, str, str]] | None = None,
    ) -> None:
        self._allowed = AllowedTypes(allowed_nodes, allowed_relationships)
        self._allowed.check_meta_relations("LocalGraphTransformer")
        self._learner = DocumentGraphLearner(
            llm=as_chat_model(llm),
            extraction=extraction,
            annotator=annotator,
            concurrency=concurrency,
            limiter=None if limits is None else RequestLimiter(limits),
            on_failure=partial(log_not_extracted, logger=logger),
        )
        self._mentions, self._graph_document = mentions, graph_document

    def _parts(self, graph: Any) -> Parts:  # noqa: ANN401
        entities = concept_entities(graph, only_related=not self._mentions, with_names=self._mentions is None)
        return entities, concept_relations(graph)


class GraphDocumentClasses:
    """The class of graph documents (None: that of an installed package), with those of its nodes and relationships."""

    def __init__(self, graph_document: type[Any] | None) -> None:
        self.graph_document = graph_document or _installed_class()
        self.node = _item_class(self.graph_document, "nodes")
        self.relationship = _item_class(self.graph_document, "relationships")


def _installed_class() -> type[Any]:
    for home in _HOMES:
        try:
            graph_document: type[Any] = import_module(home).GraphDocument
        except ImportError:
            continue
        return graph_document
    raise MissingDependencyError(
        "graph documents need the package of their graph: run `pip install langchain-neo4j`, or pass the "
        "`GraphDocument` class that your graph accepts as `graph_document=…`"
    )


def _item_class(graph_document: type[Any], field: str) -> type[Any]:
    """Return the class of the items in a field of a graph document."""
    fields = getattr(graph_document, "model_fields", {})
    items = typing.get_args(fields[field].annotation) if field in fields else ()
    if len(items) != 1 or not isinstance(items[0], type):
        raise InputError(
            f"graph_document={graph_document!r} is not a class of graph documents: its field {field!r} is not declared "
            "as a list of one class; pass the `GraphDocument` class that your graph accepts"
        )
    return items[0]


class LocalGraphTransformer(GraphDocumentTransformer):
    """Construct the graph of each document separately, for a graph of the user's own.

    ```python
    graph_documents = LocalGraphTransformer(llm).convert_to_graph_documents(documents)
    Neo4jGraph().add_graph_documents(graph_documents, include_source=True)
    ```

    It replaces `LLMGraphTransformer` and is also a `Runnable`. A node is a thing of the document with all its names;
    its type is the thing's first type, and its properties are its `key`, `class`, `types`, `aliases`, `description` and
    `relevance`. A relationship is a fact or an is-a relation; its properties are the sentences that state it, where
    they stand in the text and what read it from them. Things without a relation are left out unless they are named.

    Args:
        llm: constructs; without one, phrases and clauses are read, which costs no tokens. Its failures are logged.
        construction: settings of the construction.
        annotator: the language backend or its name; without an `llm` one that parses. `lite:parse` by default.
        concurrency: the most LLM requests at a time.
        limits: one rate of requests and one budget of tokens for all LLM requests of this transformer.
        mentions: which things without a relation become nodes: None for those named, True for all, False for none.
        graph_document: as for `MetaRelationGraphTransformer`.
        allowed_nodes: types of nodes to keep, in any case of letters; None keeps all.
        allowed_relationships: types of relationships to keep, such as `DIRECT_BY`, or triples of the type of the
            source, of the relationship and of the target. None keeps all.

    Raises:
        InputError: there is no language backend of that name.
    """

    def __init__(
        self,
        llm: BaseChatModel | ChatModel | None = None,
        *,
        construction: ConstructionOptions | None = None,
        annotator: Annotator | str | None = None,
        mentions: bool | None = None,
        concurrency: int = 8,
        limits: RequestLimits | None = None,
        graph_document: type[Any] | None = None,
        allowed_nodes: Sequence[str] | None = None,
        allowed_relationships: Sequence[str | tuple[str, str, str]] | None = None,
    ) -> None:
        self._allowed = AllowedTypes(allowed_nodes, allowed_relationships)
        self._learner = LocalGraphConstructor(
            llm=as_chat_model(llm),
            options=construction,
            annotator=annotator,
            concurrency=concurrency,
            limiter=None if limits is None else RequestLimiter(limits),
            on_failure=partial(log_not_extracted, logger=logger),
            mentions=mentions,
        )
        self._graph_document = graph_document


def _graph_document(
    classes: GraphDocumentClasses,
    source: Document,
    entities: Mapping[str, LocalEntity],
    relations: Sequence[LocalRelation],
) -> Any:  # noqa: ANN401  # of the class given
    nodes = {
        key: classes.node(id=entity.name, type=entity.label, properties=entity.properties)
        for key, entity in entities.items()
    }
    relationships = [
        classes.relationship(
            source=nodes[relation.source],
            target=nodes[relation.target],
            type=relation.label,
            properties=relation.properties,
        )
        for relation in relations
    ]
    return classes.graph_document(nodes=list(nodes.values()), relationships=relationships, source=source)
