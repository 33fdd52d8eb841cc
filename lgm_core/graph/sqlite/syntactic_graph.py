"""Reading the syntactic relation graph: documents, their sections, sentences and mentions.

Every function reads within the caller's transaction, so results are consistent. Lists of ids are passed as one JSON
parameter: a query has the same text whatever their number.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from lgm_core.graph.codecs.packing import DOCUMENT, SECTION
from lgm_core.graph.codecs.sentence_codec import (
    MAX_SENTENCES,
    SENTENCE,
    document_number,
    position_of,
    sentence_number,
    sentence_range,
    sql_range,
    unpacked_mention,
)
from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.port import Where
from lgm_core.graph.sqlite.concept_graph import concept_keys, relations_of, sentences_mentioning
from lgm_core.graph.sqlite.fact_reading import facts_of, groups_of, profiles_of
from lgm_core.graph.sqlite.filter_sql import where_sql
from lgm_core.model import (
    DocumentGraph,
    DocumentRecord,
    Mention,
    Reference,
    Section,
    Sentence,
    section_id,
    sentence_id,
)

__all__ = [
    "changed_since",
    "document_graphs",
    "document_numbers",
    "documents",
    "languages",
    "mentions",
    "places",
    "sections",
    "sentences",
    "sentences_about",
]

_RECORD = f"{DOCUMENT.selected('d')}, stamp"
_SENTENCES = f"SELECT id, section, {SENTENCE.selected('s')} FROM sentence AS s"  # noqa: S608 - constant columns
_CANONICAL_POSITION = re.compile("0|[1-9][0-9]{0,6}")


def document_numbers(connection: sqlite3.Connection, document_ids: Iterable[str]) -> dict[str, int]:
    """Return the numbers of stored documents."""
    query = "SELECT id, no FROM document WHERE id IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(list(document_ids)),)))


def documents(
    connection: sqlite3.Connection, ids: Sequence[str] | None = None, where: Where | None = None
) -> list[DocumentRecord]:
    """Return records of all documents or some, those that pass the filter, by id."""
    condition, parameters = where_sql(where)
    if ids is not None:
        condition += " AND d.id IN (SELECT value FROM json_each(?))"
        parameters.append(json.dumps(listed(ids)))
    query = f"SELECT {_RECORD} FROM document AS d WHERE {condition} ORDER BY id"  # noqa: S608 - parameters inside
    return [_record(row) for row in connection.execute(query, parameters)]


def changed_since(connection: sqlite3.Connection, revision: int) -> tuple[list[DocumentRecord], int]:
    """Return the records of documents written after a revision, ordered by id, and the number of all documents."""
    # The plus keeps SQLite from reading all records in the order of their ids.
    query = f"SELECT {_RECORD} FROM document AS d WHERE stamp > ? ORDER BY +id"  # noqa: S608 - constant columns
    changed = [_record(row) for row in connection.execute(query, (revision,))]
    (count,) = connection.execute("SELECT count(*) FROM document").fetchone()
    return changed, count


def _record(row: Sequence[Any]) -> DocumentRecord:
    return DOCUMENT.unpacked("", row[:-1], stamp=row[-1])


def places(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return where the files of documents were when last built."""
    query = """
        SELECT d.id, p.path FROM document AS d JOIN place AS p ON p.document = d.no
        WHERE d.id IN (SELECT value FROM json_each(?)) ORDER BY d.id
    """
    return dict(connection.execute(query, (json.dumps(list(ids)),)))


def languages(connection: sqlite3.Connection) -> list[str]:
    """Return the distinct languages of all documents, sorted."""
    return [code for (code,) in connection.execute("SELECT DISTINCT language FROM document ORDER BY language")]


