"""Writing, deleting and reading whole documents in Neo4j.

Optimistic locking: documents are read and compared, then changed by one statement, which does nothing if a stamp has
changed since; then everything starts again. No lock is held between statements, so any connection will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, itemgetter

from lgm_core.errors import StoreError
from lgm_core.graph.canonical import changes_nothing
from lgm_core.graph.filter_matching import matches
from lgm_core.graph.metadata_filter import MetadataFilter
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import cypher_writing as cypher_write
from lgm_core.graph.neo4j import row_decoding as rows
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.row_encoding import change
from lgm_core.model import DocumentGraph, DocumentRecord

__all__ = ["delete_documents", "document_records", "document_rows", "scan", "write_documents"]

_PAGE = 1000
"""Document records read by one statement, to bound the size of a reply."""
_SENTENCES = 2000
"""Sentences of the documents read or deleted together, to bound the memory of a transaction."""
_ATTEMPTS = 20
"""How often a change is tried; each failed try means that another writer has succeeded in between."""
_LAST_CHARACTER = "\U0010ffff"
"""The greatest code point, which stands for no character: an upper bound of all ids with a prefix."""


def write_documents(graph: GraphConnection, documents: Mapping[str, DocumentGraph]) -> None:
    """Add or replace documents, given in canonical form by id, all or none of them."""
    for _ in range(_ATTEMPTS):
        old, stamps = _read(graph, list(documents))
        new = [part for id, part in documents.items() if id not in old or not changes_nothing(old[id], part)]
        former = [old[part.document.id] for part in new if part.document.id in old]
        statement = cypher_write.REPLACE_DOCUMENTS if former else cypher_write.ADD_DOCUMENTS
        if not new or _change(graph, statement, stamps, former, new):
            return
    raise _contended(documents)


def delete_documents(graph: GraphConnection, ids: Sequence[str]) -> int:
    """Remove documents, what only they supported, and all blobs; return how many documents there were.

    Each document goes in one transaction, short ones several together.
    """
    records = graph.read(cypher.DOCUMENTS, ids=graph.nodes("document", ids))
    return sum(_delete(graph, [row["id"] for row in batch]) for batch in _batches(records))


def _delete(graph: GraphConnection, ids: Sequence[str]) -> int:
    for _ in range(_ATTEMPTS):
        old, stamps = _read(graph, ids)
        if not old or _change(graph, cypher_write.DELETE_DOCUMENTS, stamps, list(old.values()), ()):
            return len(old)
    raise _contended(ids)


def _change(
    graph: GraphConnection,
    statement: str,
    stamps: Mapping[str, int],
    old: Sequence[DocumentGraph],
    new: Sequence[DocumentGraph],
) -> bool:
    """Run a statement that changes documents; tell whether they still had the stamps given, else it did nothing."""
    ids = dict.fromkeys(part.document.id for part in (*old, *new))
    expected = [{"id": graph.node("document", id), "stamp": stamps.get(id, 0)} for id in ids]
    return bool(graph.write(statement, change={"stamps": expected, **change(graph, old, new)}))


def _read(graph: GraphConnection, ids: Iterable[str]) -> tuple[dict[str, DocumentGraph], dict[str, int]]:
    """Return the stored graphs of documents, and the stamps of their last changes, by id."""
    graphs, stamps = _graphs(graph, graph.read(cypher.DOCUMENTS, ids=graph.nodes("document", ids)))
    return {part.document.id: part for part in graphs}, stamps


def _graphs(graph: GraphConnection, records: Sequence[Row]) -> tuple[list[DocumentGraph], dict[str, int]]:
    """Return the graphs and stamps of documents by their rows, read again when one changes meanwhile."""
    for _ in range(_ATTEMPTS):
        ids = [row["node"] for row in records]
        if not ids:
            return [], {}
        graphs = rows.document_graphs(
            [rows.record(row) for row in records],
            sections=graph.read(cypher.SECTIONS_OF, ids=ids),
            sentences=graph.read(cypher.SENTENCES_OF, ids=ids),
            statements=graph.read(cypher.RELATIONS_OF, ids=ids, concept_prefix=graph.node("concept", "")),
            references=graph.read(cypher.REFERENCES_OF, ids=ids),
        )
        stamps = {row["id"]: row["stamp"] for row in records}
        records = sorted(graph.read(cypher.DOCUMENTS, ids=ids), key=itemgetter("id"))
        if {row["id"]: row["stamp"] for row in records} == stamps:
            return graphs, stamps
    raise _contended(stamps)


def document_records(
    graph: GraphConnection, ids: Sequence[str] | None, where: MetadataFilter | None
) -> list[DocumentRecord]:
    """Return records of all documents or some, those that pass the filter, by id."""
    if ids is None:
        stored = [row for page in _pages(graph) for row in page]
    else:
        stored = graph.read(cypher.DOCUMENTS, ids=graph.nodes("document", ids))
    records = sorted(map(rows.record, stored), key=attrgetter("id"))
    return [record for record in records if matches(where, record)]


def document_rows(graph: GraphConnection, where: MetadataFilter | None, *, page: int = _PAGE) -> Iterator[Row]:
    """Yield the rows of all documents that pass the filter, by id; `page` of them are read at first."""
    for row in chain.from_iterable(_pages(graph, page)):
        if where is None or matches(where, rows.record(row)):
            yield row


def scan(graph: GraphConnection) -> Iterator[DocumentGraph]:
    """Yield every document's part of the graph by id; each is whole, as it was or as it is."""
    for page in _pages(graph):
        for batch in _batches(page):
            yield from _graphs(graph, batch)[0]


def _pages(graph: GraphConnection, limit: int = _PAGE) -> Iterator[list[Row]]:
    """Yield the rows of all documents by id, `limit` at first and then more at a time."""
    after, end = graph.node("document", ""), graph.node("document", _LAST_CHARACTER)
    while page := graph.read(cypher.DOCUMENT_PAGE, after=after, end=end, limit=limit):
        yield page
        after, limit = page[-1]["node"], min(2 * limit, _PAGE)


def _batches(records: Iterable[Row]) -> Iterator[list[Row]]:
    """Divide rows of documents into batches of at most `_SENTENCES` sentences; a longer document is alone in its."""
    batch: list[Row] = []
    sentences = 0
    for row in records:
        if batch and sentences + row["sentence_count"] > _SENTENCES:
            yield batch
            batch, sentences = [], 0
        batch.append(row)
        sentences += row["sentence_count"]
    if batch:
        yield batch


def _contended(ids: Iterable[str]) -> StoreError:
    return StoreError(f"other writers kept changing these documents; try again later: {', '.join(ids)}")
