"""Reading facts, profiles, groups of predicates and the schema of the embedded graph, within a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from lgm_core.graph.canonical_facts import group_order, profile_order
from lgm_core.graph.codecs.packing import GROUP, PROFILE
from lgm_core.graph.codecs.piece_codec import unpacked_fact
from lgm_core.graph.codecs.schema_codec import unpacked_schema
from lgm_core.graph.codecs.sentence_codec import position_of, sentence_range
from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.port import Where
from lgm_core.graph.sqlite.filter_sql import ALL, where_sql
from lgm_core.model import (
    EntityProfile,
    Fact,
    FactEvidence,
    PredicateGroup,
    SchemaVersion,
    Verdict,
    sentence_id,
)

__all__ = ["facts_of", "groups_of", "profiles_of"]

_Row = tuple[int, str, str]
"""Id, key and verdict of a fact."""


def facts(
    connection: sqlite3.Connection,
    *,
    concept: str | None = None,
    predicate: str | None = None,
    verdict: Verdict | None = None,
    offset: int = 0,
    limit: int | None = None,
) -> list[Fact]:
    """Return facts by key; rejected ones only if their verdict is asked for."""
    terms = ["verdict <> ?" if verdict is None else "verdict = ?"]
    parameters: list[str | int] = [verdict or Verdict.INVALID]
    if concept is not None:
        terms.append(_ABOUT)
        parameters += [json.dumps([concept])] * 2
    if predicate is not None:
        terms.append("json_extract(key, '$[1]') = ?")
        parameters.append(predicate)
    query = f"SELECT id, key, verdict FROM fact WHERE {' AND '.join(terms)} ORDER BY key LIMIT ? OFFSET ?"  # noqa: S608
    rows = connection.execute(query, (*parameters, -1 if limit is None else limit, offset)).fetchall()
    return _with_evidence(connection, rows, None)


_NAMED = "(SELECT id FROM concept WHERE key IN (SELECT value FROM json_each(?)))"
# Two indexed lookups; an OR over subject and object would read the whole table.
_ABOUT = (
    f"id IN (SELECT id FROM fact WHERE subject IN {_NAMED} "  # noqa: S608
    f"UNION SELECT id FROM fact WHERE object IN {_NAMED})"
)


def facts_about(
    connection: sqlite3.Connection, keys: Sequence[str], limit: int | None = None, where: Where | None = None
) -> list[Fact]:
    """Return the facts about any of the concepts, at most `limit`; see the port."""
    named = [json.dumps(listed(keys))] * 2
    parameters: list[str | int] = [*named]
    condition, values = where_sql(where)
    allowed = ALL
    if condition != ALL:
        allowed = f"""id IN (
            SELECT fact FROM fact_evidence
            WHERE sentence >> 20 IN (SELECT d.no FROM document AS d WHERE {condition}) AND fact IN (
                SELECT id FROM fact WHERE subject IN {_NAMED} UNION SELECT id FROM fact WHERE object IN {_NAMED}
            )
        )"""  # noqa: S608  # fixed text with parameters
        parameters += [*values, *named]
    query = f"""
        SELECT id, key, verdict FROM fact
        WHERE {_ABOUT} AND verdict <> 'invalid' AND {allowed} ORDER BY subject NOT IN {_NAMED}, key LIMIT ?
    """  # noqa: S608  # fixed text with parameters
    parameters.append(named[0])
    rows = connection.execute(query, (*parameters, -1 if limit is None else limit)).fetchall()
    return _with_evidence(connection, rows, where)


def facts_among(
    connection: sqlite3.Connection, keys: Sequence[str], limit: int | None = None, where: Where | None = None
) -> list[Fact]:
    """Return the facts with no other concepts than the given ones, at most `limit`; see the port."""
    named = json.dumps(listed(keys))
    condition, values = where_sql(where)
    passes = f"sentence >> 20 IN (SELECT d.no FROM document AS d WHERE {condition})"  # noqa: S608  # fixed text
    query = f"""
        SELECT id, key, verdict FROM fact
        WHERE subject IN {_NAMED} AND (object IS NULL OR object IN {_NAMED}) AND verdict <> 'invalid'
            AND {f"EXISTS (SELECT 1 FROM fact_evidence WHERE fact = fact.id AND {passes})" if condition != ALL else ALL}
        ORDER BY object IS NULL, key LIMIT ?
    """  # noqa: S608  # fixed text with parameters
    parameters = (named, named, *values, -1 if limit is None else limit)
    return _with_evidence(connection, connection.execute(query, parameters).fetchall(), where)


def _with_evidence(connection: sqlite3.Connection, rows: Sequence[_Row], where: Where | None) -> list[Fact]:
    condition, parameters = where_sql(where)
    query = f"""
        SELECT e.fact, e.texts, d.id, e.sentence, e.start, e."end", e.wording, e.origin
        FROM fact_evidence AS e JOIN document AS d ON d.no = e.sentence >> 20
        WHERE e.fact IN (SELECT value FROM json_each(?)) AND {condition}
        ORDER BY d.id, e.sentence, e.start, e."end", e.origin, e.wording, e.texts
    """  # noqa: S608  # fixed text with parameters
    evidence: dict[int, list[FactEvidence]] = defaultdict(list)
    first_texts: dict[int, str] = {}
    found = json.dumps([row[0] for row in rows])
    for fact, texts, *entry in connection.execute(query, (found, *parameters)):
        first_texts.setdefault(fact, texts)
        evidence[fact].append(_evidence(*entry))
    return [
        unpacked_fact(key, first_texts[id], tuple(dict.fromkeys(evidence[id])), verdict)
        for id, key, verdict in rows
        if id in evidence
    ]


def _evidence(document: str, sentence: int, start: int, end: int, wording: str, origin: str) -> FactEvidence:
    return FactEvidence(sentence_id(document, position_of(sentence)), start, end, wording, origin)


def facts_of(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, list[Fact]]:
    """Return by document number the facts stated in documents, with only that evidence, in canonical order."""
    query = """
        SELECT f.key, e.texts, f.verdict, d.id, e.sentence, e.start, e."end", e.wording, e.origin
        FROM fact_evidence AS e
        JOIN document AS d ON d.no = e.sentence >> 20
        JOIN fact AS f ON f.id = e.fact
        WHERE e.sentence BETWEEN ? AND ?
        ORDER BY f.key, e.texts, e.sentence, e.start, e."end", e.origin, e.wording
    """
    by_document: dict[int, list[Fact]] = {}
    for number in numbers:
        evidence: dict[tuple[str, str, str], list[FactEvidence]] = defaultdict(list)
        for key, texts, verdict, *entry in connection.execute(query, sentence_range(number)):
            evidence[key, texts, verdict].append(_evidence(*entry))
        by_document[number] = [unpacked_fact(key, texts, e, verdict) for (key, texts, verdict), e in evidence.items()]
    return by_document


_PROFILES = f"""
    SELECT p.document, d.id, {PROFILE.selected("p").replace("p.concept", "c.key")}
    FROM profile AS p JOIN document AS d ON d.no = p.document JOIN concept AS c ON c.id = p.concept