def _located(connection: sqlite3.Connection, ids: Sequence[str], mark: str) -> dict[str, tuple[int, int]]:
    """Return the document number and position of each existing `"{document id}{mark}{position}"`."""
    parts: dict[str, tuple[str, int]] = {}
    for id in ids:
        document, separator, position = id.rpartition(mark)
        if separator and _CANONICAL_POSITION.fullmatch(position) and int(position) < MAX_SENTENCES:
            parts[id] = (document, int(position))
    numbers = document_numbers(connection, {document for document, _ in parts.values()})
    return {id: (numbers[document], position) for id, (document, position) in parts.items() if document in numbers}


def sections(connection: sqlite3.Connection, ids: Sequence[str]) -> list[Section]:
    """Return sections in the given order."""
    ids = listed(ids)
    by_id: dict[str, Section] = {}
    query = f"SELECT {SECTION.selected('s')} FROM section AS s WHERE document = ? AND position = ?"  # noqa: S608
    for id, place in _located(connection, ids, "#s").items():
        for row in connection.execute(query, place):
            by_id[id] = SECTION.unpacked(id.rpartition("#s")[0], row, id=id)
    return [by_id[id] for id in ids if id in by_id]


def _sentence_numbers(connection: sqlite3.Connection, ids: Sequence[str]) -> list[int]:
    """Return the numbers of sentences, which need not exist, without malformed ids."""
    return [sentence_number(document, position) for document, position in _located(connection, ids, "#").values()]


def sentences(connection: sqlite3.Connection, ids: Sequence[str]) -> list[Sentence]:
    """Return sentences in the given order."""
    ids = listed(ids)
    numbers = _sentence_numbers(connection, ids)
    by_id = {sentence.id: sentence for sentence in sentences_by_number(connection, numbers)}
    return [by_id[id] for id in ids if id in by_id]


def sentences_about(
    connection: sqlite3.Connection, keys: Sequence[str], limit: int | None = None, where: Where | None = None
) -> list[Sentence]:
    """Return sentences that mention any of the concepts, ordered by document id and position, at most `limit`."""
    return sentences_by_number(connection, sentences_mentioning(connection, keys, limit, where))


