"""Concepts and meta-relations as LangChain's graph documents, for graphs of the user's own."""

from __future__ import annotations

import typing
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig

from langchain_lgm._conversion import to_engine
from langchain_lgm.chat_model import as_chat_model
from lgm_core.errors import InputError, MissingDependencyError
from lgm_core.flow import Flow, Session, arun, run
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.in_memory import learn_in_memory, relation_properties, surface_forms
from lgm_core.llm.port import ChatModel
from lgm_core.model import DocumentGraph, TraceStep

__all__ = ["MetaRelationGraphTransformer"]

_HOMES = ("langchain_neo4j.graphs.graph_document", "langchain_community.graphs.graph_document")
"""Where `GraphDocument` lives, the maintained package first; graphs take either package's, going by its fields."""

_AT_ONCE = 32
"""Documents analysed together; their requests to the LLM share the concurrency."""


class MetaRelationGraphTransformer(Runnable[Sequence[Document], list[Any]]):
    """Find concepts and is-a, has-part and alias relations in documents, for a graph of the user's own.

    ```python
    graph_documents = MetaRelationGraphTransformer().convert_to_graph_documents(documents)
    Neo4jGraph().add_graph_documents(graph_documents, include_source=True)
    ```

    It takes the place of `LLMGraphTransformer`, and is a `Runnable` as well. A node is a concept of type `Concept`; its
    id is the concept's key, the normalised lemma phrase, in title case as `LLMGraphTransformer` writes ids, so that the
    same concept in other documents is the same node. A relationship is of type `IS_A`, `HAS_PART` or `ALIAS_OF`; its
    properties are the sentences that state it (`evidence`), where they stand in the text (`starts`, `ends`), who read
    it so (`origins`: `pattern:…` or `llm:…`) and its `verdict`. A graph that merges relationships keeps the properties
    of the first document that states one; a graph made by `LanguageGraphBuilder` keeps all evidence.

    Args:
        llm: extracts too; without one only patterns do, and no tokens are spent. What it fails at is warned of.
        extraction: settings of that extraction.
        annotator: the language backend or its name, such as `spacy:en_core_web_sm` or `stanza:en`.
        mentions: when False, no concepts without a relation.
        concurrency: requests to the LLM under way at once.
        graph_document: the class to make, if not the `GraphDocument` of `langchain-neo4j` or, where that is not
            installed, of `langchain-community`.
    """

    def __init__(
        self,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        *,
        extraction: ExtractionOptions | None = None,
        annotator: Annotator | str | None = None,
        mentions: bool = True,
        concurrency: int = 8,
        graph_document: type[Any] | None = None,
    ) -> None:
        self._llm = as_chat_model(llm)
        self._extraction = extraction or ExtractionOptions()
        self._annotator = chosen_annotator(annotator)
        self._mentions, self._concurrency, self._graph_document = mentions, concurrency, graph_document

    def convert_to_graph_documents(
        self, documents: Sequence[Document], config: RunnableConfig | None = None
    ) -> list[Any]:
        """Return a `GraphDocument` for each document, in the order given.

        Raises:
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

    def invoke(
        self,
        input: Sequence[Document],
        config: RunnableConfig | None = None,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> list[Any]:
        """Convert documents, traced as a run of its own."""
        return self._call_with_config(lambda given: run(self._converting(given), self._session()), input, config)

    async def ainvoke(
        self,
        input: Sequence[Document],
        config: RunnableConfig | None = None,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> list[Any]:
        """Convert documents without blocking the event loop, traced as a run of its own."""

        async def convert(given: Sequence[Document]) -> list[Any]:
            return await arun(self._converting(given), self._session())

        return await self._acall_with_config(convert, input, config)

    def _session(self) -> Session:
        return Session(self._llm, self._concurrency, on_step=_warn_of_failure)

    def _converting(self, documents: Sequence[Document]) -> Flow[list[Any]]:
        made = _Maker(self._graph_document or _installed_class(), with_all=self._mentions)
        converted = []
        for start in range(0, len(documents), _AT_ONCE):
            batch = documents[start : start + _AT_ONCE]
            graphs = yield from learn_in_memory(
                to_engine(batch),
                annotator=self._annotator,
                extraction=self._extraction if self._llm is not None else None,
                llm_name=self._llm.name if self._llm is not None else "",
            )
            converted += [made.of(graph, document) for graph, document in zip(graphs, batch, strict=True)]
        return converted


class _Maker:
    """Makes graph documents of one class, with the classes of its nodes and relationships."""

    def __init__(self, graph_document: type[Any], *, with_all: bool) -> None:
        self._graph_document, self._with_all = graph_document, with_all
        self._node = _item_class(graph_document, "nodes")
        self._relationship = _item_class(graph_document, "relationships")

    def of(self, graph: DocumentGraph, source: Document) -> Any:  # noqa: ANN401  # of the class given
        named = surface_forms(graph)
        related = {end for relation in graph.relations for end in (relation.subject, relation.object)}
        nodes = {
            key: self._node(id=key.title(), type="Concept", properties={"key": key, "name": named.get(key, key)})
            for key in sorted(related | set(named) if self._with_all else related)
        }
        relationships = [
            self._relationship(
                source=nodes[one.subject],
                target=nodes[one.object],
                type=one.kind.name,
                properties=relation_properties(graph, one),
            )
            for one in graph.relations
        ]
        return self._graph_document(nodes=list(nodes.values()), relationships=relationships, source=source)


def _installed_class() -> type[Any]:
    for home in _HOMES:
        try:
            found: type[Any] = import_module(home).GraphDocument
        except ImportError:
            continue
        return found
    raise MissingDependencyError(
        "graph documents need the package of the graph they are for: run `pip install langchain-neo4j`, or pass the "
        "`GraphDocument` class that your graph takes as `graph_document=…`"
    )


def _item_class(graph_document: type[Any], field: str) -> type[Any]:
    """Return the class of which a field of a graph document is a list."""
    fields = getattr(graph_document, "model_fields", {})
    items = typing.get_args(fields[field].annotation) if field in fields else ()
    if len(items) != 1 or not isinstance(items[0], type):
        raise InputError(f"graph_document={graph_document!r} has no field {field!r} that says of what it is a list")
    return items[0]


def _warn_of_failure(step: TraceStep) -> None:
    if step.name == "extraction failed":
        document, error = step.details["document"], step.details["error"]
        warnings.warn(f"document {document!r}: the LLM extracted nothing from a part of it: {error}", stacklevel=2)