"""  # noqa: S608 - constant columns


def profiles(connection: sqlite3.Connection, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
    """Return the profiles of concepts; see the port."""
    condition, parameters = where_sql(where)
    query = f"{_PROFILES} WHERE p.concept IN {_NAMED} AND {condition}"
    return _profiles(connection.execute(query, (json.dumps(listed(keys)), *parameters)))


def profiles_of(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, list[EntityProfile]]:
    """Return the profiles of documents by their numbers, in canonical order."""
    query = f"{_PROFILES} WHERE p.document IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed text
    rows = connection.execute(query, (json.dumps(numbers),)).fetchall()
    return {number: _profiles(row for row in rows if row[0] == number) for number in {row[0] for row in rows}}


def _profiles(rows: Iterable[tuple[Any, ...]]) -> list[EntityProfile]:
    return sorted((PROFILE.unpacked(document, told) for _, document, *told in rows), key=profile_order)


_GROUPS = f"""
    SELECT g.document, d.id, {GROUP.selected("g")}
    FROM predicate_group AS g JOIN document AS d ON d.no = g.document
"""  # noqa: S608 - constant columns


def predicate_groups(connection: sqlite3.Connection, document_ids: Sequence[str] | None = None) -> list[PredicateGroup]:
    """Return the groups of predicates of documents, of all or of some."""
    if document_ids is None:
        return _groups(connection.execute(_GROUPS))
    query = f"{_GROUPS} WHERE d.id IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed text
    return _groups(connection.execute(query, (json.dumps(listed(document_ids)),)))


def groups_of(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, list[PredicateGroup]]:
    """Return the groups of predicates of documents by their numbers, in canonical order."""
    query = f"{_GROUPS} WHERE g.document IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed text
    rows = connection.execute(query, (json.dumps(numbers),)).fetchall()
    return {number: _groups(row for row in rows if row[0] == number) for number in {row[0] for row in rows}}


def _groups(rows: Iterable[tuple[Any, ...]]) -> list[PredicateGroup]:
    return sorted((GROUP.unpacked(document, told) for _, document, *told in rows), key=group_order)


def read_schema(connection: sqlite3.Connection) -> list[SchemaVersion]:
    """Return the versions of the schema, the oldest first."""
    row = connection.execute("SELECT versions FROM domain_schema").fetchone()
    return unpacked_schema(row[0]) if row else []


def fact_verdict_basis(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, str]:
    """Return the basis recorded for each fact that has one."""
    query = "SELECT key, basis FROM fact WHERE basis IS NOT NULL AND key IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(query, (json.dumps(listed(keys)),)))
