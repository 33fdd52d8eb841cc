"""The Language Graph Model for LangChain: a graph builder, a retriever, an answerer and more."""

from __future__ import annotations

try:
    import langchain_core  # noqa: F401
except ModuleNotFoundError as error:
    from lgm_core.hosts import missing_extra

    raise missing_extra("langchain_lgm", "langchain") from error

from langchain_lgm.answerer import ConceptIterativeAnswerer, LogicalFormAnswerer
from langchain_lgm.builder import LanguageGraphBuilder
from langchain_lgm.chat_model import LangChainChatModel
from langchain_lgm.graph_documents import LocalGraphTransformer, MetaRelationGraphTransformer
from langchain_lgm.pyramid_retriever import PyramidRetriever
from langchain_lgm.retriever import ConceptIterativeRetriever
from langchain_lgm.tools import language_graph_tools

__all__ = [
    "ConceptIterativeAnswerer",
    "ConceptIterativeRetriever",
    "LangChainChatModel",
    "LanguageGraphBuilder",
    "LocalGraphTransformer",
    "LogicalFormAnswerer",
    "MetaRelationGraphTransformer",
    "PyramidRetriever",
    "language_graph_tools",
]