def sentences_by_number(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[Sentence]:
    """Return sentences by their numbers, in the given order."""
    # The ids of the few documents are read separately: joining them would double the cost of each sentence.
    query = "SELECT no, id FROM document WHERE no IN (SELECT value FROM json_each(?))"
    documents = dict(connection.execute(query, (json.dumps(list(set(map(document_number, numbers)))),)))
    query = f"{_SENTENCES} WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed text
    rows = connection.execute(query, (json.dumps(numbers),))
    by_number = {row[0]: _sentence(row, documents[document_number(row[0])]) for row in rows}
    return [by_number[number] for number in numbers if number in by_number]


def _sentence(row: Sequence[Any], document: str) -> Sentence:
    number, section, *values = row
    position = position_of(number)
    ids = {"id": sentence_id(document, position), "section_id": section_id(document, section)}
    return SENTENCE.unpacked(document, values, position=position, **ids)


def mentions(connection: sqlite3.Connection, sentence_ids: Sequence[str]) -> list[Mention]:
    """Return the mentions of sentences, ordered by document id, position, start, end, concept and source."""
    query = """
        SELECT d.no, d.id, s.id, s.text, t.title, s.mentions
        FROM sentence AS s
        JOIN document AS d ON d.no = s.id >> 20
        JOIN section AS t ON t.document = d.no AND t.position = s.section
        WHERE s.id IN (SELECT value FROM json_each(?))
        ORDER BY d.id, s.id
    """
    numbers = json.dumps(_sentence_numbers(connection, listed(sentence_ids)))
    by_document = _unpacked_mentions(connection, connection.execute(query, (numbers,)))
    return list(chain.from_iterable(by_document.values()))


def _mentions_of(connection: sqlite3.Connection, numbers: str) -> dict[int, list[Mention]]:
    """Return the mentions of documents by their numbers."""
    query = f"""
        SELECT d.no, d.id, s.id, s.text, t.title, s.mentions
        FROM json_each(?) AS n
        CROSS JOIN document AS d ON d.no = n.value
        CROSS JOIN sentence AS s ON s.id BETWEEN {sql_range("d.no")}
        JOIN section AS t ON t.document = d.no AND t.position = s.section
        ORDER BY n.id, s.id
    """  # noqa: S608  # a column of this query
    return _unpacked_mentions(connection, connection.execute(query, (numbers,)))


def _unpacked_mentions(
    connection: sqlite3.Connection, rows: Iterable[tuple[int, str, int, str, str, str]]
) -> dict[int, list[Mention]]:
    """Return mentions by document number, from rows of sentences with their documents and sections."""
    decoded = [(*row, json.loads(packed)) for *row, packed in rows]
    keys = concept_keys(connection, {stored[0] for *_, packed in decoded for stored in packed})
    by_document: dict[int, list[Mention]] = defaultdict(list)
    for document, document_id, sentence, text, title, packed in decoded:
        id = sentence_id(document_id, position_of(sentence))
        by_document[document] += [unpacked_mention(stored, id, keys[stored[0]], text, title) for stored in packed]
    return by_document


def _sections_of(connection: sqlite3.Connection, numbers: str) -> dict[int, list[Section]]:
    query = f"""
        SELECT d.no, d.id, {SECTION.selected("s")}
        FROM section AS s JOIN document AS d ON d.no = s.document
        WHERE s.document IN (SELECT value FROM json_each(?))
        ORDER BY s.document, s.position
    """  # noqa: S608 - constant columns
    by_document: dict[int, list[Section]] = defaultdict(list)
    for number, document, position, *others in connection.execute(query, (numbers,)):
        id = section_id(document, position)
        by_document[number].append(SECTION.unpacked(document, (position, *others), id=id))
    return by_document


def _references_of(connection: sqlite3.Connection, sentences: Sequence[int]) -> dict[int, list[Reference]]:
    query = """
        SELECT r.sentence, r.antecedent, d.id
        FROM reference AS r JOIN document AS d ON d.no = r.sentence >> 20
        WHERE r.sentence IN (SELECT value FROM json_each(?))
        ORDER BY r.sentence, r.antecedent
    """
    by_document: dict[int, list[Reference]] = defaultdict(list)
    for sentence, antecedent, document in connection.execute(query, (json.dumps(sentences),)):
        ids = (sentence_id(document, position_of(number)) for number in (sentence, antecedent))
        by_document[document_number(sentence)].append(Reference(*ids))
    return by_document


def document_graphs(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[DocumentGraph]:
    """Return the graphs of documents, in the order of the given numbers."""
    wanted = json.dumps(numbers)
    query = f"SELECT no, {_RECORD} FROM document AS d WHERE no IN (SELECT value FROM json_each(?))"  # noqa: S608
    records = {row[0]: _record(row[1:]) for row in connection.execute(query, (wanted,))}
    sentences: dict[int, list[Sentence]] = defaultdict(list)
    sentence_numbers: list[int] = []
    for number in numbers:
        for row in connection.execute(f"{_SENTENCES} WHERE id BETWEEN ? AND ? ORDER BY id", sentence_range(number)):
            sentence_numbers.append(row[0])
            sentences[number].append(_sentence(row, records[number].id))
    sections = _sections_of(connection, wanted)
    mentions = _mentions_of(connection, wanted)
    relations = relations_of(connection, sentence_numbers)
    references = _references_of(connection, sentence_numbers)
    facts, profiles = facts_of(connection, numbers), profiles_of(connection, numbers)
    groups = groups_of(connection, numbers)
    return [
        DocumentGraph(
            document=records[number],
            sections=tuple(sections.get(number, ())),
            sentences=tuple(sentences.get(number, ())),
            mentions=tuple(mentions.get(number, ())),
            relations=tuple(relations.get(number, ())),
            references=tuple(references.get(number, ())),
            facts=tuple(facts.get(number, ())),
            profiles=tuple(profiles.get(number, ())),
            predicate_groups=tuple(groups.get(number, ())),
        )
        for number in numbers
    ]
