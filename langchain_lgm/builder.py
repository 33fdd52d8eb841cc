"""LangChain documents become a language graph."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig

from langchain_lgm._conversion import to_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.stores import GraphPlace, open_store
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.port import Annotator
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.learner import BuildReport
from lgm_core.llm.port import ChatModel

__all__ = ["LanguageGraphBuilder"]


class LanguageGraphBuilder(Runnable[Sequence[Document], LanguageGraph]):
    """Learn LangChain documents into a language graph; also a `Runnable` from documents to the graph.

    Give whole documents: the graph finds sections and sentences itself, so there is nothing to split before. Their ids
    and metadata are kept; a document with the id of an earlier one replaces it, and one without an id gets a hash of
    its title and text. `title`, `source` and `file_type` (`text/markdown`, …: how headings are found) are read from the
    metadata.

    Args:
        llm: a LangChain chat model (or a `ChatModel` of the engine); without one indexing costs no tokens.
        store: the path of an embedded graph file, LangChain's `Neo4jGraph`, or a store of the engine.
        embeddings: an additional ranking signal.
        extraction: settings of the extraction by the LLM; False leaves the LLM to the answers.
        annotator: the language backend or its name, such as `spacy:en_core_web_sm` or `stanza:en`.
        workers: processes that analyse documents; None takes all cores.

    `graph` is the graph; `report` tells what the last build did.
    """

    def __init__(
        self,
        *,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        store: GraphPlace = "graph.lgm",
        embeddings: Embeddings | None = None,
        extraction: ExtractionOptions | bool = True,
        annotator: Annotator | str | None = None,
        workers: int | None = None,
    ) -> None:
        embed = embeddings.embed_documents if embeddings is not None else None
        self.graph = LanguageGraph(open_store(store), llm=as_chat_model(llm), annotator=annotator, embed=embed)
        self.report = BuildReport()
        self._learner = (
            self.graph if extraction is not False else LanguageGraph(self.graph.store, annotator=self.graph.annotator)
        )
        self._extraction = extraction if isinstance(extraction, ExtractionOptions) else None
        self._workers = workers

    def build(self, documents: Sequence[Document]) -> LanguageGraph:
        """Learn documents, skipping what is unchanged; return the graph.

        Warns of documents that could not be learned; `report` names them, and the others are there.
        """
        return self._told(self._learner.build(to_engine(documents), workers=self._workers, extraction=self._extraction))

    async def abuild(self, documents: Sequence[Document]) -> LanguageGraph:
        """Do what `build` does without blocking the event loop."""
        sources = to_engine(documents)
        return self._told(await self._learner.abuild(sources, workers=self._workers, extraction=self._extraction))

    def delete(self, ids: Sequence[str]) -> int:
        """Remove documents by id and everything only they supported; return how many there were."""
        return self.graph.delete(ids)

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

    def _told(self, report: BuildReport) -> LanguageGraph:
        self.report = report
        if report.failed:
            first = report.failed[0]
            warnings.warn(
                f"{len(report.failed)} documents were not learned, the first is {first.name!r}: {first.error}; "
                "`report.failed` names them all",
                stacklevel=3,
            )
        return self.graph
