"""Finding the relations around concepts in Neo4j, and the is-a relations above them that run in circles."""

from __future__ import annotations

from collections.abc import Iterable, Set

from lgm_core.graph.circles import in_circles
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.model import THING, RelationKind

__all__ = ["circular_rows", "neighbour_rows"]


def neighbour_rows(
    graph: GraphConnection, keys: Iterable[str], kinds: Set[RelationKind], *, all_names: bool, with_circles: bool
) -> list[Row]:
    """Return the relations of concepts by kind, subject and object; see `neighbours` of the port."""
    types = sorted(kind.name for kind in (kinds | {RelationKind.ALIAS_OF} if all_names else kinds))
    relations: dict[tuple[str, str, str], Row] = {}
    names, fresh = {THING}, set(keys) - {THING}
    while fresh:
        rows = graph.read(cypher.NEIGHBOURS, ids=graph.nodes("concept", sorted(fresh)), types=types)
        relations.update(((row["kind"], row["subject"], row["object"]), row) for row in rows)
        names |= fresh
        aliases = [row for row in rows if all_names and row["kind"] == RelationKind.ALIAS_OF]
        fresh = {row[role] for row in aliases for role in ("subject", "object")} - names
    if with_circles:
        below, above = ({key[place] for key in relations if key[0] == RelationKind.IS_A} for place in (1, 2))
        circular = circular_rows(graph, below & above & names)
        relations |= {(row["kind"], row["subject"], row["object"]): row for row in circular}
    return [relations[key] for key in sorted(relations) if key[0] in kinds]


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
