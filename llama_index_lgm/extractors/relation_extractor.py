"""Concepts and meta-relations as LlamaIndex's property graphs and ingestion pipelines take them."""

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

from lgm_core import Extraction, RequestLimits
from lgm_core.hosts import (
    DocumentGraphLearner,
    RequestLimiter,
    concept_entities,
    log_not_extracted,
    relation_properties,
)
from lgm_core.model import DocumentGraph
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.extractors.node_extractor import NodeExtractor, attach
from llama_index_lgm.instrumentation import with_spans
from llama_index_lgm.models import LlamaIndexChatModel

__all__ = ["MetaRelationExtractor"]

logger = logging.getLogger(__name__)


class MetaRelationExtractor(NodeExtractor):
    """Find concepts and is-a, has-part and alias relations in nodes, for `PropertyGraphIndex` and `IngestionPipeline`.

    Each node's metadata gets, beside what other extractors put there, the relations between concepts, each with the
    sentences that state it and who read it so, and an entity for each of these concepts. Neither is shown to embedding
    models or LLMs. Names are spelled as in the text (`Meridian Pumps`); other concepts alike in every document, in the
    singular with a capital (`Honey bee`), as LlamaIndex's `LLMSynonymRetriever` looks for them. That retriever finds no
    name of several words, whoever extracted it, since it writes them `Meridian pumps`; retrievers by vectors do.

    Property graph stores keep the evidence of the first node that states a relation, and the entities of deleted nodes;
    a `LanguageGraphIndex` keeps all evidence, and nothing of what was deleted.

    Attributes:
        llm: extracts too; without one only patterns do, and no tokens are spent. `Settings` are not asked for one. What
            it fails at is logged.
        extraction: settings of that extraction; False turns it off, None takes the default ones if there is an LLM.
        num_workers: requests to the LLM under way at once.
        limits: one rate of requests and one budget of tokens for all that this extractor asks of the LLM; not
            serialised, so that a pipeline's cache does not depend on it.
        mentions: also make an entity of each other concept of a node, and a `MENTIONS` relation from the node to each
            of its concepts, for graphs that are queried in Cypher. LlamaIndex's `SimplePropertyGraphStore` cannot
            delete nodes that have relations of their own (it then raises `KeyError`, with `ImplicitPathExtractor` too),
            and its retrievers show such a relation as `node id -> MENTIONS -> concept`.
        annotator: the language backend or its name; not serialised: a copy made from a dict has the default one.
    """

    llm: SerializeAsAny[LLM] | None = None
    extraction: Extraction = None
    num_workers: int = Field(default=4, ge=1)
    limits: RequestLimits | None = Field(default=None, exclude=True)
    _limiter: RequestLimiter | None = PrivateAttr(default=None)
    mentions: bool = False

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "MetaRelationExtractor"

    def __call__(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Extract from nodes; what they hold already is kept.

        Raises:
            BudgetSpentError: the tokens of `limits` are spent; the nodes done before have what was found.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        with with_spans():
            graphs = self._learner().learn(to_engine(nodes))
            for node, graph in zip(_with_progress(nodes, show_progress), graphs, strict=True):
                self._attach(node, graph)
        return nodes

    async def acall(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Do the same without blocking the event loop; raises the same."""
        with with_spans():
            graphs = self._learner().alearn(to_engine(nodes))
            for node in _with_progress(nodes, show_progress):
                self._attach(node, await anext(graphs))
        return nodes

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401  # the signature of pydantic
        """Make what holds to the limits: one for all calls."""
        self._limiter = None if self.limits is None else RequestLimiter(self.limits)

    def _learner(self) -> DocumentGraphLearner:
        return DocumentGraphLearner(
            llm=LlamaIndexChatModel(self.llm) if self.llm is not None else None,
            extraction=self.extraction,
            annotator=self.annotator,
            concurrency=self.num_workers,
            limiter=self._limiter,
            on_failure=partial(log_not_extracted, logger=logger),
        )

    def _attach(self, node: BaseNode, graph: DocumentGraph) -> None:
        concepts = concept_entities(graph, only_related=not self.mentions)
        entities = {
            key: EntityNode(name=concept.name, label=concept.label, properties=concept.properties)
            for key, concept in concepts.items()
        }
        relations = [
            Relation(
                label=relation.kind.name,
                source_id=entities[relation.subject].id,
                target_id=entities[relation.object].id,
                properties=relation_properties(graph, relation),
            )
            for relation in graph.relations
        ]
        if self.mentions:
            mentioned = [entities[key].id for key, concept in concepts.items() if concept.is_mentioned]
            relations += [Relation(label="MENTIONS", source_id=node.node_id, target_id=id) for id in mentioned]
        attach(node, entities.values(), relations)


def _with_progress(nodes: Sequence[BaseNode], show_progress: bool) -> Iterable[BaseNode]:
    shown: Iterable[BaseNode] = get_tqdm_iterable(nodes, show_progress, "Extracting meta-relations")
    return shown
