"""Writing, deleting and reading whole documents in Neo4j.

Optimistic locking: documents are read and compared, then changed by one statement, which does nothing if a stamp has
changed since; then everything starts again. No lock is held between statements, so any connection will do. Data to be
changed is read while nobody commits; otherwise part of a commit could be taken for the whole.

Writers that only add run concurrently and take turns to commit; a writer that also removes runs alone.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any

from lgm_core.batches import batches
from lgm_core.errors import InputError, StoreError
from lgm_core.graph.added_knowledge import Added, moved, with_added, without_added
from lgm_core.graph.canonical import changes_nothing
from lgm_core.graph.codecs.piece_codec import AddedPiece
from lgm_core.graph.metadata_filter import (
    Combination,
    Comparison,
    Condition,
    MetadataFilter,
    Quantifier,
    kind_of,
    looked_up,
    storable_number,
)
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import cypher_writing as cypher_write
from lgm_core.graph.neo4j import row_decoding as rows
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.facts import fact_cypher
from lgm_core.graph.neo4j.facts.fact_decoding import added_pieces
from lgm_core.graph.neo4j.facts.fact_encoding import addition_change
from lgm_core.graph.neo4j.neo4j_errors import CONSTRAINT_FAILED, UnknownOutcomeError, failure_code
from lgm_core.graph.neo4j.row_encoding import change
from lgm_core.model import Addition, DocumentGraph, DocumentRecord, Scalar, Verdict

__all__ = ["document_rows", "matches"]

_ORDERINGS: Mapping[Comparison, Callable[[Any, Any], bool]] = {
    Comparison.GREATER: operator.gt,
    Comparison.GREATER_OR_EQUAL: operator.ge,
    Comparison.LESS: operator.lt,
    Comparison.LESS_OR_EQUAL: operator.le,
}


def matches(condition: MetadataFilter | None, document: DocumentRecord) -> bool:
    """Tell whether a document passes a filter; without one, every document does."""
    match condition:
        case None:
            return True
        case Combination(Quantifier.ALL, parts):
            return all(matches(part, document) for part in parts)
        case Combination(quantifier, parts):
            return any(matches(part, document) for part in parts) is (quantifier is Quantifier.ANY)
        case Condition(field, comparison, compared):
            values = _values(field, document)
            if values is None or comparison is Comparison.IS_THERE:
                return values is not None
            return any(_passes(value, comparison, compared) for value in values)


def _values(field: str, document: DocumentRecord) -> Sequence[Scalar] | None:
    """Return the values of a field, a single one as a list; None if the document lacks the field."""
    name, own_field = looked_up(field)
    if name is not None and name in document.metadata:
        value = document.metadata[name]
        return [value] if value is None or isinstance(value, str | int | float) else value
    return None if own_field is None else [getattr(document, own_field)]


def _passes(value: Scalar, comparison: Comparison, compared: tuple[Scalar, ...]) -> bool:
    if comparison is Comparison.IS_FILLED:
        return value is not None and value != ""
    if comparison is Comparison.AMONG:
        kind, comparable = kind_of(value), _comparable(value)
        return any(kind == kind_of(candidate) and comparable == candidate for candidate in compared)
    (bound,) = compared
    if kind_of(value) != kind_of(bound):
        return False
    if comparison in _ORDERINGS:
        return _ORDERINGS[comparison](_comparable(value), bound)
    text, sought = str(value), str(bound)
    return sought in text if comparison is Comparison.HAS_TEXT else sought.casefold() in text.casefold()


def _comparable(value: Scalar) -> Scalar:
    return storable_number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


_PARTS = {
    "sections": cypher.SECTIONS_OF,
    "sentences": cypher.SENTENCES_OF,
    "relations": cypher.RELATIONS_OF,
    "references": cypher.REFERENCES_OF,
    "facts": fact_cypher.FACTS_OF,
    "profiles": fact_cypher.PROFILES_OF,
    "groups": fact_cypher.GROUPS_OF,
}
"""The statements that read the parts of documents."""
_PAGE = 1000
"""Document records read by one statement, which bounds the size of a reply."""
_SENTENCES = 2000
"""Sentences of the documents read or deleted together, which bounds the memory of a transaction."""
_ATTEMPTS = 20
"""How often a change is tried; each failure means that another writer has succeeded in between."""
_LAST_CHARACTER = "\U0010ffff"
"""The greatest code point, which is not a character: an upper bound of all ids with a prefix."""


@dataclass(frozen=True, slots=True)
class _Document:
    """A document with all additions, what these contributed, and the stamp of its last change; 0 if not stored."""

    graph: DocumentGraph
    added: Added
    stamp: int = 0


def write_documents(graph: GraphConnection, documents: Mapping[str, DocumentGraph]) -> None:
    """Add or replace documents, given in canonical form by id, atomically."""
    documents = dict(sorted(documents.items()))  # writers that add the same documents wait in the same order
    for _ in range(_ATTEMPTS):
        nodes = graph.nodes("document", documents)
        old = _read(graph, documents) if graph.read(cypher.DOCUMENTS, ids=nodes) else {}
        new = {}
        for id, part in documents.items():
            if id not in old:
                new[id] = _Document(part, {})
            elif (replacing := _replaced(old[id], part)) is not None:
                new[id] = replacing
        former = {id: old[id] for id in new if id in old}
        statement = cypher_write.REPLACE_DOCUMENTS if former else cypher_write.ADD_DOCUMENTS
        try:
            if not new or _change(graph, statement, former, new):
                return
        except StoreError as error:
            if failure_code(error) != CONSTRAINT_FAILED or not _are_any_there(graph, new.keys() - former.keys()):
                raise  # otherwise another writer has added one meanwhile
    raise _contended(documents)


def _are_any_there(graph: GraphConnection, ids: Iterable[str]) -> bool:
    return bool(graph.read_to_write(cypher.DOCUMENTS, ids=graph.nodes("document", ids)))


def _replaced(old: _Document, part: DocumentGraph) -> _Document | None:
    """Return a document with a new graph and its additions; None if nothing changes."""
    own = without_added(old.graph, old.added)
    return None if changes_nothing(own, part) else _Document(*with_added(part, moved(old.added, own, part)))


Change = Callable[[str, DocumentGraph, dict[str, list[AddedPiece]]], None]
"""Changes the contributions of additions to a document, given its id and its graph with all additions."""


def rewrite_documents(
    graph: GraphConnection, ids: Sequence[str], change: Change, *, addition: Addition | None = None
) -> None:
    """Change the contributions of additions to documents, atomically; `change` is called once per document and try.

    With an `addition`, which is added, all documents must exist.

    Raises:
        InputError: a document does not exist, or would not be self-contained.
    """
    for _ in range(_ATTEMPTS):
        old = _read(graph, ids)
        if addition is not None and (missing := [id for id in ids if id not in old]):
            raise InputError(
                f"the addition {addition.id!r} names sentences of {missing[0]!r}, which is not a document of the graph"
            )
        new = {id: _rewritten(id, document, change) for id, document in old.items()}
        # A document of which only additions changed is stamped too, or the next writer would miss the change.
        former = {id: old[id] for id, document in new.items() if document.added != old[id].added}
        new = {id: new[id] for id in former}
        if not new or _change(graph, cypher_write.REWRITE_DOCUMENTS, former, new, addition):
            return
    raise _contended(ids)


def _rewritten(id: str, document: _Document, change: Change) -> _Document:
    added = {addition: list(pieces) for addition, pieces in document.added.items()}
    own = without_added(document.graph, added)
    change(id, document.graph, added)
    new, given = with_added(own, added)
    # Verdicts are those stored at the time of writing.
    relations = tuple(replace(relation, verdict=Verdict.UNKNOWN) for relation in new.relations)
    facts = tuple(replace(fact, verdict=Verdict.UNKNOWN) for fact in new.facts)
    return _Document(replace(new, relations=relations, facts=facts), given)


def delete_documents(graph: GraphConnection, ids: Sequence[str]) -> int:
    """Remove documents, everything only they supported, and all blobs; return the number of documents.

    Each document is removed in one transaction, short ones several at a time.
    """
    records = graph.read(cypher.DOCUMENTS, ids=graph.nodes("document", ids))
    return sum(_delete(graph, [row["id"] for row in batch]) for batch in _batches(records))


def _delete(graph: GraphConnection, ids: Sequence[str]) -> int:
    perhaps: set[str] = set()
    for _ in range(_ATTEMPTS):
        old = _read(graph, ids)
        try:
            if not old or _change(graph, cypher_write.DELETE_DOCUMENTS, old, {}, once=True):
                return len(perhaps | old.keys())
        except UnknownOutcomeError:
            perhaps |= old.keys()
    raise _contended(ids)


def _change(
    graph: GraphConnection,
    statement: str,
    old: Mapping[str, _Document],
    new: Mapping[str, _Document],
    addition: Addition | None = None,
    *,
    once: bool = False,
) -> bool:
    """Run a statement that changes documents if they still have their stamps; return whether they did."""
    expected = [{"id": graph.node("document", id), "stamp": old[id].stamp if id in old else 0} for id in {**old, **new}]
    parts = [document.graph for document in old.values()], [document.graph for document in new.values()]
    added = {id: document.added for id, document in new.items()}
    additions = [] if addition is None else [addition]
    changed = change(graph, *parts) | addition_change(graph, [part.added for part in old.values()], added, additions)
    return bool(graph.write(statement, once=once, change={"stamps": expected, **changed}))


def _read(graph: GraphConnection, ids: Iterable[str]) -> dict[str, _Document]:
    """Return the stored documents by id."""
    records = graph.read_to_write(cypher.DOCUMENTS, ids=graph.nodes("document", ids))
    read = graph.read_to_write
    return {
        document.graph.document.id: document for batch in _batches(records) for document in _stored(graph, batch, read)
    }


def _stored(graph: GraphConnection, records: Sequence[Row], read: Callable[..., list[Row]]) -> list[_Document]:
    """Return documents by their rows, rereading if one changes meanwhile."""
    for _ in range(_ATTEMPTS):
        ids = [row["node"] for row in records]
        if not ids:
            return []
        concept_prefix = graph.node("concept", "")
        parts = {name: read(part, ids=ids, concept_prefix=concept_prefix) for name, part in _PARTS.items()}
        graphs = rows.document_graphs([rows.record(row) for row in records], parts)
        added = added_pieces(read(fact_cypher.PIECES_OF, ids=ids))
        stamps = {row["id"]: row["stamp"] for row in records}
        records = sorted(read(cypher.DOCUMENTS, ids=ids), key=itemgetter("id"))
        if {row["id"]: row["stamp"] for row in records} == stamps:
            return [_Document(part, added.get(id, {}), stamps[id]) for part in graphs for id in [part.document.id]]
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
    """Yield the rows of all documents that pass the filter, by id; the first statement reads `page` of them."""
    for row in chain.from_iterable(_pages(graph, page)):
        if where is None or matches(where, rows.record(row)):
            yield row


def scan(graph: GraphConnection, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
    """Yield the graph of each document, or of some, by id; each is complete, in its old or new state.

    With `own`, without additions.
    """
    for page in _pages(graph) if ids is None else _named(graph, ids):
        for batch in _batches(page):
            for document in _stored(graph, batch, graph.read):
                yield without_added(document.graph, document.added) if own else document.graph


def _pages(graph: GraphConnection, limit: int = _PAGE) -> Iterator[list[Row]]:
    """Yield the rows of all documents by id, first `limit`, then larger pages."""
    after, end = graph.node("document", ""), graph.node("document", _LAST_CHARACTER)
    while page := graph.read(cypher.DOCUMENT_PAGE, after=after, end=end, limit=limit):
        yield page
        after, limit = page[-1]["node"], min(2 * limit, _PAGE)


def _named(graph: GraphConnection, ids: Sequence[str]) -> Iterator[list[Row]]:
    """Yield the rows of those given documents that exist, by id, a page at a time."""
    nodes = sorted(graph.nodes("document", ids))
    for first in range(0, len(nodes), _PAGE):
        yield sorted(graph.read(cypher.DOCUMENTS, ids=nodes[first : first + _PAGE]), key=itemgetter("id"))


def _batches(records: Iterable[Row]) -> Iterator[list[Row]]:
    """Split rows of documents into batches of at most `_SENTENCES` sentences; a longer document gets its own."""
    return batches(records, itemgetter("sentence_count"), _SENTENCES)


def _contended(ids: Iterable[str]) -> StoreError:
    return StoreError(f"other writers kept changing these documents; try again later: {', '.join(ids)}")
