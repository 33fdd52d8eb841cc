"""Concepts and meta-relations as LlamaIndex's property graphs and ingestion pipelines take them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Annotated, Any

from llama_index.core.bridge.pydantic import Field, SerializeAsAny
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY, EntityNode, Relation
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, TransformComponent
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BeforeValidator, SkipValidation, computed_field

from lgm_core.flow import Flow, Session, arun, run
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import Annotator
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.in_memory import learn_in_memory, relation_properties, surface_forms
from lgm_core.model import DocumentGraph, TraceStep
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.chat_model import LlamaIndexChatModel
from llama_index_lgm.instrumentation import with_spans

__all__ = ["MetaRelationExtractor"]

logger = logging.getLogger(__name__)

_AT_ONCE = 32
"""Nodes analysed together; their requests to the LLM share the workers."""


class MetaRelationExtractor(TransformComponent):
    """Find concepts and is-a, has-part and alias relations in nodes, for `PropertyGraphIndex` and `IngestionPipeline`.

    Each node's metadata gets, beside what other extractors put there, an entity for each concept (named by its key, the
    normalised lemma phrase, with a capital as LlamaIndex's own retrievers look for it), the relations between concepts,
    each with the sentences that state it and who read it so, and a `MENTIONS` relation from the node to each of its
    concepts. Property graph stores keep the evidence of the first node that states a relation; a `LanguageGraphIndex`
    keeps all of it.

    Attributes:
        llm: extracts too; without one only patterns do, and no tokens are spent. What it fails at is logged.
        num_workers: requests to the LLM under way at once.
        mentions: when False, no `MENTIONS` relations, and no concepts without any other relation.
        annotator: the language backend or its name; not serialised: a copy made from a dict has the default one.
    """

    llm: SerializeAsAny[LLM] | None = None
    num_workers: int = Field(default=4, ge=1)
    mentions: bool = True
    annotator: Annotated[Annotator, SkipValidation, BeforeValidator(chosen_annotator)] = Field(
        default_factory=LiteAnnotator, exclude=True
    )

    @computed_field  # type: ignore[prop-decorator]  # mypy cannot type decorators above property
    @property
    def language(self) -> str:
        """Name the language backend, so that a pipeline's cache tells apart what different ones found."""
        return self.annotator.recipe

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
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        with with_spans():
            run(self._extracting(nodes, show_progress), self._session())
        return nodes

    async def acall(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Do the same without blocking the event loop; raises the same."""
        with with_spans():
            await arun(self._extracting(nodes, show_progress), self._session())
        return nodes

    def _session(self) -> Session:
        return Session(self._model(), self.num_workers, on_step=_log_failure)

    def _model(self) -> LlamaIndexChatModel | None:
        return LlamaIndexChatModel(self.llm) if self.llm is not None else None

    def _extracting(self, nodes: Sequence[BaseNode], show_progress: bool) -> Flow[None]:
        model = self._model()
        starts = range(0, len(nodes), _AT_ONCE)
        for start in get_tqdm_iterable(starts, show_progress, "Extracting meta-relations"):
            batch = nodes[start : start + _AT_ONCE]
            graphs = yield from learn_in_memory(
                list(to_engine(batch)),
                annotator=self.annotator,
                extraction=ExtractionOptions() if model is not None else None,
                llm_name=model.name if model is not None else "",
            )
            for node, graph in zip(batch, graphs, strict=True):
                self._attach(node, graph)

    def _attach(self, node: BaseNode, graph: DocumentGraph) -> None:
        named = surface_forms(graph)
        related = {end for relation in graph.relations for end in (relation.subject, relation.object)}
        concepts = sorted(related | set(named)) if self.mentions else sorted(related)
        entities = {
            key: EntityNode(
                name=key.capitalize(), label="Concept", properties={"key": key, "surface": named.get(key, key)}
            )
            for key in concepts
        }
        relations = [
            Relation(
                label=one.kind.name,
                source_id=entities[one.subject].id,
                target_id=entities[one.object].id,
                properties=relation_properties(graph, one),
            )
            for one in graph.relations
        ]
        if self.mentions:
            mentioned = [entities[key].id for key in concepts if key in named]
            relations += [Relation(label="MENTIONS", source_id=node.node_id, target_id=id) for id in mentioned]
        node.metadata[KG_NODES_KEY] = [*node.metadata.get(KG_NODES_KEY, []), *entities.values()]
        node.metadata[KG_RELATIONS_KEY] = [*node.metadata.get(KG_RELATIONS_KEY, []), *relations]


def _log_failure(step: TraceStep) -> None:
    if step.name == "extraction failed":
        node, error = step.details["document"], step.details["error"]
        logger.warning("node %s: the LLM extracted nothing from a part of it: %s", node, error)
