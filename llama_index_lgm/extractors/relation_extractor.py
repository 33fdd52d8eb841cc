"""Concepts and meta-relations as LlamaIndex's property graphs and ingestion pipelines take them."""

from __future__ import annotations

from typing import ClassVar

from llama_index.core.graph_stores.types import KG_RELATIONS_KEY, Relation
from llama_index.core.schema import BaseNode

from lgm_core import Extraction
from lgm_core.hosts import AllowedTypes, DocumentGraphLearner, concept_entities, concept_relations
from lgm_core.model import DocumentGraph
from llama_index_lgm.extractors.node_extractor import AskingExtractor

__all__ = ["MetaRelationExtractor"]


class MetaRelationExtractor(AskingExtractor):
    """Find concepts and is-a, has-part and alias relations in nodes, for `PropertyGraphIndex` and `IngestionPipeline`.

    To the metadata of each node it adds the relations between concepts, each with the sentences that state it and what
    read it from them, and an entity for each of these concepts, hidden from embedding models and LLMs. Names are
    spelled as in the text (`Meridian Pumps`); other concepts are spelled the same in every document, in the singular
    with a capital (`Honey bee`), as LlamaIndex's `LLMSynonymRetriever` expects. That retriever finds no names of
    several words, whoever extracted them, since it writes them `Meridian pumps`; vector retrievers do.

    Property graph stores keep the evidence of the first node that states a relation, and the entities of deleted nodes;
    a `LanguageGraphIndex` keeps all evidence, and nothing of deleted documents.

    Attributes:
        llm: also extracts; without one only patterns do, which costs no tokens. `Settings` are not used. Its failures
            are logged.
        extraction: settings of that extraction; False turns it off, None takes the default settings.
        num_workers: the most LLM requests at a time.
        limits: one rate of requests and one budget of tokens for all LLM requests of this extractor; not serialised, so
            that a pipeline's cache does not depend on it.
        mentions: also add an entity for each other concept of a node, and a `MENTIONS` relation from the node to each
            of its concepts, for graphs that are queried in Cypher. LlamaIndex's `SimplePropertyGraphStore` cannot
            delete nodes that have relations of their own (it raises `KeyError`), and its retrievers show such a
            relation as `node id -> MENTIONS -> concept`.
        annotator: the language backend or its name; not serialised: a copy made from a dict has the default.
        allowed_entity_types: labels of entities to keep; here all are `Concept`.
        allowed_relation_types: labels of relations to keep, such as `IS_A`, or triples of the labels of source,
            relation and target; None keeps all. `MENTIONS` is asked for by `mentions`.

    Raises:
        ValidationError: a setting does not exist, or this extractor makes nothing of an allowed type.
    """

    task: ClassVar[str] = "Extracting meta-relations"
    extraction: Extraction = None
    mentions: bool = False

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "MetaRelationExtractor"

    def _allowed(self) -> AllowedTypes:
        allowed = super()._allowed()
        allowed.check_meta_relations("LocalGraphExtractor")
        return allowed

    def _learner(self) -> DocumentGraphLearner:
        return DocumentGraphLearner(extraction=self.extraction, **self._settings())

    def _attach(self, node: BaseNode, graph: DocumentGraph) -> None:
        concepts = concept_entities(graph, only_related=not self.mentions)
        ids = self._attach_allowed(node, concepts, concept_relations(graph), keeps_isolated=self.mentions)
        if self.mentions:
            mentioned = [id for key, id in ids.items() if concepts[key].is_mentioned]
            node.metadata[KG_RELATIONS_KEY] += [
                Relation(label="MENTIONS", source_id=node.node_id, target_id=id) for id in mentioned
            ]
