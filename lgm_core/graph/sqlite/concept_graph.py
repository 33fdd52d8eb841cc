"""Reading the concept relation graph: concepts, meta-relations with their evidence, and the sentences about concepts.

Every function reads within the caller's transaction. Lists of keys are passed as one JSON parameter. Concepts and
relations have integer ids that never leave the store.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from lgm_core.graph.canonical import canonical_relation_key
from lgm_core.graph.circles import in_circles
from lgm_core.graph.codecs.sentence_codec import document_number, position_of, sentence_range
from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.port import Where
from lgm_core.graph.sqlite.filter_sql import ALL, where_sql
from lgm_core.graph.surface_forms import concept_with_forms, senses_by_name, with_senses
from lgm_core.model import (
    THING,
    Concept,
    Evidence,
    MetaRelation,
    RelationKind,
    Statistics,
    Verdict,
    sentence_id,
)
from lgm_core.model.concept import name_of, sense_number

__all__ = [
    "circles",
    "concept_keys",
    "concept_numbers",
    "find_concepts",
    "frequencies",
    "neighbours",
    "relations",
    "relations_by_number",
    "relations_of",
    "senses",
    "sentences_mentioning",
    "statistics",
    "verdict_basis",
]


def concept_numbers(connection: sqlite3.Connection, keys: Iterable[str]) -> dict[str, int]:
    """Return the integer ids of concepts."""
    query = "SELECT key, id FROM concept WHERE key IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(list(keys)),)))


def concept_keys(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, str]:
    """Return the keys of concepts by their integer ids."""
    query = "SELECT id, key FROM concept WHERE id IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(list(numbers)),)))


def frequencies(
    connection: sqlite3.Connection, keys: Sequence[str], where: Where | None = None, *, all_senses: bool = False
) -> dict[str, int]:
    """Return how many sentences mention each concept, in the given order; see the port."""
    condition, parameters = where_sql(where)
    keys = with_senses(listed(keys), senses(connection, keys)) if all_senses else listed(keys)
    query = "SELECT key, frequency FROM concept WHERE key IN (SELECT value FROM json_each(?))"
    if condition != ALL:
        query = f"""
            SELECT c.key, count(*) FROM concept AS c JOIN posting AS p ON p.concept = c.id
            WHERE c.key IN (SELECT value FROM json_each(?))
                AND p.sentence >> 20 IN (SELECT d.no FROM document AS d WHERE {condition})
            GROUP BY c.key
        """  # noqa: S608  # fixed text with parameters
    by_key = dict(connection.execute(query, (json.dumps(list(keys)), *parameters)))
    return {key: by_key[key] for key in keys if key in by_key}


def find_concepts(connection: sqlite3.Connection, keys: Sequence[str]) -> list[Concept]:
    """Return concepts in the given order."""
    keys = listed(keys)
    counted = frequencies(connection, keys)
    query = """
        SELECT c.key, f.surface, f.count FROM concept AS c JOIN form AS f ON f.concept = c.id
        WHERE c.key IN (SELECT value FROM json_each(?))
    """
    forms: dict[str, dict[str, int]] = defaultdict(dict)
    for key, surface, count in connection.execute(query, (json.dumps(list(counted)),)):
        forms[key][surface] = count
    by_key = {key: concept_with_forms(key, frequency, forms[key]) for key, frequency in counted.items()}
    return [by_key[key] for key in keys if key in by_key]


def senses(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, list[str]]:
    """Return the keys of each name with several senses; see the port."""
    # All keys between two that differ only in a last character; "~" is the last ASCII character that is not a control.
    keys = listed(keys)
    query = """
        SELECT c.key FROM json_each(?) AS n JOIN concept AS c ON c.key > n.value || '~' AND c.key < n.value || char(127)
    """
    found = [key for (key,) in connection.execute(query, (json.dumps(keys),))]
    names = {name_of(key) for key in found if sense_number(key) > 1}
    return senses_by_name(keys, found + list(concept_numbers(connection, names & set(keys))))


def sentences_mentioning(
    connection: sqlite3.Connection, keys: Sequence[str], limit: int | None, where: Where | None
) -> list[int]:
    """Return the numbers of the first `limit` sentences that mention any of the concepts, in document order.

    Short posting lists are read and sorted. Only the beginning of long ones is needed, so documents are searched in
    order instead, in batches likely to be enough.
    """
    query = "SELECT id, frequency FROM concept WHERE key IN (SELECT value FROM json_each(?))"
    rows = connection.execute(query, (json.dumps(listed(keys)),)).fetchall()
    concepts, postings = json.dumps([id for id, _ in rows]), sum(frequency for _, frequency in rows)
    if limit is None or not postings:
        return _from_postings(connection, concepts, -1 if limit is None else limit, where)
    (documents,) = connection.execute("SELECT ifnull(max(no), 0) FROM document").fetchone()
    expected_documents = limit * documents // postings
    # A lookup by document and concept costs about as much as reading and sorting a posting.
    if len(rows) * expected_documents < postings:
        batch = min(_LEAST_BATCH + expected_documents, _LARGEST_BATCH)
        return _document_by_document(connection, concepts, limit, where, batch=batch)
    return _from_postings(connection, concepts, limit, where)


_LEAST_BATCH = 8
"""The fewest documents searched by a query: fewer would cost more queries than they save lookups."""
_LARGEST_BATCH = 500
"""The most documents searched by a query; bounds what is read beyond the limit."""


def _from_postings(connection: sqlite3.Connection, concepts: str, limit: int, where: Where | None) -> list[int]:
    query = """
        SELECT p.sentence FROM posting AS p CROSS JOIN document AS d ON d.no = p.sentence >> 20
        WHERE p.concept IN (SELECT value FROM json_each(?)) AND {allowed}
        GROUP BY p.sentence ORDER BY d.id, p.sentence LIMIT ?
    """
    condition, parameters = where_sql(where)
    # The filter is evaluated once per document, not once per posting.
    allowed = f"d.no IN (SELECT d.no FROM document AS d WHERE {condition})" if condition != ALL else ALL  # noqa: S608
    rows = connection.execute(query.format(allowed=allowed), (concepts, *parameters, limit))
    return [sentence for (sentence,) in rows]


def _document_by_document(
    connection: sqlite3.Connection,
    concepts: str,
    limit: int,
    where: Where | None,
    *,
    batch: int,
) -> list[int]:
    allowed, parameters = where_sql(where)
    documents = connection.execute(f"SELECT no FROM document AS d WHERE {allowed} ORDER BY id", parameters)  # noqa: S608
    query = (
        "SELECT sentence FROM posting WHERE concept IN (SELECT value FROM json_each(?)) AND sentence BETWEEN ? AND ?"
    )
    sentences: list[int] = []
    while numbers := [number for (number,) in documents.fetchmany(batch)]:
        for first, last in _runs(numbers):
            bounds = sentence_range(first)[0], sentence_range(last)[1]
            sentences += sorted({sentence for (sentence,) in connection.execute(query, (concepts, *bounds))})
            if len(sentences) >= limit:
                return sentences[:limit]
    return sentences


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of consecutive numbers.

    Documents added in the order of their ids have such numbers, and their postings are adjacent.
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


_RELATIONS = """
    SELECT r.id, r.kind, s.key, o.key, r.verdict
    FROM relation AS r JOIN concept AS s ON s.id = r.subject JOIN concept AS o ON o.id = r.object
