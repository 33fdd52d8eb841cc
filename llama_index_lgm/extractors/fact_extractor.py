"""Open facts as LlamaIndex's property graphs and ingestion pipelines take them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.schema import BaseNode
from llama_index.core.utils import get_tqdm_iterable

from lgm_core.hosts import DocumentGraphLearner, concept_entities, fact_properties
from lgm_core.model import DocumentGraph, FactEnd, Value
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.extractors.node_extractor import ParsingExtractor, attach
from llama_index_lgm.instrumentation import with_spans

__all__ = ["OpenFactExtractor"]

_NOT_IN_LABELS = re.compile(r"\W+")
"""Stores put labels into queries: nothing of a document's text may end a name there."""


class OpenFactExtractor(ParsingExtractor):
    """Find what sentences state, by their parse and without an LLM, for `PropertyGraphIndex` and `IngestionPipeline`.

    Each node's metadata gets, beside what other extractors put there, a relation for each fact (*Salt Harbour was
    directed by Inês Moura*: `DIRECT_BY`), with its sentences, wordings and qualifiers (*in 1931*), an entity for each
    concept of a fact, named as `MetaRelationExtractor` names them, and one for each date, number or quantity that a
    fact leads to, labelled by its kind. Neither is shown to embedding models or LLMs.

    Attributes:
        annotator: a language backend that parses, or its name; not serialised: a copy made from a dict has the default,
            `lite:parse`.
    """

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "OpenFactExtractor"

    def __call__(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Extract from nodes; what they hold already is kept.

        Raises:
            InputError: the language backend does not parse.
        """
        with with_spans():
            graphs = DocumentGraphLearner(annotator=self.annotator, facts=True).learn(to_engine(nodes))
            shown = get_tqdm_iterable(nodes, show_progress, "Extracting facts")
            for node, graph in zip(shown, graphs, strict=True):
                _attach_facts(node, graph)
        return nodes

    async def acall(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> Sequence[BaseNode]:
        """Do the same in a worker thread; raises the same."""
        return await asyncio.to_thread(self, nodes, show_progress)


def _attach_facts(node: BaseNode, graph: DocumentGraph) -> None:
    concepts = concept_entities(replace(graph, relations=()), only_related=True)
    entities: dict[FactEnd, EntityNode] = {
        key: EntityNode(name=concept.name, label=concept.label, properties=concept.properties)
        for key, concept in concepts.items()
    }
    facts = [fact for fact in graph.facts if isinstance(fact.object, str | Value)]
    entities |= {fact.object: _value_entity(fact.object) for fact in facts if isinstance(fact.object, Value)}
    relations = [
        Relation(
            label=_NOT_IN_LABELS.sub("_", fact.predicate).strip("_").upper() or "STATES",
            source_id=entities[fact.subject].id,
            target_id=entities[fact.object].id,
            properties=fact_properties(graph, fact),
        )
        for fact in facts
    ]
    attach(node, entities.values(), relations)


def _value_entity(value: Value) -> EntityNode:
    return EntityNode(name=value.text, label=value.kind.value.capitalize(), properties={"value": value.normalised})
