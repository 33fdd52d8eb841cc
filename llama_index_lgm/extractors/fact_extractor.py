"""Open facts as LlamaIndex's property graphs and ingestion pipelines take them."""

from __future__ import annotations

from typing import ClassVar

from llama_index.core.schema import BaseNode

from lgm_core.hosts import DocumentGraphLearner, fact_graph
from lgm_core.model import DocumentGraph
from llama_index_lgm.extractors.node_extractor import ParsingExtractor

__all__ = ["OpenFactExtractor"]


class OpenFactExtractor(ParsingExtractor):
    """Find the facts that sentences state, from their parse and without an LLM, for property graphs and pipelines.

    To the metadata of each node it adds a relation for each fact (*Salt Harbour was directed by Inês Moura*:
    `DIRECT_BY`), with its sentences, wordings and qualifiers (*in 1931*), an entity for each concept of a fact, named
    as by `MetaRelationExtractor`, and one for each date, number or quantity of a fact, labelled by its kind. They are
    hidden from embedding models and LLMs.

    Attributes:
        annotator: a language backend that parses, or its name; not serialised: a copy made from a dict has the default,
            `lite:parse`.
        allowed_entity_types: labels of entities to keep, such as `Concept`, `Date` or `Quantity`, in any case of
            letters; None keeps all.
        allowed_relation_types: labels of relations to keep, such as `DIRECT_BY`, or triples of the labels of source,
            relation and target; None keeps all. Entities that lose all their relations are left out.

    Raises:
        ValidationError: a setting does not exist.
    """

    task: ClassVar[str] = "Extracting facts"

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "OpenFactExtractor"

    def _learner(self) -> DocumentGraphLearner:
        return DocumentGraphLearner(annotator=self.annotator, facts=True)

    def _attach(self, node: BaseNode, graph: DocumentGraph) -> None:
        super()._attach(node, fact_graph(graph))
