"""Writing the embedded graph, always inside the caller's transaction.

Adding, replacing and deleting a document are one operation on the document's old and new graph, either of which may be
missing. Everything that only the old graph supported is removed with it.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.added_knowledge import moved, with_added, without_added
from lgm_core.graph.canonical import canonical_relation_key, changes_nothing, graph_concepts
from lgm_core.graph.codecs.piece_codec import AddedPiece
from lgm_core.graph.codecs.schema_codec import packed_schema
from lgm_core.graph.codecs.sentence_codec import sentence_range
from lgm_core.graph.sqlite.added_rows import delete_empty_additions, read_added, write_added
from lgm_core.graph.sqlite.concept_graph import concept_numbers
from lgm_core.graph.sqlite.document_rows import (
    RECORD_COLUMNS,
    SENTENCE_COLUMNS,
    DocumentRows,
    document_rows,
    record_row,
)
from lgm_core.graph.sqlite.syntactic_graph import document_graphs, document_numbers
from lgm_core.model import THING, DocumentGraph, SchemaVersion, Verdict

__all__ = [
    "contribute",
    "delete_documents",
    "set_fact_verdicts",
    "set_places",
    "set_verdicts",
    "write_documents",
    "write_schema",
]


@dataclass(frozen=True, slots=True)
class _Change:
    """A document's graph before and after a change; None if absent."""

    number: int
    old: DocumentGraph | None
    new: DocumentGraph | None


def write_documents(connection: sqlite3.Connection, graphs: Iterable[DocumentGraph]) -> int:
    """Add or replace documents, all with different ids and in canonical form; return the number replaced."""
    changes = []
    for graph in graphs:
        name = graph.document.id
        number = document_numbers(connection, [name]).get(name)
        if number is None:
            change = _Change(_free_number(connection), None, graph)
        else:
            old = document_graphs(connection, [number])[0]
            added = read_added(connection, number, name)
            own = without_added(old, added)
            if changes_nothing(own, graph):
                continue
            new, given = with_added(graph, moved(added, own, graph))
            write_added(connection, number, given)
            change = _Change(number, old, new)
        # Written at once, so that the next document gets another number.
        _replace_record(connection, change)
        changes.append(change)
    _apply(connection, changes)
    delete_empty_additions(connection)
    return sum(change.old is not None for change in changes)


_DOCUMENTS_AT_ONCE = 256
"""Documents rewritten together, which bounds memory; a transaction may have any number of them."""

Contribute = Callable[[str, DocumentGraph, dict[str, list[AddedPiece]]], None]
"""Changes the contributions of additions to a document, given its id and its graph with all additions."""


def contribute(connection: sqlite3.Connection, documents: Mapping[int, str], change: Contribute) -> None:
    """Change the contributions of additions to documents, given as ids by number."""
    numbers = list(documents)
    for first in range(0, len(numbers), _DOCUMENTS_AT_ONCE):
        batch = numbers[first : first + _DOCUMENTS_AT_ONCE]
        changed: dict[int, tuple[DocumentGraph, DocumentGraph]] = {}
        for number, graph in zip(batch, document_graphs(connection, batch), strict=True):
            added = read_added(connection, number, documents[number])
            own = without_added(graph, added)
            change(documents[number], graph, added)
            new, given = with_added(own, added)
            write_added(connection, number, given)
            changed[number] = graph, new
        _rewrite_documents(connection, changed)


def _rewrite_documents(
    connection: sqlite3.Connection, graphs: Mapping[int, tuple[DocumentGraph, DocumentGraph]]
) -> None:
    """Update documents, given by number with their graphs before and after, for changed additions."""
    changes = [_Change(number, old, new) for number, (old, new) in graphs.items() if not changes_nothing(old, new)]
    for change in changes:
        places = connection.execute("SELECT document, path FROM place WHERE document = ?", (change.number,)).fetchall()
        _replace_record(connection, change)
        # Its file has not moved.
        connection.executemany("INSERT INTO place VALUES (?, ?)", places)
    _apply(connection, changes)


def delete_documents(connection: sqlite3.Connection, ids: Iterable[str]) -> int:
    """Remove documents, everything only they supported, and all blobs; return the number of documents."""
    numbers = document_numbers(connection, ids)
    for number in numbers.values():
        change = _Change(number, document_graphs(connection, [number])[0], None)
        write_added(connection, number, {})
        _replace_record(connection, change)
        _apply(connection, [change])
    delete_empty_additions(connection)
    if numbers:
        # All caches go with a deleted document, because they contain text of documents.
        connection.execute("DELETE FROM blob")
    return len(numbers)


