"""Constructing graphs of documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lgm_core.documents.parsing import with_front_matter
from lgm_core.documents.reader import Source, UnreadableFile, listed_sources, read_sources
from lgm_core.errors import InputError, LanguageModelSetupError, check_options, nearest_name, shown
from lgm_core.facade.build import identified_documents, learning
from lgm_core.facade.fact_settings import fact_annotator
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.rdf_documents import RDF_READERS
from lgm_core.flow import Flow, together
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.checks import require
from lgm_core.learning.construction.construction_flow import construct
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport
from lgm_core.learning.construction.document_text import DocumentText, document_text
from lgm_core.learning.construction.findings import StageWork
from lgm_core.learning.document_names import has_content_of
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.model import Document, DocumentEntity, document_entities
from lgm_core.progress import ticking

__all__ = ["constructing", "constructing_one", "construction_reader", "entities_of", "meant_documents", "unread_files"]


@dataclass(frozen=True, slots=True)
class MeantDocuments:
    """The ids of the documents that a caller named, those outdated in the graph, and reasons by unreadable file."""

    ids: tuple[str, ...]
    outdated: tuple[Document, ...]
    unreadable: dict[str, str]


def meant_documents(sources: Source | Iterable[Source], store: LanguageGraphStore) -> MeantDocuments:
    """Return the documents that a caller named by ids, documents, or paths of files and folders.

    A text that is both an id and an existing path means the file. The graph need not exist.

    Raises:
        InputError: a source is of another type, or holds no document.
    """
    unreadable: dict[str, str] = {}
    ids: dict[str, None] = {}
    outdated: list[Document] = []
    for source in listed_sources(sources):
        if isinstance(source, str) and not _is_place(source):
            ids[known_document(store, source)] = None
            continue
        for document in identified_documents(store, _read(source, unreadable)):
            document = with_front_matter(document)
            if document.id in ids:
                continue
            ids[document.id] = None
            held = store.documents([document.id]) if store.exists() else []
            if not held or not has_content_of(document, held[0]):
                outdated.append(document)
    return MeantDocuments(tuple(ids), tuple(outdated), unreadable)


def known_document(store: LanguageGraphStore, id: str) -> str:
    """Return the id of a document of the graph; an `InputError` if there is no such document."""
    if not isinstance(id, str):
        raise InputError(f"{shown(id)} is not a document; give its id, as listed by graph.documents()")
    if store.exists() and store.documents([id]):
        return id
    near = nearest_name(id, [record.id for record in store.documents()]) if store.exists() else ""
    meant = f"perhaps {shown(near)} is meant" if near else "graph.documents() lists the ids"
    raise InputError(f"{shown(id)} is neither a file nor a document of the graph; {meant}")


def _is_place(source: str) -> bool:
    try:
        return bool(source.strip()) and Path(source).exists()
    except (OSError, ValueError):  # too long for a path, or with a NUL character
        return False


def _read(source: Source, unreadable: dict[str, str]) -> list[Document]:
    documents = []
    before = len(unreadable)
    for item in read_sources(source, readers=RDF_READERS):
        if isinstance(item, UnreadableFile):
            unreadable[str(item.path)] = item.reason
        else:
            documents.append(item)
    if not documents and len(unreadable) == before:
        raise InputError(f"{shown(source)} holds no document to construct a graph from")
    return documents


_DOCUMENTS_AT_ONCE = 8
"""Documents constructed at a time with common batches of requests, all of which are in memory."""


def entities_of(store: LanguageGraphStore, document: str) -> list[DocumentEntity]:
    """Return the things of a document; see `LanguageGraph.entities`."""
    return list(document_entities(next(store.scan([known_document(store, document)]))))


def constructing(
    graph: OpenedGraph, sources: Source | Iterable[Source], options: ConstructionOptions | None, *, only: bool = False
) -> Flow[list[ConstructionReport]]:
    """Construct documents, a few at a time; if `only` one is allowed, raise what its report would say."""
    check_options(options, ConstructionOptions)
    options = options or ConstructionOptions()
    model_name = _construction_model(graph, options)
    reader = construction_reader(graph, model_name)
    meant = meant_documents(sources, graph.store)
    refused = dict(meant.unreadable)
    if only and refused:
        raise InputError(unread_files(refused))
    if only and len(meant.ids) != 1:
        raise InputError(f"{shown(sources)} means {len(meant.ids)} documents; use construct_all for several")
    if meant.outdated:
        built = yield from learning(graph, list(meant.outdated), extraction=False)
        refused |= {failed.name: failed.error for failed in built.failed}
        if only and built.failed:
            raise InputError(f"{built.failed[0].name} cannot be learned: {built.failed[0].error}")
    reports = [ConstructionReport(name, refused=reason) for name, reason in refused.items()]
    ids = [id for id in meant.ids if id not in refused]
    if not ids:
        return reports
    store, embeddings = graph.existing(), graph.rankers.embeddings
    additions = store.additions()  # once for all
    ended = ticking("constructing", len(ids) * len({"mentions", *options.stages}), "stages")
    for first in range(0, len(ids), _DOCUMENTS_AT_ONCE):
        if stopped := next((report.stopped for report in reports if report.stopped), ""):
            reports += [ConstructionReport(id, stopped=stopped) for id in ids[first:]]
            break
        texts = [document_text(held) for held in store.scan(ids[first : first + _DOCUMENTS_AT_ONCE], own=True)]
        flows = [
            construct(store, StageWork(text, options, model_name, reader, embeddings), additions, ended)
            for text in texts
        ]
        if only:
            return (yield from together(flows))
        reports += yield from together(
            [_or_refused(text, options, flow) for text, flow in zip(texts, flows, strict=True)]
        )
    places = {id: place for place, id in enumerate((*ids, *refused))}
    return sorted(reports, key=lambda report: places[report.document])


def constructing_one(
    graph: OpenedGraph, source: Source, options: ConstructionOptions | None
) -> Flow[ConstructionReport]:
    """Construct one document."""
    (report,) = yield from constructing(graph, source, options, only=True)
    return report


def _construction_model(graph: OpenedGraph, options: ConstructionOptions) -> str:
    """Return the name of the language model to ask; empty if none is asked."""
    if options.use_llm and graph.llm is None:
        raise LanguageModelSetupError("use_llm=True, and this graph was opened without a model; give llm=… (--llm)")
    return "" if graph.llm is None or options.use_llm is False else graph.llm.name


def construction_reader(graph: OpenedGraph, model_name: str) -> Annotator:
    """Return the language backend; it must parse if no language model is asked."""
    if model_name and graph.names_annotator:
        return graph.annotator
    return fact_annotator(FactOptions(), graph.annotator, is_named=graph.names_annotator)


def unread_files(reasons: Mapping[str, str]) -> str:
    """Describe which files cannot be read, and why."""
    return "; ".join(f"cannot read {name}: {reason}" for name, reason in reasons.items())


def _or_refused(
    text: DocumentText, options: ConstructionOptions, flow: Flow[ConstructionReport]
) -> Flow[ConstructionReport]:
    try:
        require(text, strict=options.strict)
    except InputError as error:
        return ConstructionReport(text.record.id, refused=str(error))
    return (yield from flow)
