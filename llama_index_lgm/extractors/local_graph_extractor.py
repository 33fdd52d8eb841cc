"""The graph constructed of each node, as LlamaIndex's property graphs and ingestion pipelines take it."""

from __future__ import annotations

from typing import ClassVar

from llama_index.core.bridge.pydantic import Field

from lgm_core import ConstructionOptions
from lgm_core.hosts import LocalGraphConstructor
from llama_index_lgm.extractors.node_extractor import AskingExtractor, ParsingExtractor

__all__ = ["LocalGraphExtractor"]


class LocalGraphExtractor(ParsingExtractor, AskingExtractor):
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

    task: ClassVar[str] = "Constructing graphs"
    construction: ConstructionOptions = Field(default_factory=ConstructionOptions)

    @classmethod
    def class_name(cls) -> str:
        """Name the component."""
        return "LocalGraphExtractor"

    def _learner(self) -> LocalGraphConstructor:
        return LocalGraphConstructor(options=self.construction, **self._settings())
