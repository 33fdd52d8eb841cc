"""A LlamaIndex index whose content is a language graph."""

# mypy: disable-error-code="override"
# LlamaIndex's own methods take any settings; ours name theirs, so that a misspelled one is an error.

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Self, Unpack

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.callbacks import CallbackManager
from llama_index.core.graph_stores.types import PropertyGraphStore
from llama_index.core.indices.registry import INDEX_STRUCT_TYPE_TO_INDEX_CLASS
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, TransformComponent
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.storage.docstore.types import RefDocInfo
from llama_index.core.storage.storage_context import StorageContext
from llama_index.core.utils import get_tqdm_iterable
from llama_index.core.vector_stores.types import MetadataFilters
from llama_index_instrumentation import get_dispatcher

from lgm_core import BuildReport, Document, Extraction, Facts, InputError, LanguageGraph, RequestLimits
from lgm_core.hosts import (
    each_document,
    existing_store,
    import_relations,
    log_build,
    name_of_source,
    named_documents,
    naming_settings,
    require_learned,
    with_advice_on_binary,
)
from lgm_core.model import Schema
from lgm_core.ports import Annotator, AnyExecutor, ChatModel
from llama_index_lgm._conversion import REF_DOC_ID, metadata_of
from llama_index_lgm.index_querying import QueriedIndex
from llama_index_lgm.index_settings import IndexSettings, OpenedSettings
from llama_index_lgm.instrumentation import dispatch_step, with_spans
from llama_index_lgm.models import chosen_embeddings, chosen_model
from llama_index_lgm.node_ids import NodeIds, nearest_id
from llama_index_lgm.property_graph import ORIGIN, read_property_graph, read_relations
from llama_index_lgm.retriever import to_where
from llama_index_lgm.stores import STRUCT_TYPE, GraphPlace, LanguageGraphStruct, add_graph, open_store, persisted_graph

__all__ = ["LanguageGraphIndex"]

logger = logging.getLogger(__name__)
dispatcher = get_dispatcher(__name__)

_ADVICE = (
    "Give documents an `id_` that stays the same, or a `file_path` and no `id_`, and give node parsers an `id_func` "
    "that makes the same ids every time"
)

_NO_TRANSFORMATIONS = (
    "from_documents takes no transformations, since the graph divides documents into sections and sentences itself; to "
    "learn the nodes that your transformations make, use LanguageGraphIndex(run_transformations(documents, "
    "transformations), store=…), with run_transformations from llama_index.core.ingestion"
)

_READERS = (
    "LlamaIndex's `SimpleDirectoryReader` gives the text of PDF files after: pip install llama-index-readers-file pypdf"
)


