"""Reading the concept relation graph: concepts, meta-relations with their evidence, and the sentences about concepts.

Every function reads within the caller's transaction. Lists of keys travel as one JSON parameter. Concepts and relations
have integer ids that never leave this floor.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from lgm_core.graph.metadata_filter import Condition, where_sql
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

__all__ = [
    "concept_keys",
    "concept_numbers",
    "concepts",
    "frequencies",
    "neighbours",
    "relations",
    "relations_of",
    "rows_about",
    "statistics",
    "verdict_basis",
]

_POSITION = (1 << 20) - 1


def concept_numbers(connection: sqlite3.Connection, keys: Iterable[str]) -> dict[str, int]:
    """Return the integer ids of concepts."""
    query = "SELECT key, id FROM concept WHERE key IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(list(keys)),)))


def concept_keys(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, str]:
    """Return the keys of concepts by their integer ids."""
    query = "SELECT id, key FROM concept WHERE id IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(list(numbers)),)))


def frequencies(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, int]:
    """Return how many sentences mention each concept, in the order asked."""
    query = "SELECT key, frequency FROM concept WHERE key IN (SELECT value FROM json_each(?))"
    found = dict(connection.execute(query, (json.dumps(list(keys)),)))
    return {key: found[key] for key in keys if key in found}


def concepts(connection: sqlite3.Connection, keys: Sequence[str]) -> list[Concept]:
    """Return concepts in the order asked; forms by count, then by string order."""
    counted = frequencies(connection, keys)
    query = """
        SELECT c.key, f.surface FROM concept AS c JOIN form AS f ON f.concept = c.id
        WHERE c.key IN (SELECT value FROM json_each(?))
        ORDER BY c.key, f.count DESC, f.surface
    """
    forms: dict[str, list[str]] = defaultdict(list)
    for key, surface in connection.execute(query, (json.dumps(list(counted)),)):
        forms[key].append(surface)
    found = {key: _concept(key, count, tuple(forms[key])) for key, count in counted.items()}
    return [found[key] for key in keys if key in found]


def _concept(key: str, frequency: int, forms: tuple[str, ...]) -> Concept:
    return Concept(key=key, name=forms[0] if forms else key, frequency=frequency, forms=forms)


def rows_about(
    connection: sqlite3.Connection, keys: Sequence[str], limit: int | None, conditions: tuple[Condition, ...]
) -> list[int]:
    """Return the integer ids of the first `limit` sentences that mention any of the concepts.

    Few postings are read and sorted. Of many, only the first are wanted: then documents are walked through in order, a
    number of them at a time that is likely to be enough.
    """
    query = "SELECT id, frequency FROM concept WHERE key IN (SELECT value FROM json_each(?))"
    found = connection.execute(query, (json.dumps(list(keys)),)).fetchall()
    concepts, postings = json.dumps([row[0] for row in found]), sum(row[1] for row in found)
    if limit is None or not postings:
        return _rows_sorted(connection, concepts, -1 if limit is None else limit, conditions)
    (documents,) = connection.execute("SELECT ifnull(max(no), 0) FROM document").fetchone()
    likely = limit * documents // postings
    # A look-up by document and concept costs about as much as a posting that is read and sorted.
    if len(found) * likely < postings:
        return _rows_walked(connection, concepts, limit, conditions, documents_at_once=min(8 + likely, 500))
    return _rows_sorted(connection, concepts, limit, conditions)


def _rows_sorted(
    connection: sqlite3.Connection, concepts: str, limit: int, conditions: tuple[Condition, ...]
) -> list[int]:
    query = """
        SELECT p.sentence FROM posting AS p CROSS JOIN document AS d ON d.no = p.sentence >> 20
        WHERE p.concept IN (SELECT value FROM json_each(?)) AND {allowed}
        GROUP BY p.sentence ORDER BY d.id, p.sentence LIMIT ?
    """
    condition, parameters = where_sql(conditions)
    # Once a document, not once a posting.
    allowed = f"d.no IN (SELECT d.no FROM document AS d WHERE {condition})" if conditions else "1"  # noqa: S608
    rows = connection.execute(query.format(allowed=allowed), (concepts, *parameters, limit))
    return [row for (row,) in rows]


def _rows_walked(
    connection: sqlite3.Connection,
    concepts: str,
    limit: int,
    conditions: tuple[Condition, ...],
    *,
    documents_at_once: int,
) -> list[int]:
    allowed, parameters = where_sql(conditions)
    documents = connection.execute(f"SELECT no FROM document AS d WHERE {allowed} ORDER BY id", parameters)  # noqa: S608
    query = """
        SELECT DISTINCT n.key, p.sentence
        FROM json_each(?) AS n CROSS JOIN json_each(?) AS c
        CROSS JOIN posting AS p ON p.concept = c.value AND p.sentence BETWEEN n.value << 20 AND (n.value + 1 << 20) - 1
        ORDER BY n.key, p.sentence LIMIT ?
    """
    rows: list[int] = []
    while len(rows) < limit and (numbers := [number for (number,) in documents.fetchmany(documents_at_once)]):
        wanted = (json.dumps(numbers), concepts, limit - len(rows))
        rows += [row for _, row in connection.execute(query, wanted)]
    return rows


_RELATIONS = """
    SELECT r.id, r.kind, s.key, o.key, r.verdict
    FROM relation AS r JOIN concept AS s ON s.id = r.subject JOIN concept AS o ON o.id = r.object
