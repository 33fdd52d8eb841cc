"""The interfaces of replaceable parts: models, language backends, stores, rankers, executors."""

from lgm_core.documents.reader import Source
from lgm_core.facade.ask import OnFailure
from lgm_core.facade.opened_graph import OnStep
from lgm_core.graph.neo4j.connection import LangChainGraph, LlamaIndexStore
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.language.port import AnnotatedSentence, Annotator, CoreferenceMark, Token
from lgm_core.learning.executors.worker_pool import AnyExecutor
from lgm_core.llm.port import ChatModel, Message, Reply, StreamingChatModel
from lgm_core.progress import Progress, Watcher
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import Hit, Ranker, Rerank
from lgm_core.vectors.port import Embed, Embeddings

__all__ = [
    "AnnotatedSentence",
    "Annotator",
    "AnyExecutor",
    "ChatModel",
    "CoreferenceMark",
    "Embed",
    "Embeddings",
    "Hit",
    "LangChainGraph",
    "LanguageGraphStore",
    "LlamaIndexStore",
    "Message",
    "OnFailure",
    "OnStep",
    "Progress",
    "Ranker",
    "RankingIndex",
    "Reply",
    "Rerank",
    "Source",
    "StreamingChatModel",
    "Token",
    "Watcher",
    "Where",
]
