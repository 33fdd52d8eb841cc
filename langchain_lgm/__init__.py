"""The Language Graph Model for LangChain: a graph builder, a retriever, an answerer and more.

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langchain_lgm.answerer import ConceptIterativeAnswerer, LogicalFormAnswerer
    from langchain_lgm.builder import LanguageGraphBuilder
    from langchain_lgm.chat_model import LangChainChatModel
    from langchain_lgm.graph_documents import LocalGraphTransformer, MetaRelationGraphTransformer
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
    "language_graph_tools",
]

_HOME_OF = {
    "ConceptIterativeAnswerer": "langchain_lgm.answerer",
    "ConceptIterativeRetriever": "langchain_lgm.retriever",
    "LangChainChatModel": "langchain_lgm.chat_model",
    "LanguageGraphBuilder": "langchain_lgm.builder",
    "LocalGraphTransformer": "langchain_lgm.graph_documents",
    "LogicalFormAnswerer": "langchain_lgm.answerer",
    "MetaRelationGraphTransformer": "langchain_lgm.graph_documents",
    "language_graph_tools": "langchain_lgm.tools",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401  # one function serves names of every type
    """Load a public name from the module it lives in.

    Raises:
        MissingDependencyError: LangChain is not installed.
    """
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_HOME_OF[name]), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "langchain_core":
            raise
        from lgm_core.hosts import missing_extra

        raise missing_extra("langchain_lgm", "langchain") from error


def __dir__() -> list[str]:
    """List the public names."""
    return list(__all__)
