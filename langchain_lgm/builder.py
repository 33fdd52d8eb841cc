"""LangChain documents become a language graph, which is also a LangChain document index."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from os import PathLike
from typing import Any, Self, TypedDict, Unpack, overload

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.indexing import UpsertResponse
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from pydantic import Field, PrivateAttr

from langchain_lgm._conversion import Anything, to_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.document_index import GraphDocumentIndex
from langchain_lgm.stores import GraphPlace, open_store
from lgm_core import BuildReport, Extraction, Facts, InputError, LanguageGraph, RequestLimits
from lgm_core import Document as EngineDocument
from lgm_core import Embeddings as EngineEmbeddings
from lgm_core.hosts import (
    identified_documents,
    log_build,
    naming_settings,
    refuse_parts_of_sources,
    with_advice_on_binary,
)
from lgm_core.model import Schema
from lgm_core.ports import Annotator, AnyExecutor, ChatModel, OnStep

__all__ = ["BuilderSettings", "LanguageGraphBuilder"]

logger = logging.getLogger(__name__)

_ADVICE = "Give documents an `id` that stays the same, or none and a `source` in their metadata"

_OTHERWISE = "add those that are new (`add_documents`), or first delete what is there (`delete(filter={'source': …})`)"

_LOADERS = "a loader of that format gives its text, such as `PyPDFLoader` (pip install langchain-community pypdf)"

_STILL_RECORDED = (
    "%d documents were not learned, or without what the LLM would have added: %s. LangChain's `index()` ignores "
    "failures and records them as indexed; it passes them again when their content changes, or with force_update=True."
)


class BuilderSettings(TypedDict, total=False):
    """The arguments of `LanguageGraphBuilder` by name."""

    llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None
    store: GraphPlace | None
    extraction: Extraction
    facts: Facts
    schema: Schema | str | PathLike[str] | None
    annotator: Annotator | str | None
    workers: int | None
    executor: AnyExecutor | None
    concurrency: int
    cache_replies: bool
    limits: RequestLimits | None


class _CallSettings(TypedDict, total=False):
    on_step: OnStep | None
    cancel: threading.Event | None


class LanguageGraphBuilder(GraphDocumentIndex):
    """Learn LangChain documents into a language graph, new or existing, and look them up there.

    ```python
    builder = LanguageGraphBuilder.from_documents(documents, store="my.lgm")
    LanguageGraphBuilder(store="my.lgm").add_documents(more)  # the same graph, later
    retriever = builder.as_retriever(search_kwargs={"k": 3})
    ```

    Give whole documents: the graph finds sections and sentences itself, so nothing needs to be split first. Their ids
    and metadata are kept, and a document replaces an earlier one with its id. Documents without an id are identified by
    their source, if it is a path or an address, and their order in it: building a source replaces everything the graph
    holds of it, so give all documents of a source together. Others are identified by title and text. `title` (else
    `document_title`), `source` and `file_type` (`text/markdown`, …: how headings are found) are read from the
    metadata. A document without a title is cited by its id.

    It is a `DocumentIndex`, so `langchain_core.indexing.index` keeps a graph in step with a loader. It is also a
    retriever: `invoke` finds passages for a question, or builds from documents and returns the graph.

    Args:
        llm: a LangChain chat model (or a `ChatModel` of the engine); without one, indexing costs no tokens.
        store: the path of a graph file, LangChain's `Neo4jGraph`, or a store of the engine. Without one the graph is a
            temporary file, removed with its last user.
        embeddings: an additional ranking signal: LangChain's, or a name or folder as for `LanguageGraph(embed=…)`.
        extraction: settings of the extraction by the LLM; False uses the LLM only for answers, None takes the default
            settings if there is an LLM.
        facts: how to learn facts: `open` from the parse, without tokens, `llm` by the LLM, or `FactOptions`; None as
            before, False not at all.
        schema: what the domain knows, a `Schema` or the path of its file; replaces the graph's schema before learning.
        annotator: the language backend or its name, such as `spacy:en_core_web_sm` or `stanza:en`.
        workers: processes that analyse documents; None takes all cores.
        executor: what analyses documents instead: an engine by its name, such as `dask://HOST:PORT`, an executor, or a
            function that makes one.
        concurrency: the most requests to the LLM at a time.
        cache_replies: keep the LLM's replies in the graph, and never ask it the same twice.
        limits: one rate of requests and one budget of tokens for all requests to the LLM.

    Raises:
        InputError: `llm`, `embeddings`, `store`, `schema` or `annotator` cannot be used, or a setting does not exist.
    """

    report: BuildReport = Field(default_factory=BuildReport)
    """What the last build did."""
    _how: dict[str, Any] = PrivateAttr()

    @naming_settings
    def __init__(
        self,
        *,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        store: GraphPlace | None = None,
        embeddings: Embeddings | str | PathLike[str] | None = None,
        extraction: Extraction = None,
        facts: Facts = None,
        schema: Schema | str | PathLike[str] | None = None,
        annotator: Annotator | str | None = None,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        concurrency: int = 8,
        cache_replies: bool = True,
        limits: RequestLimits | None = None,
    ) -> None:
        graph = LanguageGraph(
            open_store(store, create=schema is None),
            llm=as_chat_model(llm),
            annotator=annotator,
            embed=_embeddings(embeddings),
            concurrency=concurrency,
            cache_replies=cache_replies,
            limits=limits,
        )
        if schema is not None:
            graph.load_schema(schema)
        super().__init__(graph=graph)
        self._how = {"workers": workers, "executor": executor, "extraction": extraction, "facts": facts}

    @classmethod
    def from_documents(
        cls,
        documents: Sequence[Document],
        embeddings: Embeddings | str | PathLike[str] | None = None,
        **settings: Unpack[BuilderSettings],
    ) -> Self:
        """Return a builder whose graph has learned documents; arguments and errors are those of the class and `build`.

        An existing graph at `store` keeps what it holds.
        """
        builder = cls(embeddings=embeddings, **settings)
        builder.build(documents)
        return builder

    @classmethod
    async def afrom_documents(
        cls,
        documents: Sequence[Document],
        embeddings: Embeddings | str | PathLike[str] | None = None,
        **settings: Unpack[BuilderSettings],
    ) -> Self:
        """Do what `from_documents` does without blocking the event loop; raises the same."""
        builder = cls(embeddings=embeddings, **settings)
        await builder.abuild(documents)
        return builder

    def build(
        self, documents: Sequence[Document], *, on_step: OnStep | None = None, cancel: threading.Event | None = None
    ) -> LanguageGraph:
        """Learn documents, skipping what is unchanged; return the graph.

        Documents that could not be learned are logged and named in `report`; the others are in the graph. `on_step` and
        `cancel` are those of `LanguageGraph.build`.

        Raises:
            Cancelled: `cancel` was set; documents learned so far are kept.
            InputError: the graph holds more documents of a source than are given, and would lose them. Documents of an
                existing file that no longer holds them are removed without this error.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        self._learn(to_engine(documents), on_step=on_step, cancel=cancel)
        return self.graph

    async def abuild(
        self, documents: Sequence[Document], *, on_step: OnStep | None = None, cancel: threading.Event | None = None
    ) -> LanguageGraph:
        """Do what `build` does without blocking the event loop; raises the same."""
        await self._alearn(to_engine(documents), on_step=on_step, cancel=cancel)
        return self.graph

    def add_documents(self, documents: Sequence[Document], *, ids: Sequence[str] | None = None) -> list[str]:
        """Learn documents; return the ids of those that the graph now holds, in the order given.

        Documents without an id are added to what the graph holds of their source; `build` would replace it.

        Args:
            documents: the documents.
            ids: their ids, in place of their own.

        Raises:
            InputError: there are not as many ids as documents.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        return self._learn(to_engine(_with_ids(documents, ids)), add=True)["succeeded"]

    async def aadd_documents(self, documents: Sequence[Document], *, ids: Sequence[str] | None = None) -> list[str]:
        """Do what `add_documents` does without blocking the event loop; raises the same."""
        return (await self._alearn(to_engine(_with_ids(documents, ids)), add=True))["succeeded"]

    def upsert(self, items: Sequence[Document], /, **kwargs: Anything) -> UpsertResponse:
        """Learn documents as `add_documents` does, with keyword arguments of `build`.

        Return which ids were learned and which could not be. Since `langchain_core.indexing.index` records the latter
        as indexed too, the log warns of them, and of documents for which requests to the LLM failed.
        """
        return self._warned(self._learn(to_engine(items), add=True, **kwargs))

    async def aupsert(self, items: Sequence[Document], /, **kwargs: Anything) -> UpsertResponse:
        """Do what `upsert` does without blocking the event loop; raises the same."""
        return self._warned(await self._alearn(to_engine(items), add=True, **kwargs))

    @overload
    def invoke(self, input: str, config: RunnableConfig | None = None, **kwargs: Anything) -> list[Document]: ...

    @overload
    def invoke(
        self, input: Sequence[Document], config: RunnableConfig | None = None, **kwargs: Anything
    ) -> LanguageGraph: ...

    def invoke(
        self, input: str | Sequence[Document], config: RunnableConfig | None = None, **kwargs: Anything
    ) -> list[Document] | LanguageGraph:
        """Find passages for a question, or build from documents; traced as a run of its own."""
        if isinstance(input, str):
            return super().invoke(input, config, **kwargs)
        return self._building().invoke(input, config, **kwargs)

    @overload
    async def ainvoke(self, input: str, config: RunnableConfig | None = None, **kwargs: Anything) -> list[Document]: ...

    @overload
    async def ainvoke(
        self, input: Sequence[Document], config: RunnableConfig | None = None, **kwargs: Anything
    ) -> LanguageGraph: ...

    async def ainvoke(
        self, input: str | Sequence[Document], config: RunnableConfig | None = None, **kwargs: Anything
    ) -> list[Document] | LanguageGraph:
        """Do what `invoke` does without blocking the event loop."""
        if isinstance(input, str):
            return await super().ainvoke(input, config, **kwargs)
        return await self._building().ainvoke(input, config, **kwargs)

    def _building(self) -> Runnable[Sequence[Document], LanguageGraph]:
        return RunnableLambda(self.build, afunc=self.abuild, name=self.get_name())

    def _learn(
        self, documents: Sequence[EngineDocument], *, add: bool = False, **calls: Unpack[_CallSettings]
    ) -> UpsertResponse:
        documents = self._identified(documents, add=add)
        return self._reported(self.graph.build(documents, add=add, **self._how, **calls), documents)

    async def _alearn(
        self, documents: Sequence[EngineDocument], *, add: bool = False, **calls: Unpack[_CallSettings]
    ) -> UpsertResponse:
        documents = await asyncio.to_thread(self._identified, documents, add=add)
        return self._reported(await self.graph.abuild(documents, add=add, **self._how, **calls), documents)

    def _identified(self, documents: Sequence[EngineDocument], *, add: bool) -> Sequence[EngineDocument]:
        documents = identified_documents(self.graph.store, documents, add=add)
        if not add:
            refuse_parts_of_sources(self.graph.store, documents, advice=_OTHERWISE)
        return documents

    def _reported(self, report: BuildReport, documents: Sequence[EngineDocument]) -> UpsertResponse:
        report = self.report = with_advice_on_binary(report, _LOADERS)
        log_build(report, logger, advice=_ADVICE)
        failed = list(dict.fromkeys([*(document.name for document in report.failed), *report.left]))
        succeeded = [document.id for document in documents if document.id not in failed]
        return UpsertResponse(succeeded=succeeded, failed=failed)

    def _warned(self, response: UpsertResponse) -> UpsertResponse:
        """Warn of what LangChain's `index` does not pass again: it identifies documents by hashes of their content."""
        if lacking := [*response["failed"], *(document.name for document in self.report.unfinished)]:
            logger.warning(_STILL_RECORDED, len(lacking), ", ".join(lacking))
        return response


