"""The graph constructed of each node, as LlamaIndex's property graphs and ingestion pipelines take it."""

from __future__ import annotations

from typing import ClassVar

from llama_index.core.bridge.pydantic import Field

from lgm_core import ConstructionOptions
from lgm_core.hosts import LocalGraphConstructor
from llama_index_lgm.extractors.node_extractor import AskingExtractor, ParsingExtractor

__all__ = ["LocalGraphExtractor"]


class LocalGraphExtractor(ParsingExtractor, AskingExtractor):
    """Construct the graph of each node separately, for `PropertyGraphIndex` and `IngestionPipeline`.

    To the metadata of each node it adds an entity for each thing of the node with all its names, labelled by its type,
    and a relation for each fact and each is-a relation between them, with the sentences that state it, hidden from
    embedding models and LLMs. Each node is treated as a document, so what only a whole document shows is found if a
    node is a whole document, or a long part of one.

    Attributes:
        llm: constructs; without one, phrases and clauses are read, which costs no tokens. `Settings` are not used. Its
            failures are logged.
        construction: settings of the construction.
        num_workers: the most LLM requests at a time.
        limits: one rate of requests and one budget of tokens for all LLM requests of this extractor; not serialised, so
            that a pipeline's cache does not depend on it.
        mentions: which things without a relation to add: None for those that are named or have several names, True for
            all, False for none.
        annotator: a language backend that parses, or its name; not serialised: a copy made from a dict has the default,
            `lite:parse`.
        allowed_entity_types: labels of entities to keep, such as `Person`, in any case of letters; None
            keeps all.
        allowed_relation_types: labels of relations to keep, such as `DIRECT_BY`, or triples of the labels of source,
            relation and target; None keeps all. Entities that lose all their relations are left out.

    Raises:
        ValidationError: a setting does not exist.
    """

    task: ClassVar[str] = "Constructing graphs"
    construction: ConstructionOptions = Field(default_factory=ConstructionOptions)
    mentions: bool | None = None

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "LocalGraphExtractor"

    def _learner(self) -> LocalGraphConstructor:
        return LocalGraphConstructor(options=self.construction, mentions=self.mentions, **self._settings())