def set_verdicts(
    connection: sqlite3.Connection,
    verdicts: Mapping[tuple[str, str, str], Verdict],
    basis: Mapping[tuple[str, str, str], str] | None = None,
) -> None:
    """Record verdicts on existing relations, each with its basis or none."""
    update = """
        UPDATE relation SET verdict = :verdict, basis = :basis
        WHERE kind = :kind AND subject = (SELECT id FROM concept WHERE key = :subject)
        AND object = (SELECT id FROM concept WHERE key = :object) AND (verdict IS NOT :verdict OR basis IS NOT :basis)
    """
    names = ("kind", "subject", "object", "verdict", "basis")
    rows = [
        dict(zip(names, (*canonical_relation_key(key), verdict, (basis or {}).get(key)), strict=True))
        for key, verdict in verdicts.items()
    ]
    if connection.executemany(update, rows).rowcount > 0:
        _grow_revision(connection)


def set_fact_verdicts(
    connection: sqlite3.Connection, verdicts: Mapping[str, Verdict], basis: Mapping[str, str] | None = None
) -> None:
    """Record verdicts on existing facts, by key, each with its basis or none."""
    update = """
        UPDATE fact SET verdict = :verdict, basis = :basis
        WHERE key = :key AND (verdict IS NOT :verdict OR basis IS NOT :basis)
    """
    rows = [{"key": key, "verdict": verdict, "basis": (basis or {}).get(key)} for key, verdict in verdicts.items()]
    if connection.executemany(update, rows).rowcount > 0:
        _grow_revision(connection)


def write_schema(connection: sqlite3.Connection, versions: Sequence[SchemaVersion]) -> None:
    """Replace the versions of the schema."""
    connection.execute("DELETE FROM domain_schema")
    connection.execute("INSERT INTO domain_schema VALUES (?)", (packed_schema(versions),))
    _grow_revision(connection)


def set_places(connection: sqlite3.Connection, places: Mapping[str, str]) -> None:
    """Record where the files of documents are; missing documents are left out."""
    insert = "INSERT OR REPLACE INTO place SELECT no, ? FROM document WHERE id = ?"
    connection.executemany(insert, [(path, id) for id, path in places.items()])


