"""The ranking index as stored between questions, brought up to date from changed documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

import numpy as np

from lgm_core.errors import StoreError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph, DocumentRecord, Section, section_id, sentence_id
from lgm_core.progress import counted, tell_progress
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_delta import changed_index, merged_columns, numbers_of
from lgm_core.retrieval.index.index_places import IndexPlace, IndexSize, IndexState, place_of
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.segment_building import whole_segment
from lgm_core.retrieval.index.spool import spooling

__all__ = [
    "current_index",
    "current_state",
    "documents_behind",
    "index_of",
    "indexed_sentences",
    "is_merge_due",
    "keep_index",
    "merge_index",
    "partial_index",
    "surviving_index",
]

_EXCHANGED_SHARE = 4
"""Changed documents are read one by one if they are at most one in this many; otherwise all are read anew: reading a
single document takes several calls to the store, while a scan takes few calls for all."""

_LEAST_MERGED = 500
"""The most sections of changed documents before `merge_index` builds a new base, whatever their share."""

_MERGED_SHARE = 50
"""`merge_index` builds a new base once changed documents have more than one in this many of its sections: up to there
building the delta takes hardly longer than a question."""

_UNKEPT = 16
"""Changed documents, in short documents, up to which a question stores nothing: each process reads them faster than
storing, which writes files and waits for writers of the graph."""

_SHORT_DOCUMENT = 20
"""Sentences of a short document."""

_MAKING = "making the index"
"""A task of unknown length."""

_FIRST_SECTIONS = 16
"""Sections of a document read by the first call; each further call reads twice as many. Most documents need one
call."""


def current_index(store: LanguageGraphStore, *, revision: int) -> RankingIndex:
    """Return the index of a graph at a revision, stored or brought up to date.

    Raises:
        StoreError: the graph cannot be read.
    """
    return index_of(current_state(store, revision=revision), store)


def current_state(store: LanguageGraphStore, *, revision: int, before: IndexState | None = None) -> IndexState:
    """Return the state of an index at a revision, stored or brought up to date; large changes are stored.

    Never waits for writers: while another process writes to the graph or stores an index, nothing is stored. If nothing
    was stored since the state `before`, it goes on from that.

    Raises:
        StoreError: the graph cannot be read.
    """
    return _current_state(store, place_of(store), revision, before, unkept=_UNKEPT, wait=False)


def index_of(state: IndexState, store: LanguageGraphStore) -> RankingIndex:
    """Return the index of a state."""
    index = changed_index(state.base, state.new, state.deleted, state.languages, _texts_of(store))
    index.base_name = state.base_file
    return index


def keep_index(store: LanguageGraphStore) -> None:
    """Store the index of the graph as it is now, so that no other process has to read the changes."""
    _current_state(store, place_of(store), store.revision())


def is_merge_due(store: LanguageGraphStore) -> bool:
    """Tell whether `merge_index` would build a new base, judging by how many documents have changed."""
    size = place_of(store).size()
    if size is None:
        return False
    changed, _ = store.changed_since(size.revision)
    of_document = size.sections / max(size.documents, 1)
    return size.changed_sections + len(changed) * of_document > _most_changed(size)


def indexed_sentences(store: LanguageGraphStore) -> int | None:
    """Return roughly how many sentences the stored index has, None if there is none."""
    size = place_of(store).size()
    return None if size is None else size.sentences


def documents_behind(store: LanguageGraphStore) -> int | None:
    """Return how many documents were learned, replaced or deleted since the index was stored; None without one."""
    state = place_of(store).load()
    if state is None:
        return None
    changed, count = store.changed_since(min(state.revision, store.revision()))
    ids = [record.id for record in changed]
    in_base = np.setdiff1d(numbers_of(state.base.columns, ids), state.deleted)
    added = len(ids) - len(in_base) - len(numbers_of(state.new, ids))
    return len(ids) + abs(_live_count(state) + added - count)


def merge_index(store: LanguageGraphStore) -> None:
    """Merge large changes into a new base; without a stored index, nothing is done.

    Called after documents are added, so that no question waits for it: questions, deletions and other writers use the
    old base meanwhile. Their changes are left to the next question.
    """
    place = place_of(store)
    if place.size() is None:
        return
    state = _current_state(store, place, store.revision())
    size = IndexSize.of(state)
    if not state.base_file or size.changed_sections <= _most_changed(size):
        return
    tell_progress(_MAKING, 0)
    with spooling(place.spool_folder):
        base = whole_segment(merged_columns(state.base, state.new, state.deleted), state.languages)
    tell_progress(_MAKING, 1, 1)
    with place.lock():
        now = state if place.is_last(state) else place.load()
        if now is None or now.base_file != state.base_file:
            return  # another process has built a new base, or the index is gone
        # By position: names of documents deleted meanwhile may be blanked in the columns read.
        live = _live_ids(now)
        gone = [number for number, id in enumerate(base.columns.document_ids) if id not in live]
        unchanged, _ = _unchanged()
        place.save(IndexState(state.revision, state.languages, base, unchanged, np.array(gone, dtype=np.int64)))


def partial_index(store: LanguageGraphStore, whole: RankingIndex, documents: Collection[str]) -> RankingIndex:
    """Return the index of a graph with only some of the documents; nothing in it comes from the others."""
    if whole.delta is None:
        parts = [whole.base.columns.taken(numbers_of(whole.base.columns, documents))]
    else:
        delta = whole.delta
        in_base = np.setdiff1d(numbers_of(whole.base.columns, documents), delta.deleted)
        parts = [whole.base.columns.taken(in_base), delta.new.taken(numbers_of(delta.new, documents))]
    languages = whole.languages
    if len(languages) > 1 or not documents:
        languages = tuple(sorted({record.language for record in store.documents(list(documents))}))
    return RankingIndex(whole_segment(DocumentColumns.joined(parts), languages), languages, _texts_of(store))


@contextmanager
def surviving_index(store: LanguageGraphStore, document_ids: Collection[str]) -> Iterator[None]:
    """Preserve the index of all other documents while the block deletes these.

    A crash in between loses the index, which is rebuilt when needed; its remains of these documents are removed when
    the deletion is repeated, although it finds none of them.

    Raises:
        StoreError: the index cannot be written, so that names of these documents would stay in it.
    """
    place = place_of(store)
    if not document_ids:
        yield
        with place.lock():
            place.tidy()
        return
    place.check_forgetting()
    if place.size() is None:
        yield  # without the lock, which a question that builds the first index waits for
        with place.lock():
            state = place.load()
            if state is None:
                # Unfinished files of an index may contain words of these documents, or of documents deleted by a
                # process that was killed before it came to the index.
                place.forget()
            else:
                _save_without(place, state, document_ids)
        return
    with place.lock():
        state, revision = place.load(), store.revision()
        yield
        if state is None:
            place.forget()
        elif store.revision() != revision:
            _save_without(place, state, document_ids)
        else:
            place.tidy()


def _save_without(place: IndexPlace, state: IndexState, document_ids: Collection[str]) -> None:
    """Store a state without deleted documents; if another writer keeps the graph locked, nothing is stored."""
    with suppress(StoreError):
        place.save(_without(state, document_ids))


def _texts_of(store: LanguageGraphStore) -> Callable[[Sequence[str]], list[str]]:
    def texts(ids: Sequence[str]) -> list[str]:
        by_id = {sentence.id: sentence.text for sentence in store.sentences(ids)}
        return [by_id.get(id, "") for id in ids]

    return texts


def _current_state(
    store: LanguageGraphStore,
    place: IndexPlace,
    revision: int,
    before: IndexState | None = None,
    *,
    unkept: int = 0,
    wait: bool = True,
) -> IndexState:
    """Return the state of a revision; store it unless little has changed since the last stored one.

    Without `wait`, it waits for others only while there is no index at all, so that one process builds it for all.
    """

    def last(held: IndexState | None) -> IndexState | None:
        return held if held is not None and place.is_last(held) else place.load()

    known = last(before)
    if (state := _after_little(store, known, revision, unkept)) is None:
        with place.lock(wait=wait or known is None) as is_held, spooling(place.spool_folder):
            # Another process may have stored it meanwhile.
            known = last(known)
            if (state := _after_little(store, known, revision, unkept)) is None:
                made = _brought_up_to_date(store, known, revision)
                state = place.save(made, wait=wait) if is_held else made
                if state is made:
                    state = replace(made, unkept=_UNKEPT + 1)  # stored at the next opportunity
    return state


def _after_little(store: LanguageGraphStore, state: IndexState | None, revision: int, unkept: int) -> IndexState | None:
    """Return the state of a revision if little was added and nothing deleted or replaced, else None.

    Names that only deleted documents had are overwritten when a state is stored.
    """
    if state is None or state.revision > revision or state.unkept > unkept:
        return None
    if state.revision == revision:
        return state
    changed, count = store.changed_since(state.revision)
    read = state.unkept + sum(1 + record.sentence_count // _SHORT_DOCUMENT for record in changed)
    if read > unkept or len(changed) * _EXCHANGED_SHARE > _live_count(state):
        return None
    after = _with(state, collect(_graphs(store, changed)))
    if _live_count(after) != count or _live_count(state) + len(changed) != count:
        return None
    return replace(after, revision=revision, languages=tuple(store.languages()), unkept=read)


def _brought_up_to_date(store: LanguageGraphStore, state: IndexState | None, revision: int) -> IndexState:
    """Return the state of a revision; if few documents changed, only those are read."""
    languages = tuple(store.languages())
    if state is None or state.revision > revision:
        return _anew(store, languages, revision)
    changed, count = store.changed_since(state.revision)
    if len(changed) * _EXCHANGED_SHARE > _live_count(state):
        return _anew(store, languages, revision)
    state = _with(state, collect(_graphs(store, changed)))
    if _live_count(state) != count:
        held, there = _live_ids(state), {record.id: record for record in store.documents()}
        state = _without(state, held - there.keys())
        missing = [record for id, record in there.items() if id not in held]
        state = _with(state, collect(_graphs(store, missing)))
    return replace(state, revision=revision, languages=languages)


def _anew(store: LanguageGraphStore, languages: tuple[str, ...], revision: int) -> IndexState:
    _, count = store.changed_since(revision)
    base = whole_segment(collect(_told(store.scan(), count)), languages)
    tell_progress(_MAKING, 1, 1)
    return IndexState(revision, languages, base, *_unchanged())


def _told(graphs: Iterator[DocumentGraph], count: int) -> Iterator[DocumentGraph]:
    """Yield documents, reporting progress, and finally that they are being processed."""
    yield from counted(graphs, "indexing", "documents", count)
    tell_progress(_MAKING, 0)


def _unchanged() -> tuple[DocumentColumns, np.ndarray]:
    return collect([]), np.zeros(0, dtype=np.int64)


def _most_changed(size: IndexSize) -> int:
    return max(_LEAST_MERGED, size.sections // _MERGED_SHARE)


def _live_count(state: IndexState) -> int:
    return len(state.base.columns.document_ids) - len(state.deleted) + len(state.new.document_ids)


def _live_ids(state: IndexState) -> set[str]:
    ids = state.base.columns.document_ids
    kept = np.setdiff1d(np.arange(len(ids)), state.deleted, assume_unique=True)
    return {*ids.taken(kept), *state.new.document_ids}


def _with(state: IndexState, new: DocumentColumns) -> IndexState:
    """Return a state with documents added, or replaced by those of their ids."""
    if not len(new.document_ids):
        return state
    without = _without(state, set(new.document_ids))
    return replace(without, new=DocumentColumns.joined([without.new, new]))


def _without(state: IndexState, document_ids: Collection[str]) -> IndexState:
    """Return a state without the given documents."""
    new = state.new
    kept = np.setdiff1d(np.arange(len(new.document_ids)), numbers_of(new, document_ids), assume_unique=True)
    deleted = np.union1d(state.deleted, numbers_of(state.base.columns, document_ids)).astype(np.int64)
    return replace(state, new=new.taken(kept), deleted=deleted)


def _graphs(store: LanguageGraphStore, records: Sequence[DocumentRecord]) -> Iterator[DocumentGraph]:
    """Yield the parts of documents that indexing needs, in the order of their ids."""
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