"""
_Row = tuple[int, str, str, str, str]


def relations(
    connection: sqlite3.Connection,
    *,
    kind: RelationKind | None = None,
    concept: str | None = None,
    verdict: Verdict | None = None,
    offset: int = 0,
    limit: int | None = None,
) -> list[MetaRelation]:
    """Return relations by kind, subject and object; rejected ones only when their verdict is asked for."""
    terms = ["r.verdict <> ?" if verdict is None else "r.verdict = ?"]
    parameters: list[str | int] = [verdict or Verdict.INVALID]
    if kind is not None:
        terms.append("r.kind = ?")
        parameters.append(kind)
    if concept is not None:
        # Two indexed lookups; an OR over subject and object would read the whole table.
        terms.append(
            "r.id IN (SELECT id FROM relation WHERE subject = (SELECT id FROM concept WHERE key = ?)"
            " UNION SELECT id FROM relation WHERE object = (SELECT id FROM concept WHERE key = ?))"
        )
        parameters += [concept, concept]
    query = f"{_RELATIONS} WHERE {' AND '.join(terms)} ORDER BY r.kind, s.key, o.key LIMIT ? OFFSET ?"
    parameters += [-1 if limit is None else limit, offset]
    return _with_evidence(connection, connection.execute(query, parameters).fetchall())


def _with_evidence(connection: sqlite3.Connection, rows: Sequence[_Row]) -> list[MetaRelation]:
    query = """
        SELECT e.relation, d.id, e.sentence, e.origin
        FROM evidence AS e JOIN document AS d ON d.no = e.sentence >> 20
        WHERE e.relation IN (SELECT value FROM json_each(?))
        ORDER BY d.id, e.sentence, e.origin
    """
    evidence: dict[int, list[Evidence]] = defaultdict(list)
    for number, document, sentence, origin in connection.execute(query, (json.dumps([row[0] for row in rows]),)):
        evidence[number].append(Evidence(sentence_id(document, position_of(sentence)), origin))
    return [_relation(row, evidence[row[0]]) for row in rows]


def _relation(row: _Row, evidence: Sequence[Evidence]) -> MetaRelation:
    _, kind, subject, object_, verdict = row
    return MetaRelation(RelationKind(kind), subject, object_, tuple(evidence), Verdict(verdict))


def relations_of(connection: sqlite3.Connection, sentences: Sequence[int]) -> dict[int, list[MetaRelation]]:
    """Return by document number the relations stated in sentences (given by number), with only that evidence."""
    query = """
        SELECT r.id, r.kind, s.key, o.key, r.verdict, e.sentence, d.id, e.origin
        FROM evidence AS e
        JOIN document AS d ON d.no = e.sentence >> 20
        JOIN relation AS r ON r.id = e.relation
        JOIN concept AS s ON s.id = r.subject
        JOIN concept AS o ON o.id = r.object
        WHERE e.sentence IN (SELECT value FROM json_each(?))
        ORDER BY r.kind, s.key, o.key, e.sentence, e.origin
    """
    evidence: dict[tuple[int, _Row], list[Evidence]] = defaultdict(list)
    for *row, sentence, document, origin in connection.execute(query, (json.dumps(sentences),)):
        relation: _Row = tuple(row)
        entry = Evidence(sentence_id(document, position_of(sentence)), origin)
        evidence[document_number(sentence), relation].append(entry)
    by_document: dict[int, list[MetaRelation]] = defaultdict(list)
    for (document_no, relation), entries in evidence.items():
        by_document[document_no].append(_relation(relation, entries))
    return by_document


_IS_A = "r.kind = 'is_a' AND r.verdict <> 'invalid'"
_BETWEEN = (
    "EXISTS (SELECT 1 FROM relation AS d WHERE d.object = r.subject AND d.kind = 'is_a' AND d.verdict <> 'invalid')"
)
"""The subject of an is-a relation has children."""


def neighbours(
    connection: sqlite3.Connection,
    keys: Sequence[str],
    kinds: Sequence[RelationKind] | None = None,
    *,
    all_names: bool = False,
    with_circles: bool = False,
) -> list[MetaRelation]:
    """Return the relations of concepts by kind, subject and object; see the port."""
    root = set(concept_numbers(connection, [THING]).values())
    names = fresh = set(concept_numbers(connection, listed(keys)).values()) - root
    while all_names and fresh:
        aliases = _relation_rows(connection, fresh, [RelationKind.ALIAS_OF])
        fresh = {name for row in aliases for name in row[1:]} - names - root
        names = names | fresh
    rows = _relation_rows(connection, names, list(RelationKind if kinds is None else kinds))
    circular = _circular(connection, names, _BETWEEN) if with_circles else []
    return relations_by_number(connection, [*(row[0] for row in rows), *circular])


def circles(connection: sqlite3.Connection, keys: Sequence[str]) -> list[MetaRelation]:
    """Return the is-a relations in cycles that concepts are in or lead to; see the port."""
    numbers = concept_numbers(connection, listed(keys)).values()
    return relations_by_number(connection, _circular(connection, numbers))


def _circular(connection: sqlite3.Connection, numbers: Iterable[int], condition: str = "1") -> list[int]:
    """Return the integer ids of the is-a relations in cycles above the concepts that meet a condition."""
    query = f"""
        WITH RECURSIVE up(subject, object) AS (
            SELECT r.subject, r.object FROM relation AS r
            WHERE r.subject IN (SELECT value FROM json_each(?)) AND {_IS_A} AND {condition}
            UNION SELECT r.subject, r.object FROM up JOIN relation AS r ON r.subject = up.object WHERE {_IS_A}
        ) SELECT subject, object FROM up
    """  # noqa: S608 - fixed text
    found = in_circles(connection.execute(query, (json.dumps(sorted(numbers)),)))
    query = f"""
        SELECT r.id FROM json_each(?) AS pair JOIN relation AS r
        ON r.subject = json_extract(pair.value, '$[0]') AND r.object = json_extract(pair.value, '$[1]') WHERE {_IS_A}
    """  # noqa: S608 - fixed text
    return [id for (id,) in connection.execute(query, (json.dumps(sorted(found)),))]


def relations_by_number(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[MetaRelation]:
    """Return relations, given by their integer ids, by kind, subject and object."""
    query = _RELATIONS + " WHERE r.id IN (SELECT value FROM json_each(?)) ORDER BY r.kind, s.key, o.key"  # noqa: S608 - fixed text
    return _with_evidence(connection, connection.execute(query, (json.dumps(numbers),)).fetchall())


def _relation_rows(
    connection: sqlite3.Connection, numbers: Iterable[int], kinds: Sequence[RelationKind]
) -> list[tuple[int, int, int]]:
    """Return the integer ids of relations, their subjects and objects, if either is among `numbers`."""
    query = """
        SELECT id, subject, object FROM relation
        WHERE verdict <> 'invalid' AND kind IN (SELECT value FROM json_each(:kinds)) AND id IN (
            SELECT id FROM relation WHERE subject IN (SELECT value FROM json_each(:concepts))
            UNION SELECT id FROM relation WHERE object IN (SELECT value FROM json_each(:concepts))
        )
    """
    return connection.execute(query, {"kinds": json.dumps(kinds), "concepts": json.dumps(sorted(numbers))}).fetchall()


def verdict_basis(
    connection: sqlite3.Connection, keys: Sequence[tuple[str, str, str]]
) -> dict[tuple[str, str, str], str]:
    """Return the basis recorded for each relation that has one."""
    query = """
        SELECT basis FROM relation WHERE basis IS NOT NULL AND kind = ?
        AND subject = (SELECT id FROM concept WHERE key = ?) AND object = (SELECT id FROM concept WHERE key = ?)
    """
    basis = {}
    for key in map(canonical_relation_key, keys):
        row = connection.execute(query, key).fetchone()
        if row:
            basis[key] = row[0]
    return basis


def statistics(connection: sqlite3.Connection) -> Statistics:
    """Count the graph's contents without the root concept."""
    row = connection.execute(
        "SELECT count(*), ifnull(sum(section_count), 0), ifnull(sum(sentence_count), 0), ifnull(sum(mention_count), 0)"
        " FROM document"
    )
    documents, sections, sentences, mentions = row.fetchone()
    (concepts,) = connection.execute("SELECT count(*) FROM concept WHERE key <> ?", (THING,)).fetchone()
    by_kind = dict.fromkeys(sorted(kind.value for kind in RelationKind), 0)
    query = "SELECT kind, count(*) FROM relation WHERE verdict <> 'invalid' GROUP BY kind"
    by_kind.update(connection.execute(query).fetchall())
    verdicts, fact_verdicts = (
        dict(
            connection.execute(
                f"SELECT verdict, count(*) FROM {table} WHERE verdict <> 'unknown' OR basis IS NOT NULL"  # noqa: S608
                " GROUP BY verdict ORDER BY verdict"
            ).fetchall()
        )
        for table in ("relation", "fact")
    )
    (facts,) = connection.execute("SELECT count(*) FROM fact WHERE verdict <> 'invalid'").fetchone()
    (additions,) = connection.execute("SELECT count(*) FROM addition").fetchone()
    return Statistics(
        documents,
        sections,
        sentences,
        concepts,
        mentions,
        by_kind,
        rejected=verdicts.get("invalid", 0),
        facts=facts,
        rejected_facts=fact_verdicts.get("invalid", 0),
        additions=additions,
        verdicts=verdicts,
        fact_verdicts=fact_verdicts,
    )
