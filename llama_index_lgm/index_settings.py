"""The settings of `LanguageGraphIndex` by name."""

from __future__ import annotations

from os import PathLike
from typing import TypedDict

from llama_index.core import StorageContext
from llama_index.core.callbacks import CallbackManager
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import LLM

from lgm_core import Extraction, Facts, RequestLimits
from lgm_core.model import Schema
from lgm_core.ports import Annotator, AnyExecutor, ChatModel
from llama_index_lgm.stores import GraphPlace

__all__ = ["IndexSettings", "OpenedSettings"]


class OpenedSettings(TypedDict, total=False):
    """What can be set when a graph is opened; `LanguageGraphIndex` says what it means."""

    llm: LLM | ChatModel | None
    embed_model: BaseEmbedding | str | PathLike[str] | None
    extraction: Extraction
    facts: Facts
    annotator: Annotator | str | None
    workers: int | None
    executor: AnyExecutor | None
    concurrency: int
    cache_replies: bool
    limits: RequestLimits | None
    show_progress: bool
    callback_manager: CallbackManager | None
    storage_context: StorageContext | None


class IndexSettings(OpenedSettings, total=False):
    """What can be set when a graph is built."""

    store: GraphPlace | None
    schema: Schema | str | PathLike[str] | None
