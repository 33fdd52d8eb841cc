"""Deleting documents without losing what caches hold of the others."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.errors import InputError
from lgm_core.graph.metadata_filter import listed, parse_where
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.learning.alignment.alignment_flow import forget_incomplete
from lgm_core.learning.file_places import called, name_of_source
from lgm_core.retrieval.index.index_cache import surviving_index
from lgm_core.vectors.vector_cache import surviving_vectors

__all__ = ["NamedDocuments", "delete_documents", "delete_from", "named_documents"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NamedDocuments:
    """The documents of a graph that some ids name.

    Attributes:
        ids: of those documents, in the order in which they are named.
        missing: the ids given that name none.
        left: by the name of a source, the ids of its documents that are not among them.
    """

    ids: tuple[str, ...]
    missing: tuple[str, ...]
    left: dict[str, list[str]]

    @property
    def remark(self) -> str:
        """Return in words which documents of the same sources are not named; empty where there are none."""
        left = [f"{', '.join(ids)} (the id {name} deletes all of it)" for name, ids in self.left.items()]
        return f"Not deleted, and still there, of the same source: {'; '.join(left)}." if left else ""


def named_documents(store: LanguageGraphStore, ids: Sequence[str], *, exact: bool = False) -> NamedDocuments:
    """Return the documents that ids name: each its own, and the id of a file or another source all that is of it.

    A source of several documents, as a PDF file that a loader divides into pages, has their common name, which is the
    id of the first: `report.pdf` names `report.pdf:2` too, and not the other way round.

    Args:
        store: the graph.
        ids: the ids.
        exact: an id names its own document alone.
    """
    given = dict.fromkeys(ids)
    held = {record.id: record for record in store.documents(list(given))} if given else {}
    names = {name for id in given if (name := name_of_source(held[id]) if id in held else id)}
    of_source: dict[str, list[str]] = {name: [] for name in names}
    for record in called(store, names):
        name = name_of_source(record)
        if name in names and (name not in held or held[name].source == record.source):
            of_source[name].append(record.id)
    named: dict[str, None] = {}
    for id in given:
        named |= dict.fromkeys([id] if id in held else ())
        named |= dict.fromkeys(() if exact else of_source.get(id, ()))
    left = {name: [id for id in ids if id not in named] for name, ids in sorted(of_source.items())}
    return NamedDocuments(
        tuple(named),
        tuple(id for id in given if id not in held and (exact or not of_source[id])),
        {name: ids for name, ids in left.items() if ids},
    )


def delete_from(
    store: LanguageGraphStore, document_ids: str | Sequence[str] | None, where: Where | None, *, exact: bool
) -> int:
    """Remove the documents that ids name, or a filter lets through; see `LanguageGraph.delete`."""
    if where is not None:
        if document_ids is not None:
            raise InputError("documents are deleted by their ids or by a filter, not by both")
        if parse_where(where) is None:
            raise InputError("the filter has no condition, so that it would delete all documents; name a field")
        return delete_documents(store, [record.id for record in store.documents(where=where)])
    if document_ids is None:
        raise InputError("say what to delete: ids of documents, or a filter, as in where={'source': 'guide.md'}")
    named = named_documents(store, listed(document_ids), exact=exact)
    if named.missing:
        _log.warning("Not in the graph, so not deleted: %s. `documents()` tells the ids.", ", ".join(named.missing))
    deleted = delete_documents(store, sorted(named.ids))
    if named.left:
        _log.warning("%s", named.remark)
    return deleted


def delete_documents(store: LanguageGraphStore, ids: Sequence[str]) -> int:
    """Remove documents and everything only they supported; return how many there were.

    All caches in the store go with them, because caches hold text of documents. What the ranking index and the vectors
    hold of other documents is kept; replies of language models are not. Without any document, what a process that was
    killed while it deleted has left of them is removed.
    """
    if not ids and not store.revision():
        return 0  # nothing has ever been in it; perhaps there is no file
    with surviving_index(store, ids), surviving_vectors(store, ids):
        deleted = store.delete(ids)
        forget_incomplete(store)
        return deleted
