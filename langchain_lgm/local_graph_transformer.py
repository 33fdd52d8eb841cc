"""The graph constructed of each document as LangChain's graph documents, for graphs of the user's own."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel

from langchain_lgm._conversion import to_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.graph_documents import GraphDocumentClasses, GraphDocumentTransformer
from lgm_core import Annotator, ChatModel, ConstructionOptions, RequestLimits
from lgm_core.hosts import LocalGraph, LocalGraphConstructor, RequestLimiter, log_not_extracted

__all__ = ["LocalGraphTransformer"]

logger = logging.getLogger(__name__)

_DOCUMENTS_AT_ONCE = 32
"""Documents constructed together: enough for their requests to fill the concurrency, few enough for memory."""


class LocalGraphTransformer(GraphDocumentTransformer):
    """Construct the graph of each document, whole and local, for a graph of the user's own.

    ```python
    graph_documents = LocalGraphTransformer(llm).convert_to_graph_documents(documents)
    Neo4jGraph().add_graph_documents(graph_documents, include_source=True)
    ```

    It takes the place of `LLMGraphTransformer`, and is a `Runnable` as well. A node is a thing of the document under
    all its names; its type is the thing's first type, and its properties are its `key`, `class`, `types`, `aliases`,
    `description` and `relevance`. A relationship is a fact or an is-a relation; its properties are the sentences that
    state it, where they stand in the text and who read it so.

    Args:
        llm: is asked; without one phrases and clauses are read, and no tokens are spent. What it fails at is logged.
        construction: settings of the construction.
        annotator: the language backend or its name; one that parses, if there is no `llm`. `lite:parse` by default.
        concurrency: requests to the LLM under way at once.
        limits: one rate of requests and one budget of tokens for all that is asked of the LLM by this transformer.
        graph_document: the class of the graph documents to make; by default that of `langchain_neo4j` or
            `langchain_community`, whichever is installed.

    Raises:
        InputError: there is no language backend of that name.
    """

    def __init__(
        self,
        llm: BaseChatModel | ChatModel | None = None,
        *,
        construction: ConstructionOptions | None = None,
        annotator: Annotator | str | None = None,
        concurrency: int = 8,
        limits: RequestLimits | None = None,
        graph_document: type[Any] | None = None,
    ) -> None:
        self._constructor = LocalGraphConstructor(
            llm=as_chat_model(llm),
            options=construction,
            annotator=annotator,
            concurrency=concurrency,
            limiter=None if limits is None else RequestLimiter(limits),
            on_failure=partial(log_not_extracted, logger=logger),
        )
        self._graph_document = graph_document

    def _converted(self, documents: Sequence[Document]) -> list[Any]:
        classes = GraphDocumentClasses(self._graph_document)
        converted: list[Any] = []
        for group in _groups(documents):
            converted += map(partial(_graph_document, classes), self._constructor.construct(to_engine(group)), group)
        return converted

    async def _aconverted(self, documents: Sequence[Document]) -> list[Any]:
        classes = GraphDocumentClasses(self._graph_document)
        converted: list[Any] = []
        for group in _groups(documents):
            graphs = await self._constructor.aconstruct(to_engine(group))
            converted += map(partial(_graph_document, classes), graphs, group)
        return converted


def _groups(documents: Sequence[Document]) -> list[Sequence[Document]]:
    return [documents[first : first + _DOCUMENTS_AT_ONCE] for first in range(0, len(documents), _DOCUMENTS_AT_ONCE)]


def _graph_document(classes: GraphDocumentClasses, graph: LocalGraph, source: Document) -> Any:  # noqa: ANN401
    nodes = {
        entity.name: classes.node(id=entity.name, type=entity.label, properties=entity.properties)
        for entity in graph.entities
    }
    relationships = [
        classes.relationship(
            source=nodes[relation.source],
            target=nodes[relation.target],
            type=relation.label,
            properties=relation.properties,
        )
        for relation in graph.relations
    ]
    return classes.graph_document(nodes=list(nodes.values()), relationships=relationships, source=source)
