"""Which documents of a graph a caller means, by their ids or by what they were learned from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from lgm_core.documents.parsing import with_front_matter
from lgm_core.documents.reader import Source, UnreadableFile, listed_sources, read_sources
from lgm_core.errors import InputError, nearest_name, shown
from lgm_core.facade.exchange.rdf_documents import RDF_READERS
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.document_names import has_content_of
from lgm_core.model import Document

__all__ = ["MeantDocuments", "known_document", "meant_documents"]


@dataclass(frozen=True, slots=True)
class MeantDocuments:
    """Documents that a caller means.

    Attributes:
        ids: their ids, each once, in the order given.
        outdated: those of them that the graph does not have as they are.
        unreadable: the files that cannot be read, each with the reason.
    """

    ids: tuple[str, ...]
    outdated: tuple[Document, ...]
    unreadable: dict[str, str]


def meant_documents(
    sources: Source | Iterable[Source],
    store: LanguageGraphStore,
    identified: Callable[[Iterable[Document]], list[Document]],
) -> MeantDocuments:
    """Return the documents that are meant by ids of the graph's documents, documents, or paths of files and folders.

    A text that is both an id and the path of a file means the file.

    Args:
        sources: what is given.
        store: the graph, which need not be there.
        identified: gives documents the ids under which a build would learn them.

    Raises:
        InputError: a source is none of these, or holds no document.
    """
    unreadable: dict[str, str] = {}
    ids: dict[str, None] = {}
    outdated: list[Document] = []
    for source in listed_sources(sources):
        if isinstance(source, str) and not _is_place(source):
            ids[known_document(store, source)] = None
            continue
        for document in identified(_read(source, unreadable)):
            document = with_front_matter(document)
            if document.id in ids:
                continue
            ids[document.id] = None
            held = store.documents([document.id]) if store.exists() else []
            if not held or not has_content_of(document, held[0]):
                outdated.append(document)
    return MeantDocuments(tuple(ids), tuple(outdated), unreadable)


def known_document(store: LanguageGraphStore, id: str) -> str:
    """Return the id of a document that the graph has.

    Raises:
        InputError: it has none of that id.
    """
    if not isinstance(id, str):
        raise InputError(f"{shown(id)} is no document; give its id, as graph.documents() has it")
    if store.exists() and store.documents([id]):
        return id
    near = nearest_name(id, [record.id for record in store.documents()]) if store.exists() else ""
    meant = f"perhaps {shown(near)} is meant" if near else "graph.documents() tells the ids"
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
