"""The Language Graph Model for LlamaIndex: index, retriever, query engine and property graph extractors."""

from __future__ import annotations

try:
    import llama_index.core  # noqa: F401
except ModuleNotFoundError as error:
    from lgm_core.hosts import missing_extra

    raise missing_extra("llama_index_lgm", "llama-index") from error

from llama_index_lgm.extractors.fact_extractor import OpenFactExtractor
from llama_index_lgm.extractors.local_graph_extractor import LocalGraphExtractor
from llama_index_lgm.extractors.relation_extractor import MetaRelationExtractor
from llama_index_lgm.index import LanguageGraphIndex
from llama_index_lgm.instrumentation import IterationEvent, LearningEvent, StepEvent
from llama_index_lgm.models import LlamaIndexChatModel
from llama_index_lgm.property_graph import read_property_graph
from llama_index_lgm.query_engine import ConceptIterativeQueryEngine, LogicalFormQueryEngine, PyramidQueryEngine
from llama_index_lgm.retriever import ConceptIterativeRetriever, PyramidRetriever

__all__ = [
    "ConceptIterativeQueryEngine",
    "ConceptIterativeRetriever",
    "IterationEvent",
    "LanguageGraphIndex",
    "LearningEvent",
    "LlamaIndexChatModel",
    "LocalGraphExtractor",
    "LogicalFormQueryEngine",
    "MetaRelationExtractor",
    "OpenFactExtractor",
    "PyramidQueryEngine",
    "PyramidRetriever",
    "StepEvent",
    "read_property_graph",
]
