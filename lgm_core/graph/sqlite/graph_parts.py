"""Reading a part of the concept relation graph: what has the most relations, relations among concepts, and circles.

Every function reads within the caller's transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from lgm_core.graph.circles import in_circles
from lgm_core.graph.metadata_filter import MetadataFilter
from lgm_core.graph.sqlite.concept_graph import concept_numbers, relations_by_number
from lgm_core.graph.sqlite.filter_sql import where_sql
from lgm_core.model import THING, MetaRelation

__all__ = ["circles", "most_related", "relations_among"]

_LINKS = "SELECT id, subject, object FROM {table} WHERE verdict <> 'invalid' AND subject <> object AND {allowed}"
_STATED = (
    "id IN (SELECT {table} FROM {evidence} WHERE sentence >> 20 IN (SELECT d.no FROM document AS d WHERE {passes}))"
)
_TABLES = {"relation": "evidence", "fact": "fact_evidence"}
"""Each table that leads from concepts to concepts, with that of the sentences that say so."""


def most_related(
    connection: sqlite3.Connection, limit: int, where: MetadataFilter | None, *, facts: bool
) -> dict[str, int]:
    """Return the concepts with the most relations; see the port."""
    condition, values = where_sql(where)
    links, parameters = [], []
    for table, evidence in _TABLES.items():
        if table == "relation" or facts:
            allowed = _STATED.format(table=table, evidence=evidence, passes=condition) if where else "1"
            links.append(_LINKS.format(table=table, allowed=allowed))
            parameters += values if where else []
    root = next(iter(concept_numbers(connection, [THING]).values()), -1)
    query = f"""
        WITH link AS MATERIALIZED ({" UNION ALL ".join(links)})
        SELECT c.key, count(*) AS links
        FROM (
            SELECT subject AS concept FROM link WHERE object IS NOT NULL AND object <> ?
            UNION ALL SELECT object FROM link WHERE object IS NOT NULL AND subject <> ?
        ) AS l JOIN concept AS c ON c.id = l.concept
        WHERE l.concept <> ? GROUP BY l.concept ORDER BY links DESC, c.key LIMIT ?
    """  # noqa: S608  # fixed text with parameters
    return dict(connection.execute(query, (*parameters, root, root, root, limit)))


def relations_among(connection: sqlite3.Connection, keys: Sequence[str]) -> list[MetaRelation]:
    """Return the relations between concepts by kind, subject and object; see the port."""
    root = concept_numbers(connection, [THING]).values()
    numbers = json.dumps(sorted(set(concept_numbers(connection, keys).values()) - set(root)))
    query = """
        SELECT id FROM relation WHERE verdict <> 'invalid'
        AND subject IN (SELECT value FROM json_each(?)) AND object IN (SELECT value FROM json_each(?))
    """
    return relations_by_number(connection, [id for (id,) in connection.execute(query, (numbers, numbers))])


def circles(connection: sqlite3.Connection, keys: Sequence[str]) -> list[MetaRelation]:
    """Return the is-a relations in circles that concepts are in or lead up to; see the port."""
    query = """
        WITH RECURSIVE up(subject, object) AS (
            SELECT subject, object FROM relation
            WHERE subject IN (SELECT value FROM json_each(?)) AND kind = 'is_a' AND verdict <> 'invalid'
            UNION SELECT r.subject, r.object FROM up JOIN relation AS r ON r.subject = up.object
            WHERE r.kind = 'is_a' AND r.verdict <> 'invalid'
        ) SELECT subject, object FROM up
    """
    numbers = json.dumps(sorted(concept_numbers(connection, keys).values()))
    found = json.dumps(sorted(in_circles(connection.execute(query, (numbers,)))))
    query = """
        SELECT r.id FROM json_each(?) AS pair JOIN relation AS r
        ON r.subject = json_extract(pair.value, '$[0]') AND r.object = json_extract(pair.value, '$[1]')
        WHERE r.kind = 'is_a'
    """
    return relations_by_number(connection, [id for (id,) in connection.execute(query, (found,))])
