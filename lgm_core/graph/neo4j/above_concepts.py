"""Following is-a relations in Neo4j to what is above concepts, and finding those that run in circles."""

from __future__ import annotations

from collections.abc import Iterable

from lgm_core.graph.circles import in_circles
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.model import THING

__all__ = ["circular_rows"]


def circular_rows(graph: GraphConnection, keys: Iterable[str]) -> list[Row]:
    """Return the is-a relations in circles that concepts are in or lead up to, by subject and object.

    It reads a step at a time: a path of variable length would be one of very many through noisy classes.
    """
    links: dict[tuple[str, str], Row] = {}
    seen, fresh = {THING}, set(keys) - {THING}
    while fresh:
        found = graph.read(cypher.CLASSES_OF, ids=graph.nodes("concept", sorted(fresh)))
        links |= {(row["subject"], row["object"]): row for row in found}
        seen |= fresh
        fresh = {row["object"] for row in found} - seen
    return [links[link] for link in sorted(in_circles(links))]
