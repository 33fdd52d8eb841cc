"""Open facts as LlamaIndex's property graphs and ingestion pipelines take them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Self

from llama_index.core.bridge.pydantic import Field
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.schema import BaseNode, TransformComponent
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BeforeValidator, ConfigDict, SkipValidation, computed_field

from lgm_core import Annotator, DocumentGraph, FactEnd, Value
from lgm_core.hosts import DocumentGraphLearner, chosen_annotator, concept_entities, fact_properties
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.extractors.relation_extractor import attach
from llama_index_lgm.instrumentation import with_spans

__all__ = ["OpenFactExtractor"]

_NOT_IN_LABELS = re.compile(r"\W+")
"""Stores put labels into queries: nothing of a document's text may end a name there."""


def _parsing_annotator(annotator: Annotator | str | None) -> Annotator:
    return chosen_annotator("lite:parse" if annotator is None else annotator)


class OpenFactExtractor(TransformComponent):
    """Find what sentences state, by their parse and without an LLM, for `PropertyGraphIndex` and `IngestionPipeline`.

    Each node's metadata gets, beside what other extractors put there, a relation for each fact (*Salt Harbour was
    directed by Inês Moura*: `DIRECT_BY`), with its sentences, wordings and qualifiers (*in 1931*), an entity for each
    concept of a fact, named as `MetaRelationExtractor` names them, and one for each date, number or quantity that a
    fact leads to, labelled by its kind. Neither is shown to embedding models or LLMs.

    Attributes:
        annotator: a language backend that parses, or its name; not serialised: a copy made from a dict has the default,
            `lite:parse`.
    """

    model_config = ConfigDict(extra="forbid")

    annotator: Annotated[Annotator, SkipValidation, BeforeValidator(_parsing_annotator)] = Field(
        default_factory=lambda: _parsing_annotator(None), exclude=True
    )

    @computed_field  # type: ignore[prop-decorator]  # mypy cannot type decorators above property
    @property
    def language(self) -> str:
        """Name the language backend, so that a pipeline's cache tells apart what different ones found."""
        return self.annotator.recipe

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "OpenFactExtractor"

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> Self:  # noqa: ANN401  # the host's signature
        """Make an extractor from what `to_dict` returned."""
        fields = {name: value for name, value in data.items() if name != "language"}  # which follows from `annotator`
        return super().from_dict(fields, **kwargs)

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
