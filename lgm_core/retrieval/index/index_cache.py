"""The ranking index kept in a store, and brought up to date from the documents that changed.

The columns of documents are kept beside the index. Stores stamp a document anew whenever it is written, so that stamps
tell whose columns are out of date.
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

__all__ = ["current_index", "surviving_index"]

_PREFIX = "ranking-index"
"""How the names of both blobs begin."""

_INDEX = f"{_PREFIX}-whole"
_COLUMNS = f"{_PREFIX}-parts"

_EXCHANGED_SHARE = 4
"""Documents are exchanged when at most one in so many changed, else all are read anew: reading one document alone
takes several calls of the store, a scan takes few for all."""

_FIRST_SECTIONS = 16
"""Sections of a document asked for at first, then twice as many each time: most documents need one call."""


def current_index(store: LanguageGraphStore, *, revision: int) -> RankingIndex:
    """Return the index of a graph at a revision, from the store if it is there, else made and kept there."""
    data = store.read_blob(_INDEX)
    index = None if data is None else RankingIndex.from_bytes(data, revision=revision)
    if index is not None:
        return index
    # A server may show the new revision of a change before all of the change. To delete waits for writers to finish, so
    # whatever is read from here on holds at least what the revision says.
    store.delete_blobs(_INDEX)
    language = graph_language(store)
    columns = _current_columns(store, language, revision)
    index = build_index(columns, language)
    store.write_blob(_COLUMNS, columns.to_bytes())
    store.write_blob(_INDEX, index.to_bytes(revision=revision))
    if store.revision() != revision:
        _forget_if_overtaken(store, columns)
    return index


@contextmanager
def surviving_index(store: LanguageGraphStore, document_ids: Collection[str]) -> Iterator[None]:
    """Keep what the index has of all other documents while these are deleted, which empties the store's blobs.

    A crash in between loses the index, which is made again, and never leaves words of a deleted document.
    """
    columns, revision = _kept_columns(store), store.revision()
    yield
    if store.revision() == revision:
        return
    store.delete_blobs(_PREFIX)
    if columns is not None:
        remaining = columns.without(document_ids)
        store.write_blob(_COLUMNS, remaining.to_bytes())
        _forget_if_overtaken(store, remaining)


def _forget_if_overtaken(store: LanguageGraphStore, columns: DocumentColumns) -> None:
    """Forget everything kept if a document of it was deleted meanwhile: nothing of that document may stay."""
    if not {record.id for record in store.documents()}.issuperset(columns.document_ids):
        store.delete_blobs(_PREFIX)


def _kept_columns(store: LanguageGraphStore) -> DocumentColumns | None:
    data = store.read_blob(_COLUMNS)
    return None if data is None else DocumentColumns.from_bytes(data)


def _current_columns(store: LanguageGraphStore, language: str, revision: int) -> DocumentColumns:
    """Return the columns of all documents, reading only those that changed when these are few."""
    records = store.documents()
    # What was written after the revision may be seen in part, so it goes without a stamp and is read again next time.
    stamps = {record.id: record.stamp if record.stamp <= revision else 0 for record in records}
    kept = _kept_columns(store)
    if kept is None:
        return collect(store.scan(), stamps, language=language)
    known = dict(zip(kept.document_ids, kept.document_stamps.tolist(), strict=True))
    changed = [record for record in records if not stamps[record.id] or known.get(record.id) != stamps[record.id]]
    deleted = known.keys() - stamps.keys()
    if (len(changed) + len(deleted)) * _EXCHANGED_SHARE > len(known):
        return collect(store.scan(), stamps, language=language)
    new = collect(_graphs(store, changed), stamps, language=language)
    # A document that was deleted since its record was read is in neither.
    return kept.updated(new, deleted | {record.id for record in changed})


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
