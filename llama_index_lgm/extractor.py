"""Concepts and meta-relations as LlamaIndex's property graphs and ingestion pipelines take them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from llama_index.core.bridge.pydantic import Field, SerializeAsAny
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY, EntityNode, Relation
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, TransformComponent
from llama_index.core.utils import get_tqdm_iterable
from pydantic import SkipValidation, computed_field

from lgm_core.flow import Flow, Session, arun, run, together
from lgm_core.language.lite import LiteAnnotator
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.extraction import ExtractionOptions, extract
from lgm_core.learning.merge import with_extraction
from lgm_core.model import DocumentGraph
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.chat_model import LlamaIndexChatModel

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
        annotator: the language backend; not serialised, so that a copy made from a dict has the default one.
    """

    llm: SerializeAsAny[LLM] | None = None
    num_workers: int = Field(default=4, ge=1)
    mentions: bool = True
    annotator: SkipValidation[Annotator] = Field(default_factory=LiteAnnotator, exclude=True)

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
        run(self._extracting(nodes, show_progress), self._session())
        return nodes

    async def acall(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Do the same without blocking the event loop; raises the same."""
        await arun(self._extracting(nodes, show_progress), self._session())
        return nodes

    def _session(self) -> Session:
        return Session(LlamaIndexChatModel(self.llm) if self.llm is not None else None, self.num_workers)

    def _extracting(self, nodes: Sequence[BaseNode], show_progress: bool) -> Flow[None]:
        starts = range(0, len(nodes), _AT_ONCE)
        for start in get_tqdm_iterable(starts, show_progress, "Extracting meta-relations"):
            batch = nodes[start : start + _AT_ONCE]
            graphs = analyse_documents(list(to_engine(batch)), self.annotator, self.language)
            if self.llm is not None:
                graphs = yield from self._with_llm(graphs, LlamaIndexChatModel(self.llm).name)
            for node, graph in zip(batch, graphs, strict=True):
                self._attach(node, graph)

    def _with_llm(self, graphs: Sequence[DocumentGraph], model_name: str) -> Flow[list[DocumentGraph]]:
        extractions = yield from together([extract(graph, ExtractionOptions(), model_name) for graph in graphs])
        for graph, extraction in zip(graphs, extractions, strict=True):
            for error in extraction.failures:
                logger.warning("node %s: the LLM extracted nothing from a part of it: %s", graph.document.id, error)
        return [with_extraction(graph, extraction) for graph, extraction in zip(graphs, extractions, strict=True)]

    def _attach(self, node: BaseNode, graph: DocumentGraph) -> None:
        surfaces = _surfaces(graph)
        related = {end for relation in graph.relations for end in (relation.subject, relation.object)}
        concepts = sorted(related | set(surfaces)) if self.mentions else sorted(related)
        entities = {
            key: EntityNode(
                name=key.capitalize(), label="Concept", properties={"key": key, "surface": surfaces.get(key, key)}
            )
            for key in concepts
        }
        relations = list(_relations(graph, entities))
        if self.mentions:
            mentioned = [entities[key].id for key in concepts if key in surfaces]
            relations += [Relation(label="MENTIONS", source_id=node.node_id, target_id=id) for id in mentioned]
        node.metadata[KG_NODES_KEY] = [*node.metadata.get(KG_NODES_KEY, []), *entities.values()]
        node.metadata[KG_RELATIONS_KEY] = [*node.metadata.get(KG_RELATIONS_KEY, []), *relations]


def _surfaces(graph: DocumentGraph) -> dict[str, str]:
    """Return the most frequent form of each concept that is mentioned."""
    counts: dict[str, Counter[str]] = {}
    for mention in graph.mentions:
        counts.setdefault(mention.concept, Counter())[mention.surface] += 1
    return {key: forms.most_common(1)[0][0] for key, forms in counts.items()}


def _relations(graph: DocumentGraph, entities: dict[str, EntityNode]) -> Iterable[Relation]:
    sentences = {sentence.id: sentence for sentence in graph.sentences}
    for relation in graph.relations:
        stating = [sentences[one.sentence_id] for one in relation.evidence]
        yield Relation(
            label=relation.kind.name,
            source_id=entities[relation.subject].id,
            target_id=entities[relation.object].id,
            properties={
                "evidence": [sentence.text for sentence in stating],
                "starts": [sentence.start for sentence in stating],
                "ends": [sentence.end for sentence in stating],
                "origins": [one.origin for one in relation.evidence],
                "verdict": relation.verdict.value,
            },
        )
