"""Reading a part of the concept relation graph: the concepts with the most relations, and relations among some.

Every function reads within the caller's transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.port import Where
from lgm_core.graph.sqlite.concept_graph import concept_numbers, relations_by_number
from lgm_core.graph.sqlite.filter_sql import ALL, where_sql
from lgm_core.model import THING, MetaRelation

__all__ = ["most_related", "relations_among"]

_LINKS = "SELECT id, subject, object FROM {table} WHERE verdict <> 'invalid' AND subject <> object AND {allowed}"
_STATED = (
    "id IN (SELECT {table} FROM {evidence} WHERE sentence >> 20 IN (SELECT d.no FROM document AS d WHERE {passes}))"
)
_TABLES = {"relation": "evidence", "fact": "fact_evidence"}
"""The tables of edges between concepts, each with the table of its evidence."""


def most_related(
    connection: sqlite3.Connection, limit: int, where: Where | None = None, *, facts: bool = True
) -> dict[str, int]:
    """Return the concepts with the most relations; see the port."""
    condition, values = where_sql(where)
    links, parameters = [], []
    for table, evidence in _TABLES.items():
        if table == "relation" or facts:
            allowed = _STATED.format(table=table, evidence=evidence, passes=condition) if condition != ALL else ALL
            links.append(_LINKS.format(table=table, allowed=allowed))
            parameters += values
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
    numbers = json.dumps(sorted(set(concept_numbers(connection, listed(keys)).values()) - set(root)))
    query = """
        SELECT id FROM relation WHERE verdict <> 'invalid'
        AND subject IN (SELECT value FROM json_each(?)) AND object IN (SELECT value FROM json_each(?))
    """
    return relations_by_number(connection, [id for (id,) in connection.execute(query, (numbers, numbers))])