"""
_Row = tuple[int, str, str, str, str]


def relations(
    connection: sqlite3.Connection,
    *,
    kind: RelationKind | None,
    concept: str | None,
    verdict: Verdict | None,
    offset: int,
    limit: int | None,
) -> list[MetaRelation]:
    """Return relations by kind, subject and object; rejected ones only when their verdict is asked for."""
    terms = ["r.verdict <> ?" if verdict is None else "r.verdict = ?"]
    parameters: list[str | int] = [verdict or Verdict.INVALID]
    if kind is not None:
        terms.append("r.kind = ?")
        parameters.append(kind)
    if concept is not None:
        # Two indexed look-ups; an OR over both ends would read the whole table.
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
        evidence[number].append(Evidence(sentence_id(document, sentence & _POSITION), origin))
    return [_relation(row, evidence[row[0]]) for row in rows]


def _relation(row: _Row, evidence: Sequence[Evidence]) -> MetaRelation:
    _, kind, subject, object_, verdict = row
    return MetaRelation(RelationKind(kind), subject, object_, tuple(evidence), Verdict(verdict))


def relations_of(connection: sqlite3.Connection, rows: Sequence[int]) -> dict[int, list[MetaRelation]]:
    """Return by document number the relations that sentences (by integer id) state, with only that evidence."""
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
    for *row, sentence, document, origin in connection.execute(query, (json.dumps(rows),)):
        relation: _Row = tuple(row)
        evidence[sentence >> 20, relation].append(Evidence(sentence_id(document, sentence & _POSITION), origin))
    found: dict[int, list[MetaRelation]] = defaultdict(list)
    for (number, relation), stated in evidence.items():
        found[number].append(_relation(relation, stated))
    return found


def neighbours(
    connection: sqlite3.Connection, keys: Sequence[str], kinds: Sequence[RelationKind] | None, *, all_names: bool
) -> list[MetaRelation]:
    """Return the relations of concepts by kind, subject and object; see the port."""
    root = set(concept_numbers(connection, [THING]).values())
    names = fresh = set(concept_numbers(connection, keys).values()) - root
    while all_names and fresh:
        aliases = _relation_rows(connection, fresh, [RelationKind.ALIAS_OF])
        fresh = {name for row in aliases for name in row[1:]} - names - root
        names = names | fresh
    rows = _relation_rows(connection, names, list(RelationKind if kinds is None else kinds))
    listed = _RELATIONS + " WHERE r.id IN (SELECT value FROM json_each(?)) ORDER BY r.kind, s.key, o.key"  # noqa: S608 - fixed text
    return _with_evidence(connection, connection.execute(listed, (json.dumps([row[0] for row in rows]),)).fetchall())


def _relation_rows(
    connection: sqlite3.Connection, numbers: Iterable[int], kinds: Sequence[RelationKind]
) -> list[tuple[int, int, int]]:
    """Return the integer ids of relations and of their subjects and objects, of which either is among `numbers`."""
    query = """
        SELECT id, subject, object FROM relation
        WHERE verdict <> 'invalid' AND kind IN (SELECT value FROM json_each(:kinds)) AND id IN (
            SELECT id FROM relation WHERE subject IN (SELECT value FROM json_each(:concepts))
            UNION SELECT id FROM relation WHERE object IN (SELECT value FROM json_each(:concepts))
        )
    """
    return connection.execute(query, {"kinds": json.dumps(kinds), "concepts": json.dumps(sorted(numbers))}).fetchall()


def verdict_basis(
    connection: sqlite3.Connection, keys: Iterable[tuple[str, str, str]]
) -> dict[tuple[str, str, str], str]:
    """Return the basis recorded for each of the relations that has one."""
    query = """
        SELECT basis FROM relation WHERE basis IS NOT NULL AND kind = ?
        AND subject = (SELECT id FROM concept WHERE key = ?) AND object = (SELECT id FROM concept WHERE key = ?)
    """
    found = {}
    for key in keys:
        row = connection.execute(query, key).fetchone()
        if row:
            found[key] = row[0]
    return found


def statistics(connection: sqlite3.Connection) -> Statistics:
    """Count what the graph holds; the root concept is not counted."""
    counts = connection.execute(
        "SELECT count(*), ifnull(sum(section_count), 0), ifnull(sum(sentence_count), 0), ifnull(sum(mention_count), 0)"
        " FROM document"
    )
    documents, sections, sentences, mentions = counts.fetchone()
    (known,) = connection.execute("SELECT count(*) FROM concept WHERE key <> ?", (THING,)).fetchone()
    by_kind = dict.fromkeys(sorted(kind.value for kind in RelationKind), 0)
    query = "SELECT kind, count(*) FROM relation WHERE verdict <> 'invalid' GROUP BY kind"
    by_kind.update(connection.execute(query).fetchall())
    (rejected,) = connection.execute("SELECT count(*) FROM relation WHERE verdict = 'invalid'").fetchone()
    return Statistics(documents, sections, sentences, known, mentions, by_kind, rejected)
