"""The ranking index as a cache in the store, brought up to date from the documents that changed.

The columns of documents are cached beside the index. Stores stamp a document anew whenever it is written, so stamps
tell which documents' columns are out of date.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from lgm_core.graph.graph_language import graph_language
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph, DocumentRecord, Section, section_id, sentence_id
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_building import build_index
from lgm_core.retrieval.index.ranking_index import RankingIndex

__all__ = ["current_index", "partial_index", "surviving_index"]

_PREFIX = "ranking-index"
"""Prefix of the names of the two blobs: the index, and the columns it was built from."""

_INDEX = f"{_PREFIX}-whole"
_COLUMNS = f"{_PREFIX}-parts"

_EXCHANGED_SHARE = 4
"""Only the changed documents are read if they are at most one in this many; else all are read anew, because reading a
single document takes several calls to the store, and a scan takes few calls for all."""

_FIRST_SECTIONS = 16
"""Sections of a document that the first call reads; further calls double them. Most documents need only the first."""


def current_index(store: LanguageGraphStore, *, revision: int) -> RankingIndex:
    """Return the index of a graph at a revision, from the store's cache or else built and cached there.

    Raises:
        StoreError: the graph holds documents in several languages, or cannot be read.
    """
    data = store.read_blob(_INDEX)
    index = None if data is None else RankingIndex.from_bytes(data, revision=revision)
    if index is not None:
        return index
    # A server may show the new revision before the whole change that belongs to it. Deleting waits until writers have
    # finished, so everything read from here on is at least as new as the revision.
    store.delete_blobs(_INDEX)
    language = graph_language(store)
    columns = _current_columns(store, language, revision)
    index = build_index(columns, language)
    store.write_blob(_COLUMNS, columns.to_bytes())
    store.write_blob(_INDEX, index.to_bytes(revision=revision))
    if store.revision() != revision:
        _delete_if_outdated(store, columns)
    return index


def partial_index(
    store: LanguageGraphStore, whole: RankingIndex, documents: Collection[str], *, revision: int
) -> RankingIndex:
    """Return the index that a graph of some of the documents would have; nothing in it comes from the others.

    Args:
        store: the graph.
        whole: its index at the revision.
        documents: identifiers of the documents.
        revision: of the graph.

    Raises:
        StoreError: the graph cannot be read.
    """
    columns = _cached_columns(store)
    if columns is None:
        columns = _current_columns(store, whole.language, revision)
        store.write_blob(_COLUMNS, columns.to_bytes())
        _delete_if_outdated(store, columns)
    part = columns.without(set(columns.document_ids).difference(documents))
    return build_index(part, whole.language if part.document_ids else "")


@contextmanager
def surviving_index(store: LanguageGraphStore, document_ids: Collection[str]) -> Iterator[None]:
    """Preserve the columns of all other documents while the block deletes these, which empties the store's blobs.

    The columns are written back after the block. A crash in between loses the cache, which is built again when it is
    needed; words of a deleted document are never left behind.
    """
    columns, revision = _cached_columns(store), store.revision()
    yield
    if store.revision() == revision:
        return
    store.delete_blobs(_PREFIX)
    if columns is not None:
        remaining = columns.without(document_ids)
        store.write_blob(_COLUMNS, remaining.to_bytes())
        _delete_if_outdated(store, remaining)


def _delete_if_outdated(store: LanguageGraphStore, columns: DocumentColumns) -> None:
    """Delete the cache if a document in it was deleted meanwhile: nothing of that document may stay."""
    if not {record.id for record in store.documents()}.issuperset(columns.document_ids):
        store.delete_blobs(_PREFIX)


def _cached_columns(store: LanguageGraphStore) -> DocumentColumns | None:
    data = store.read_blob(_COLUMNS)
    return None if data is None else DocumentColumns.from_bytes(data)


def _current_columns(store: LanguageGraphStore, language: str, revision: int) -> DocumentColumns:
    """Return the columns of all documents, reading only those that changed when these are few."""
    records = store.documents()
    # Documents written after the revision may be visible in part: without a stamp, they are read again next time.
    stamps = {record.id: record.stamp if record.stamp <= revision else 0 for record in records}
    cached = _cached_columns(store)
    if cached is None:
        return collect(store.scan(), stamps, language=language)
    known = dict(zip(cached.document_ids, cached.document_stamps.tolist(), strict=True))
    changed = [record for record in records if not stamps[record.id] or known.get(record.id) != stamps[record.id]]
    deleted = known.keys() - stamps.keys()
    if (len(changed) + len(deleted)) * _EXCHANGED_SHARE > len(known):
        return collect(store.scan(), stamps, language=language)
    new = collect(_graphs(store, changed), stamps, language=language)
    # A document that was deleted after its record was read is in neither `new` nor the result.
    return cached.updated(new, deleted | {record.id for record in changed})


def _graphs(store: LanguageGraphStore, records: Sequence[DocumentRecord]) -> Iterator[DocumentGraph]:
    """Yield what indexing needs of documents, in the order of their ids."""
    for record in records:
        sentences = store.sentences([sentence_id(record.id, position) for position in range(record.sentence_count)])
        mentions = store.mentions([sentence.id for sentence in sentences])
        sections = _sections(store, record.id)
        yield DocumentGraph(record, tuple(sections), tuple(sentences), tuple(mentions))


def _sections(store: LanguageGraphStore, document_id: str) -> list[Section]:
    sections: list[Section] = []
    end = _FIRST_SECTIONS
    while True:
        sections += store.sections([section_id(document_id, position) for position in range(len(sections), end)])
        if len(sections) < end:
            return sections
        end *= 2