class LanguageGraphIndex(QueriedIndex):
    """Learn LlamaIndex documents or nodes into a language graph, and query it.

    Unlike LlamaIndex's other indexes it keeps nothing in a docstore or vector store: the graph knows which documents it
    holds, so unchanged ones are skipped and deleted ones leave nothing behind.

    Documents are identified by their ids. Documents without a given id, like those of `SimpleDirectoryReader`, are
    identified by their `file_path` (or `source`, `url`, `file_name`), if it is a path or an address, and their order in
    it; without one, by their text. Building and `refresh_ref_docs` replace what the graph holds of their sources, so
    give everything from a source together; `insert` and `insert_nodes` add to it. The same holds for nodes with random
    ids that a parser cut from such documents. Without a file to identify them, random ids are taken as they are: set
    the parser's `id_func`.

    `storage_context.persist(folder)` copies the graph file into the folder, and `load_index_from_storage` opens that
    copy. A graph in a file of yours or on a server needs neither: `from_existing` opens it.

    Args:
        nodes: documents or nodes to learn at once.
        llm: answers, and extracts too. Without it the one set in `Settings` answers, and learning costs no tokens.
        embed_model: an additional ranking signal: LlamaIndex's, or a name or folder as for `LanguageGraph(embed=…)`.
            Without it the one set in `Settings` is used; a `MockEmbedding` means none.
        store: the path of a graph file, LlamaIndex's `Neo4jPropertyGraphStore`, or a store of the engine. Without one
            the graph is a temporary file, removed with its last user: the index, or what was made from it.
        extraction: settings of the extraction by the LLM, which may then be the one set in `Settings`; None takes the
            default settings if `llm` is given; False uses the LLM only for answers, and learning costs no tokens.
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
        show_progress: show a progress bar while learning.
        storage_context: persists the index together with its other parts; by default one of its own.
        index_struct: what `load_index_from_storage` found of the index.

    `graph` is the engine's graph, for everything else; `report` is the report of the last build.

    Raises:
        InputError: `llm`, `embed_model`, `store`, `schema` or `annotator` cannot be used, a setting does not exist, or
            the persisted graph is missing.
    """

    index_struct_cls = LanguageGraphStruct

    @naming_settings
    def __init__(
        self,
        nodes: Iterable[BaseNode] = (),
        *,
        llm: LLM | ChatModel | None = None,
        embed_model: BaseEmbedding | str | PathLike[str] | None = None,
        store: GraphPlace | None = None,
        extraction: Extraction = None,
        facts: Facts = None,
        schema: Schema | str | PathLike[str] | None = None,
        annotator: Annotator | str | None = None,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        concurrency: int = 8,
        cache_replies: bool = True,
        limits: RequestLimits | None = None,
        show_progress: bool = False,
        callback_manager: CallbackManager | None = None,
        storage_context: StorageContext | None = None,
        index_struct: LanguageGraphStruct | None = None,
    ) -> None:
        storage_context = storage_context or StorageContext.from_defaults()
        if index_struct is not None and store is None:
            store = persisted_graph(storage_context)
        self.graph = LanguageGraph(
            open_store(store, create=schema is None),
            llm=chosen_model(llm),
            annotator=annotator,
            embed=chosen_embeddings(embed_model),
            concurrency=concurrency,
            cache_replies=cache_replies,
            limits=limits,
            on_step=dispatch_step,
        )
        if schema is not None:
            self.graph.load_schema(schema)
        self.report = BuildReport()
        self._ids = NodeIds(self.graph)
        # An LLM set in `Settings` for other parts of an application must not cost tokens at every build.
        extraction = False if extraction is None and llm is None else extraction
        self._how: dict[str, Any] = {"workers": workers, "executor": executor, "extraction": extraction, "facts": facts}
        self._llm = llm
        add_graph(storage_context, self.graph)
        super().__init__(
            index_struct=index_struct or LanguageGraphStruct(),
            storage_context=storage_context,
            callback_manager=callback_manager,
            transformations=[_Whole()],
            show_progress=show_progress,
        )
        nodes = list(each_document(nodes, BaseNode))
        if nodes:
            self._log(self._learn(nodes))

    @classmethod
    def from_documents(cls, documents: Iterable[LlamaDocument], **settings: Unpack[IndexSettings]) -> Self:
        """Learn whole documents: the graph finds sections and sentences itself, so nothing needs to be split first.

        Unchanged documents are skipped. Documents that cannot be learned are logged and named in `report`; the others
        are in the graph. The settings are those of the class. `Settings.transformations`, such as splitters, are not
        used; to learn nodes that your own transformations made, use the class itself.

        Raises:
            InputError: `documents` is not a list of documents, or a setting does not exist.
        """
        if "transformations" in settings:
            raise InputError(_NO_TRANSFORMATIONS)
        return cls(documents, **settings)

    @classmethod
    def from_existing(cls, store: GraphPlace, **settings: Unpack[OpenedSettings]) -> Self:
        """Open an existing graph, built by any door. The settings are those of the class.

        Raises:
            InputError: a setting does not exist.
            StoreError: there is no such graph.
        """
        index = cls(store=open_store(store, create=False), **settings)
        existing_store(index.graph.store)
        return index

    def enrich(self, property_graph_store: PropertyGraphStore) -> BuildReport:
        """Learn the chunks of a property graph that `PropertyGraphIndex` built, and its meta-relations.

        The property graph is read once, slowly, and not changed; see `read_property_graph`. Its meta-relations are an
        addition, which `graph.undo` takes back.
        """
        report = self._learn(read_property_graph(property_graph_store))
        import_relations(self.graph.store, read_relations(property_graph_store), origin=ORIGIN)
        return report

    async def aenrich(self, property_graph_store: PropertyGraphStore) -> BuildReport:
        """Do what `enrich` does without blocking the event loop."""
        return await asyncio.to_thread(self.enrich, property_graph_store)

    def insert(self, document: LlamaDocument) -> None:
        """Learn a document, or replace the one with its id if its text or metadata changed.

        Raises:
            InputError: it cannot be learned.
        """
        self._log_or_raise(self._learn([document], add=True))

    async def ainsert(self, document: LlamaDocument) -> None:
        """Do what `insert` does without blocking the event loop."""
        self._log_or_raise(await self._alearn([document], add=True))

    def insert_nodes(self, nodes: Sequence[BaseNode]) -> None:
        """Learn documents or nodes; those that cannot be learned are logged and named in `report`.

        Nodes cut from a document replace the graph's nodes of a former version of it, which the log names. LlamaIndex's
        node parsers tell versions apart by a hash.
        """
        self._log(self._learn(nodes, add=True))

    async def ainsert_nodes(self, nodes: Sequence[BaseNode]) -> None:
        """Do what `insert_nodes` does without blocking the event loop."""
        self._log(await self._alearn(nodes, add=True))

    def update_ref_doc(self, document: LlamaDocument) -> None:
        """Replace a document, atomically.

        Raises:
            InputError: it cannot be learned, or the graph holds several documents from its source and cannot tell which
                one it is.
        """
        self._log_or_raise(self._learn([document], are_whole_files=False))

    async def aupdate_ref_doc(self, document: LlamaDocument) -> None:
        """Do what `update_ref_doc` does without blocking the event loop."""
        self._log_or_raise(await self._alearn([document], are_whole_files=False))

    def refresh_ref_docs(self, documents: Sequence[LlamaDocument]) -> list[bool]:
        """Learn new and changed documents; return for each document whether it was new or changed.

        Raises:
            InputError: the graph holds more documents from a source than are given, and would lose them. Documents of
                an existing file that no longer holds them are removed without this error.
        """
        before = self._ids.versions(documents)
        self._log(self._learn(documents))
        return self._ids.changed(documents, before)

    async def arefresh_ref_docs(self, documents: Sequence[LlamaDocument]) -> list[bool]:
        """Do what `refresh_ref_docs` does without blocking the event loop."""
        before = await asyncio.to_thread(self._ids.versions, documents)
        self._log(await self._alearn(documents))
        return await asyncio.to_thread(self._ids.changed, documents, before)

    def delete_ref_doc(self, ref_doc_id: str, delete_from_docstore: bool = False) -> None:
        """Delete a document, or all nodes cut from it, with everything only they supported.

        An id of `ref_doc_info` deletes everything under it, such as the pages of a file. An id made up by LlamaIndex
        deletes its page, and the log names the pages that stay. `delete_from_docstore` has no effect.
        """
        own_id = self._ids.in_graph(ref_doc_id)
        whole = named_documents(self.graph.store, [own_id], exact=own_id != ref_doc_id).ids
        cut = [record.id for record in self.graph.store.documents(where={REF_DOC_ID: ref_doc_id})]
        if not (whole or cut):
            logger.warning("ref_doc_id %s not found, nothing deleted; %s", ref_doc_id, self._hint(ref_doc_id))
        self.graph.delete([*whole, *cut], exact=True)

    async def adelete_ref_doc(self, ref_doc_id: str, delete_from_docstore: bool = False) -> None:
        """Do what `delete_ref_doc` does without blocking the event loop."""
        await asyncio.to_thread(self.delete_ref_doc, ref_doc_id, delete_from_docstore)

    def delete_nodes(
        self,
        node_ids: str | list[str] | None = None,
        delete_from_docstore: bool = False,
        *,
        filters: MetadataFilters | None = None,
    ) -> None:
        """Delete documents or nodes with everything only they supported.

        Args:
            node_ids: their own ids; the log names ids that the graph does not hold.
            delete_from_docstore: has no effect, since there is no separate docstore.
            filters: instead of ids, filters on metadata, such as the `file_path` of a file.

        Raises:
            InputError: ids and filters are both missing or both given, or the filters are empty or cannot be
                understood.
        """
        ids = [node_ids] if isinstance(node_ids, str) else node_ids
        where = None if filters is None else to_where(filters) or {}
        self.graph.delete(None if ids is None else [self._ids.in_graph(id) for id in ids], where=where, exact=True)

    async def adelete_nodes(
        self,
        node_ids: str | list[str] | None = None,
        delete_from_docstore: bool = False,
        *,
        filters: MetadataFilters | None = None,
    ) -> None:
        """Do what `delete_nodes` does without blocking the event loop."""
        await asyncio.to_thread(self.delete_nodes, node_ids, delete_from_docstore, filters=filters)

    @property
    def ref_doc_info(self) -> dict[str, RefDocInfo]:
        """Return what was learned by id, each with the ids of its documents: pages of a file, or nodes of a text."""
        infos: dict[str, RefDocInfo] = {}
        for record in self.graph.store.documents():
            ref_doc_id = str(record.metadata.get(REF_DOC_ID) or name_of_source(record) or record.id)
            info = infos.setdefault(ref_doc_id, RefDocInfo(metadata=metadata_of(record)))
            info.node_ids.append(record.id)
        return infos

    def _build_index_from_nodes(self, nodes: Sequence[BaseNode], **build_kwargs: Any) -> LanguageGraphStruct:  # noqa: ANN401
        self.insert_nodes(nodes)
        return LanguageGraphStruct()

    def _insert(self, nodes: Sequence[BaseNode], **insert_kwargs: Any) -> None:  # noqa: ANN401  # the host's signature
        self.insert_nodes(nodes)

    def _delete_node(self, node_id: str, **delete_kwargs: Any) -> None:  # noqa: ANN401  # the host's signature
        self.delete_nodes([node_id])

    @dispatcher.span
    def _learn(self, nodes: Iterable[BaseNode], *, add: bool = False, are_whole_files: bool = True) -> BuildReport:
        with with_spans():
            nodes = list(each_document(nodes, BaseNode))
            documents, outdated = self._ids.checked(nodes, add=add, are_whole_files=are_whole_files)
            report = self.graph.build(self._shown(documents), add=add, **self._how)
        report = self._ids.learned(nodes, documents, outdated, report)
        self.report = with_advice_on_binary(report, _READERS)
        return self.report

    @dispatcher.span
    async def _alearn(
        self, nodes: Iterable[BaseNode], *, add: bool = False, are_whole_files: bool = True
    ) -> BuildReport:
        with with_spans():
            nodes = list(each_document(nodes, BaseNode))
            documents, outdated = await asyncio.to_thread(
                self._ids.checked, nodes, add=add, are_whole_files=are_whole_files
            )
            report = await self.graph.abuild(self._shown(documents), add=add, **self._how)
        report = await asyncio.to_thread(self._ids.learned, nodes, documents, outdated, report)
        self.report = with_advice_on_binary(report, _READERS)
        return self.report

    def _shown(self, documents: Sequence[Document]) -> Iterable[Document]:
        shown: Iterable[Document] = get_tqdm_iterable(
            documents, self._show_progress, "Learning documents", len(documents)
        )
        return shown

    def _log(self, report: BuildReport) -> None:
        log_build(report, logger, advice=_ADVICE)

    def _log_or_raise(self, report: BuildReport) -> None:
        require_learned(report)
        self._log(report)

    def _hint(self, ref_doc_id: str) -> str:
        """Name the id that was perhaps meant, and say where the ids are listed."""
        near = nearest_id(ref_doc_id, self.ref_doc_info)
        perhaps = f"perhaps {near} is meant; " if near else ""
        return f"{perhaps}`ref_doc_info` lists the ids: those of files are their paths below the loaded folder."


INDEX_STRUCT_TYPE_TO_INDEX_CLASS[STRUCT_TYPE] = LanguageGraphIndex


class _Whole(TransformComponent):
    """Leaves documents whole; without any transformation LlamaIndex would create a splitter."""

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> Sequence[BaseNode]:  # noqa: ANN401  # the host's
        return nodes