def _grow_revision(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE property SET value = value + 1 WHERE name = 'revision'")


def _free_number(connection: sqlite3.Connection) -> int:
    (highest,) = connection.execute("SELECT ifnull(max(no), 0) FROM document").fetchone()
    return int(highest) + 1


def _replace_record(connection: sqlite3.Connection, change: _Change) -> None:
    connection.execute("DELETE FROM document WHERE no = ?", (change.number,))
    connection.execute("DELETE FROM place WHERE document = ?", (change.number,))
    if change.new is not None:
        row = record_row(change.number, change.new)
        stamp = "(SELECT value + 1 FROM property WHERE name = 'revision')"
        columns, marks = ", ".join((*RECORD_COLUMNS, "stamp")), ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO document ({columns}) VALUES ({marks}, {stamp})", row)  # noqa: S608


def _apply(connection: sqlite3.Connection, changes: Sequence[_Change]) -> None:
    """Update all tables but `document` with changes of documents."""
    if not changes:
        return
    concepts = _concept_numbers(connection, changes)
    before = [document_rows(change.number, change.old, concepts) for change in changes if change.old is not None]
    after = [document_rows(change.number, change.new, concepts) for change in changes if change.new is not None]
    _remove(connection, before)
    _insert(connection, after)
    _count(connection, before, after)
    _collect_garbage(connection, before, concepts)
    _grow_revision(connection)


def _concept_numbers(connection: sqlite3.Connection, changes: Sequence[_Change]) -> dict[str, int]:
    """Return the integer ids of all affected concepts and of the root, adding new ones."""
    graphs = [graph for change in changes for graph in (change.old, change.new) if graph is not None]
    keys = {key for graph in graphs for key in graph_concepts(graph)}
    numbers = concept_numbers(connection, keys)
    (last,) = connection.execute("SELECT ifnull(max(id), 0) FROM concept").fetchone()
    new = {key: last + place for place, key in enumerate(sorted(keys - numbers.keys()), start=1)}
    connection.executemany("INSERT INTO concept (key, id, frequency) VALUES (?, ?, 0)", new.items())
    return numbers | new


def _remove(connection: sqlite3.Connection, before: Sequence[DocumentRows]) -> None:
    connection.executemany("DELETE FROM posting WHERE concept = ? AND sentence = ?", _postings(before))
    for rows in before:
        sentences = sentence_range(rows.number)
        connection.execute("DELETE FROM sentence WHERE id BETWEEN ? AND ?", sentences)
        for table in ("reference", "evidence", "fact_evidence"):
            connection.execute(f"DELETE FROM {table} WHERE sentence BETWEEN ? AND ?", sentences)  # noqa: S608 - fixed
        for table in ("profile", "predicate_group", "section"):
            connection.execute(f"DELETE FROM {table} WHERE document = ?", (rows.number,))  # noqa: S608 - fixed


def _postings(documents: Sequence[DocumentRows]) -> Iterator[tuple[int, int]]:
    """Yield postings by concept, in the order of their table."""
    postings: dict[int, list[int]] = defaultdict(list)
    for rows in documents:
        for concept, sentences in rows.postings.items():
            postings[concept] += sentences
    for concept in sorted(postings):
        for sentence in postings[concept]:
            yield concept, sentence


_INSERTS = {
    "sections": "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?)",
    "sentences": f"INSERT INTO sentence ({', '.join(SENTENCE_COLUMNS)})"  # noqa: S608 - constant columns
    f" VALUES ({', '.join('?' * len(SENTENCE_COLUMNS))})",
    "references": "INSERT INTO reference VALUES (?, ?)",
    "relations": "INSERT INTO relation (kind, subject, object, verdict) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (subject, kind, object) DO UPDATE SET verdict = excluded.verdict WHERE excluded.verdict <> 'unknown'",
    "evidence": "INSERT INTO evidence SELECT id, ?, ? FROM relation WHERE kind = ? AND subject = ? AND object = ?",
    "facts": "INSERT INTO fact (key, subject, object, verdict) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (key) DO UPDATE SET verdict = excluded.verdict WHERE excluded.verdict <> 'unknown'",
    "fact_evidence": "INSERT INTO fact_evidence SELECT id, ?, ?, ?, ?, ?, ? FROM fact WHERE key = ?",
    "profiles": "INSERT INTO profile VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "groups": "INSERT INTO predicate_group VALUES (?, ?, ?, ?, ?, ?)",
}
"""The statements that insert the rows of `DocumentRows`, by attribute; evidence follows what it is evidence of."""


def _insert(connection: sqlite3.Connection, after: Sequence[DocumentRows]) -> None:
    """Insert rows table by table in the order of their keys, which writes each page of a table once."""
    for name, statement in _INSERTS.items():
        connection.executemany(statement, [row for rows in after for row in getattr(rows, name)])
    connection.executemany("INSERT INTO posting VALUES (?, ?)", _postings(after))


def _count(connection: sqlite3.Connection, before: Sequence[DocumentRows], after: Sequence[DocumentRows]) -> None:
    """Update the frequencies and surface forms of concepts."""
    frequencies: Counter[int] = Counter()
    forms: Counter[tuple[int, str]] = Counter()
    for rows in after:
        frequencies.update({concept: len(sentences) for concept, sentences in rows.postings.items()})
        forms.update(rows.forms)
    for rows in before:
        frequencies.subtract({concept: len(sentences) for concept, sentences in rows.postings.items()})
        forms.subtract(rows.forms)
    connection.executemany(
        "UPDATE concept SET frequency = frequency + ? WHERE id = ?",
        [(count, concept) for concept, count in sorted(frequencies.items()) if count],
    )
    connection.executemany(
        "INSERT INTO form VALUES (?, ?, ?) ON CONFLICT (concept, surface) DO UPDATE SET count = count + excluded.count",
        sorted((*form, count) for form, count in forms.items() if count),
    )
    rarer = [form for form, count in forms.items() if count < 0]
    connection.executemany("DELETE FROM form WHERE concept = ? AND surface = ? AND count = 0", rarer)


def _collect_garbage(
    connection: sqlite3.Connection, before: Sequence[DocumentRows], concepts: Mapping[str, int]
) -> None:
    """Remove the relations, facts and concepts supported only by former rows of documents."""
    if not before:
        return
    connection.executemany(
        "DELETE FROM relation WHERE kind = ? AND subject = ? AND object = ?"
        " AND NOT EXISTS (SELECT 1 FROM evidence WHERE relation = relation.id)",
        [relation[:3] for rows in before for relation in rows.relations],
    )
    connection.executemany(
        "DELETE FROM fact WHERE key = ? AND NOT EXISTS (SELECT 1 FROM fact_evidence WHERE fact = fact.id)",
        [fact[:1] for rows in before for fact in rows.facts],
    )
    _delete_unused(connection, [number for key, number in concepts.items() if key != THING])
    (remaining,) = connection.execute("SELECT count(*) FROM (SELECT 1 FROM concept LIMIT 2)").fetchone()
    if remaining == 1:
        _delete_unused(connection, [number for key, number in concepts.items() if key == THING])


def _delete_unused(connection: sqlite3.Connection, concepts: Collection[int]) -> None:
    connection.execute(
        "DELETE FROM concept WHERE id IN (SELECT value FROM json_each(?)) AND frequency = 0"
        " AND NOT EXISTS (SELECT 1 FROM relation WHERE subject = concept.id)"
        " AND NOT EXISTS (SELECT 1 FROM relation WHERE object = concept.id)",
        (json.dumps(list(concepts)),),
    )
