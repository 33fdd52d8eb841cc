"""The graph constructed of each node, as LlamaIndex's property graphs and ingestion pipelines take it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from llama_index.core.bridge.pydantic import Field, PrivateAttr, SerializeAsAny
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode
from llama_index.core.utils import get_tqdm_iterable

from lgm_core import ConstructionOptions, RequestLimits
from lgm_core.hosts import LocalGraph, LocalGraphConstructor, RequestLimiter, log_not_extracted
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.extractors.node_extractor import ParsingExtractor, attach
from llama_index_lgm.instrumentation import with_spans
from llama_index_lgm.models import LlamaIndexChatModel

__all__ = ["LocalGraphExtractor"]

logger = logging.getLogger(__name__)

_NODES_AT_ONCE = 32
"""Nodes constructed together: enough for their requests to fill the concurrency, few enough for memory."""


class LocalGraphExtractor(ParsingExtractor):
    """Construct the graph of each node, whole and local, for `PropertyGraphIndex` and `IngestionPipeline`.

    Each node's metadata gets, beside what other extractors put there, an entity for each thing of the node under all
    its names, labelled by its type, and a relation for each fact and each is-a relation between them, with the
    sentences that state it. Neither is shown to embedding models or LLMs. Each node is a document by itself: what only
    the whole document shows is found where a node is a whole document, or a long part of one.

    Attributes:
        llm: is asked; without one phrases and clauses are read, and no tokens are spent. `Settings` are not asked for
            one. What it fails at is logged.
        construction: settings of the construction.
        num_workers: requests to the LLM under way at once.
        limits: one rate of requests and one budget of tokens for all that this extractor asks of the LLM; not
            serialised, so that a pipeline's cache does not depend on it.
        annotator: a language backend that parses, or its name; not serialised: a copy made from a dict has the default,
            `lite:parse`.
    """

    llm: SerializeAsAny[LLM] | None = None
    construction: ConstructionOptions = Field(default_factory=ConstructionOptions)
    num_workers: int = Field(default=4, ge=1)
    limits: RequestLimits | None = Field(default=None, exclude=True)
    _limiter: RequestLimiter | None = PrivateAttr(default=None)

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "LocalGraphExtractor"

    def __call__(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Construct the graphs of nodes; what they hold already is kept.

        Raises:
            BudgetSpentError: the tokens of `limits` are spent; the nodes done before have what was found.
            InputError: no LLM is asked and the language backend does not parse.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        with with_spans():
            for group in _groups(nodes, show_progress):
                for node, graph in zip(group, self._constructor().construct(list(to_engine(group))), strict=True):
                    _attach(node, graph)
        return nodes

    async def acall(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Do the same without blocking the event loop; raises the same."""
        with with_spans():
            for group in _groups(nodes, show_progress):
                graphs = await self._constructor().aconstruct(list(to_engine(group)))
                for node, graph in zip(group, graphs, strict=True):
                    _attach(node, graph)
        return nodes

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401  # the signature of pydantic
        """Make what holds to the limits: one for all calls."""
        self._limiter = None if self.limits is None else RequestLimiter(self.limits)

    def _constructor(self) -> LocalGraphConstructor:
        return LocalGraphConstructor(
            llm=LlamaIndexChatModel(self.llm) if self.llm is not None else None,
            options=self.construction,
            annotator=self.annotator,
            concurrency=self.num_workers,
            limiter=self._limiter,
            on_failure=partial(log_not_extracted, logger=logger),
        )


def _groups(nodes: Sequence[BaseNode], show_progress: bool) -> Iterable[Sequence[BaseNode]]:
    groups = [nodes[first : first + _NODES_AT_ONCE] for first in range(0, len(nodes), _NODES_AT_ONCE)]
    shown: Iterable[Sequence[BaseNode]] = get_tqdm_iterable(groups, show_progress, "Constructing graphs")
    return shown


def _attach(node: BaseNode, graph: LocalGraph) -> None:
    entities = {
        entity.name: EntityNode(name=entity.name, label=entity.label, properties=entity.properties)
        for entity in graph.entities
    }
    relations = [
        Relation(
            label=relation.label,
            source_id=entities[relation.source].id,
            target_id=entities[relation.target].id,
            properties=relation.properties,
        )
        for relation in graph.relations
    ]
    attach(node, entities.values(), relations)
