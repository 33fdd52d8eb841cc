"""Reading the syntactic relation graph: documents, their sections and sentences, and what those mention.

Every function reads within the caller's transaction, so that what it returns fits together. Lists of ids travel as one
JSON parameter: a query has the same text whatever their number.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from lgm_core.graph.codecs import unpacked_clauses
from lgm_core.graph.metadata_filter import Condition, where_sql
from lgm_core.graph.sqlite.concept_graph import concept_keys, relations_of
from lgm_core.graph.sqlite.document_rows import SOURCES
from lgm_core.model import (
    DocumentGraph,
    DocumentRecord,
    Mention,
    MentionSource,
    Reference,
    Section,
    Sentence,
    section_id,
    sentence_id,
)

__all__ = [
    "document_graphs",
    "document_numbers",
    "document_records",
    "languages",
    "mentions",
    "sections",
    "sentences",
    "sentences_by_row",
]

_POSITION = (1 << 20) - 1
_RECORD = "id, title, source, language, metadata, content_hash, recipe, sentence_count, stamp"
_SENTENCES = """
    SELECT s.id, d.id, s.section, s.start, s."end", s.text, s.resolved, s.lemmas, s.clauses
    FROM sentence AS s JOIN document AS d ON d.no = s.id >> 20
"""
_CANONICAL_POSITION = re.compile("0|[1-9][0-9]{0,6}")


def document_numbers(connection: sqlite3.Connection, document_ids: Iterable[str]) -> dict[str, int]:
    """Return the numbers under which documents are stored."""
    query = "SELECT id, no FROM document WHERE id IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(list(document_ids)),)))


def document_records(
    connection: sqlite3.Connection, ids: Sequence[str] | None, conditions: tuple[Condition, ...]
) -> list[DocumentRecord]:
    """Return records of all documents or some, those that meet the conditions, by id."""
    condition, parameters = where_sql(conditions)
    if ids is not None:
        condition += " AND d.id IN (SELECT value FROM json_each(?))"
        parameters.append(json.dumps(list(ids)))
    query = f"SELECT {_RECORD} FROM document AS d WHERE {condition} ORDER BY id"  # noqa: S608 - parameters inside
    return [_record(row) for row in connection.execute(query, parameters)]


def _record(row: tuple[str, str, str, str, str, str, str, int, int]) -> DocumentRecord:
    id, title, source, language, metadata, content_hash, recipe, count, stamp = row
    return DocumentRecord(id, title, source, language, json.loads(metadata), content_hash, recipe, count, stamp)


def languages(connection: sqlite3.Connection) -> list[str]:
    """Return the distinct languages of all documents, sorted."""
    return [code for (code,) in connection.execute("SELECT DISTINCT language FROM document ORDER BY language")]


def _located(connection: sqlite3.Connection, ids: Sequence[str], mark: str) -> dict[str, tuple[int, int]]:
    """Return the document number and position that each `"{document id}{mark}{position}"` names, if it exists."""
    parts: dict[str, tuple[str, int]] = {}
    for one in ids:
        document, found, position = one.rpartition(mark)
        if found and _CANONICAL_POSITION.fullmatch(position) and int(position) <= _POSITION:
            parts[one] = (document, int(position))
    known = document_numbers(connection, {document for document, _ in parts.values()})
    return {one: (known[document], position) for one, (document, position) in parts.items() if document in known}


def sections(connection: sqlite3.Connection, ids: Sequence[str]) -> list[Section]:
    """Return sections in the order asked."""
    found: dict[str, Section] = {}
    query = 'SELECT level, title, path, start, "end" FROM section WHERE document = ? AND position = ?'
    for one, (number, position) in _located(connection, ids, "#s").items():
        for level, title, path, start, end in connection.execute(query, (number, position)):
            document = one.rpartition("#s")[0]
            found[one] = Section(one, document, position, level, title, tuple(json.loads(path)), start, end)
    return [found[one] for one in ids if one in found]


def _sentence_rows(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, int]:
    located = _located(connection, ids, "#")
    return {one: number << 20 | position for one, (number, position) in located.items()}


def sentences(connection: sqlite3.Connection, ids: Sequence[str]) -> list[Sentence]:
    """Return sentences in the order asked."""
    rows = _sentence_rows(connection, ids)
    found = {sentence.id: sentence for sentence in sentences_by_row(connection, list(rows.values()))}
    return [found[one] for one in ids if one in found]


def sentences_by_row(connection: sqlite3.Connection, rows: Sequence[int]) -> list[Sentence]:
    """Return the sentences of integer ids in the order asked."""
    query = _SENTENCES + " WHERE s.id IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed text
    found = {row[0]: _sentence(row) for row in connection.execute(query, (json.dumps(rows),))}
    return [found[row] for row in rows if row in found]


def _sentence(row: tuple[int, str, int, int, int, str, str | None, str, str | None]) -> Sentence:
    number, document, section, start, end, text, resolved, lemmas, clauses = row
    position = number & _POSITION
    return Sentence(
        id=sentence_id(document, position),
        document_id=document,
        section_id=section_id(document, section),
        position=position,
        start=start,
        end=end,
        text=text,
        resolved=text if resolved is None else resolved,
        lemmas=lemmas,
        clauses=unpacked_clauses(clauses),
    )


def mentions(connection: sqlite3.Connection, ids: Sequence[str]) -> list[Mention]:
    """Return what sentences mention, ordered by document id, position, start, end, concept and source."""
    query = """
        SELECT d.no, d.id, s.id, s.text, t.title, s.mentions
        FROM sentence AS s
        JOIN document AS d ON d.no = s.id >> 20
        JOIN section AS t ON t.document = d.no AND t.position = s.section
        WHERE s.id IN (SELECT value FROM json_each(?))
        ORDER BY d.id, s.id
    """
    listed = json.dumps(list(_sentence_rows(connection, ids).values()))
    found = _unpacked(connection, connection.execute(query, (listed,)))
    return list(chain.from_iterable(found.values()))


def _mentions_of(connection: sqlite3.Connection, numbers: str) -> dict[int, list[Mention]]:
    """Return the mentions of documents by their numbers."""
    query = """
        SELECT d.no, d.id, s.id, s.text, t.title, s.mentions
        FROM json_each(?) AS n
        CROSS JOIN document AS d ON d.no = n.value
        CROSS JOIN sentence AS s ON s.id BETWEEN d.no << 20 AND (d.no + 1 << 20) - 1
        JOIN section AS t ON t.document = d.no AND t.position = s.section
        ORDER BY n.id, s.id
    """
    return _unpacked(connection, connection.execute(query, (numbers,)))


def _unpacked(
    connection: sqlite3.Connection, rows: Iterable[tuple[int, str, int, str, str, str]]
) -> dict[int, list[Mention]]:
    """Return mentions by document number; what is implied by the text or the title is not stored."""
    packed = [
        (number, document, row, text, title, json.loads(some)) for number, document, row, text, title, some in rows
    ]
    keys = concept_keys(connection, {one[0] for *_, some in packed for one in some})
    found: dict[int, list[Mention]] = defaultdict(list)
    for number, document, row, text, title, some in packed:
        id = sentence_id(document, row & _POSITION)
        for one in some:
            concept, start, end, code = one[:4]
            source = SOURCES[code]
            surface = one[4] if len(one) > 4 else title if source is MentionSource.TITLE else text[start:end]
            found[number].append(Mention(id, keys[concept], surface, start, end, source))
    return found


def _sections_of(connection: sqlite3.Connection, numbers: str) -> dict[int, list[Section]]:
    query = """
        SELECT d.no, d.id, s.position, s.level, s.title, s.path, s.start, s."end"
        FROM section AS s JOIN document AS d ON d.no = s.document
        WHERE s.document IN (SELECT value FROM json_each(?))
        ORDER BY s.document, s.position
    """
    found: dict[int, list[Section]] = defaultdict(list)
    for number, document, position, level, title, path, start, end in connection.execute(query, (numbers,)):
        id = section_id(document, position)
        found[number].append(Section(id, document, position, level, title, tuple(json.loads(path)), start, end))
    return found


def _references_of(connection: sqlite3.Connection, rows: Sequence[int]) -> dict[int, list[Reference]]:
    query = """
        SELECT r.sentence, r.antecedent, d.id
        FROM reference AS r JOIN document AS d ON d.no = r.sentence >> 20
        WHERE r.sentence IN (SELECT value FROM json_each(?))
        ORDER BY r.sentence, r.antecedent
    """
    found: dict[int, list[Reference]] = defaultdict(list)
    for row, antecedent, document in connection.execute(query, (json.dumps(rows),)):
        names = (sentence_id(document, row & _POSITION), sentence_id(document, antecedent & _POSITION))
        found[row >> 20].append(Reference(*names))
    return found


def document_graphs(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[DocumentGraph]:
    """Return the graphs of documents, in the order of their numbers as given."""
    listed = json.dumps(numbers)
    query = f"SELECT no, {_RECORD} FROM document WHERE no IN (SELECT value FROM json_each(?))"  # noqa: S608
    records = {row[0]: _record(row[1:]) for row in connection.execute(query, (listed,))}
    sentences: dict[int, list[Sentence]] = defaultdict(list)
    rows: list[int] = []
    for number in numbers:
        query = _SENTENCES + " WHERE s.id BETWEEN ? AND ? ORDER BY s.id"
        for row in connection.execute(query, (number << 20, (number << 20) + _POSITION)):
            rows.append(row[0])
            sentences[number].append(_sentence(row))
    sections = _sections_of(connection, listed)
    mentioned = _mentions_of(connection, listed)
    relations = relations_of(connection, rows)
    references = _references_of(connection, rows)
    return [
        DocumentGraph(
            document=records[number],
            sections=tuple(sections.get(number, ())),
            sentences=tuple(sentences.get(number, ())),
            mentions=tuple(mentioned.get(number, ())),
            relations=tuple(relations.get(number, ())),
            references=tuple(references.get(number, ())),
        )
        for number in numbers
    ]
