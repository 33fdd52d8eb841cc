"""LangChain documents become a language graph."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Any

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig

from langchain_lgm._conversion import to_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.stores import GraphPlace, open_store
from lgm_core import Annotator, BuildReport, ChatModel, Extraction, InputError, LanguageGraph, OnStep
from lgm_core import Embeddings as EngineEmbeddings
from lgm_core.hosts import log_not_learned

__all__ = ["LanguageGraphBuilder"]

logger = logging.getLogger(__name__)


class LanguageGraphBuilder(Runnable[Sequence[Document], LanguageGraph]):
    """Learn LangChain documents into a language graph; also a `Runnable` from documents to the graph.

    Give whole documents: the graph finds sections and sentences itself, so there is nothing to split before. Their ids
    and metadata are kept; a document with the id of an earlier one replaces it, and one without an id gets a hash of
    its title and text. `title`, `source` and `file_type` (`text/markdown`, …: how headings are found) are read from the
    metadata.

    Args:
        llm: a LangChain chat model (or a `ChatModel` of the engine); without one indexing costs no tokens.
        store: the path of an embedded graph file, LangChain's `Neo4jGraph`, or a store of the engine. Without one the
            graph is a temporary file that goes with its last user.
        embeddings: an additional ranking signal; documents and questions are embedded each by its own method.
        extraction: settings of the extraction by the LLM; False leaves the LLM to the answers, None takes the default
            ones if there is an LLM.
        annotator: the language backend or its name, such as `spacy:en_core_web_sm` or `stanza:en`.
        workers: processes that analyse documents; None takes all cores.

    `graph` is the graph; `report` tells what the last build did.

    Raises:
        InputError: `llm`, `embeddings`, `store` or `annotator` is nothing that can be used as such.
    """

    def __init__(
        self,
        *,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        store: GraphPlace | None = None,
        embeddings: Embeddings | None = None,
        extraction: Extraction = None,
        annotator: Annotator | str | None = None,
        workers: int | None = None,
    ) -> None:
        self.graph = LanguageGraph(
            open_store(store), llm=as_chat_model(llm), annotator=annotator, embed=_embeddings(embeddings)
        )
        self.report = BuildReport()
        self._extraction = extraction
        self._workers = workers

    def build(
        self,
        documents: Sequence[Document],
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> LanguageGraph:
        """Learn documents, skipping what is unchanged; return the graph.

        Documents that could not be learned are logged and named in `report`; the others are there. `on_step` and
        `cancel` are those of `LanguageGraph.build`.

        Raises:
            Cancelled: `cancel` was set; documents learned so far are kept.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        report = self.graph.build(
            to_engine(documents), workers=self._workers, extraction=self._extraction, on_step=on_step, cancel=cancel
        )
        return self._reported(report)

    async def abuild(
        self,
        documents: Sequence[Document],
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> LanguageGraph:
        """Do what `build` does without blocking the event loop; raises the same."""
        report = await self.graph.abuild(
            to_engine(documents), workers=self._workers, extraction=self._extraction, on_step=on_step, cancel=cancel
        )
        return self._reported(report)

    def delete(self, ids: str | Sequence[str]) -> int:
        """Remove documents by id and everything only they supported; return how many there were."""
        return self.graph.delete(ids)

    async def adelete(self, ids: str | Sequence[str]) -> int:
        """Do what `delete` does without blocking the event loop."""
        return await self.graph.adelete(ids)

    def invoke(
        self,
        input: Sequence[Document],
        config: RunnableConfig | None = None,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> LanguageGraph:
        """Build, traced as a run of its own."""
        return self._call_with_config(self.build, input, config, **kwargs)

    async def ainvoke(
        self,
        input: Sequence[Document],
        config: RunnableConfig | None = None,
        **kwargs: Any,  # noqa: ANN401  # the host's signature
    ) -> LanguageGraph:
        """Build without blocking the event loop, traced as a run of its own."""
        return await self._acall_with_config(self.abuild, input, config, **kwargs)

    def _reported(self, report: BuildReport) -> LanguageGraph:
        self.report = report
        log_not_learned(report, logger)
        return self.graph


def _embeddings(embeddings: Embeddings | None) -> EngineEmbeddings | None:
    """Return a LangChain embedding model as one of the engine.

    Raises:
        InputError: it is none.
    """
    if embeddings is None:
        return None
    if not (hasattr(embeddings, "embed_documents") and hasattr(embeddings, "embed_query")):
        raise InputError(f"embeddings={embeddings!r} has no `embed_documents` and `embed_query`, as LangChain's have")

    def embed_questions(questions: list[str]) -> list[list[float]]:
        return [embeddings.embed_query(question) for question in questions]

    return EngineEmbeddings(documents=embeddings.embed_documents, questions=embed_questions)