def _with_ids(documents: Sequence[Document], ids: str | Sequence[str] | None) -> Sequence[Document]:
    if ids is None:
        return documents
    ids = [ids] if isinstance(ids, str) else ids
    if len(ids) != len(documents):
        raise InputError(f"{len(ids)} ids were given for {len(documents)} documents; give one for each, or none")
    return [document.model_copy(update={"id": id}) for document, id in zip(documents, ids, strict=True)]


def _embeddings(embeddings: Embeddings | str | PathLike[str] | None) -> EngineEmbeddings | str | PathLike[str] | None:
    """Return a LangChain embedding model as one of the engine, or raise an `InputError` if it is not one.

    A name is left to the engine.
    """
    if embeddings is None or isinstance(embeddings, str | PathLike):
        return embeddings
    if not (hasattr(embeddings, "embed_documents") and hasattr(embeddings, "embed_query")):
        raise InputError(f"embeddings={embeddings!r} has no `embed_documents` and `embed_query`, as LangChain's have")

    def embed_questions(questions: list[str]) -> list[list[float]]:
        return [embeddings.embed_query(question) for question in questions]

    name = str(getattr(embeddings, "model", None) or type(embeddings).__name__)
    return EngineEmbeddings(documents=embeddings.embed_documents, questions=embed_questions, name=name)
