"""Finding facts, profiles, groups of predicates and additions in Neo4j."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.cypher_reading import UNLIMITED
from lgm_core.graph.neo4j.facts import fact_cypher as cypher
from lgm_core.graph.neo4j.facts import fact_decoding as rows
from lgm_core.graph.neo4j.facts.fact_encoding import fact_prefix, profile_prefixes
from lgm_core.model import THING, AdditionRecord, EntityProfile, Fact, PredicateGroup, RelationKind, Verdict

__all__ = ["addition_records", "facts", "facts_about", "facts_among", "most_related", "predicate_groups", "profiles"]

_BATCH = 1000
"""Facts whose evidence is read by one statement under a filter."""


def facts(
    graph: GraphConnection,
    *,
    concept: str | None,
    predicate: str | None,
    verdict: Verdict | None,
    offset: int,
    limit: int | None,
) -> list[Fact]:
    """Return facts by key; rejected ones only when their verdict is asked for."""
    found = graph.read(
        cypher.FACTS if concept is None else cypher.FACTS_OF_CONCEPT,
        prefix=graph.node("concept", ""),
        id=None if concept is None else graph.node("concept", concept),
        predicate=predicate,
        verdict=verdict,
        offset=offset,
        limit=UNLIMITED if limit is None else limit,
    )
    return _with_evidence(graph, found, None)


def facts_about(
    graph: GraphConnection, keys: Sequence[str], limit: int | None, documents: Sequence[str] | None
) -> list[Fact]:
    """Return the facts about any of the concepts, at most `limit`, all or with the evidence of some documents."""
    return _found(graph, cypher.FACTS_ABOUT, keys, limit, documents)


def facts_among(
    graph: GraphConnection, keys: Sequence[str], limit: int | None, documents: Sequence[str] | None
) -> list[Fact]:
    """Return the facts with no other concepts than the given ones, at most `limit`, like `facts_about`."""
    return _found(graph, cypher.FACTS_AMONG, keys, limit, documents)


def _found(
    graph: GraphConnection, statement: str, keys: Sequence[str], limit: int | None, documents: Sequence[str] | None
) -> list[Fact]:
    found = graph.read(
        statement,
        ids=graph.nodes("concept", keys),
        prefix=graph.node("concept", ""),
        limit=UNLIMITED if limit is None or documents is not None else limit,
    )
    if documents is None:
        return _with_evidence(graph, found, None)
    passing: list[Fact] = []
    for first in range(0, len(found), _BATCH):
        passing += _with_evidence(graph, found[first : first + _BATCH], documents)
        if limit is not None and len(passing) >= limit:
            break
    return passing[:limit]


def most_related(graph: GraphConnection, limit: int, documents: Sequence[str] | None, *, facts: bool) -> dict[str, int]:
    """Return the concepts with the most relations to others, in all documents or in some."""
    types = [*(kind.name for kind in RelationKind), *(["FACT"] if facts else [])]
    asked = {"types": types, "limit": limit, "root": THING}
    prefix = graph.node("concept", "")
    if documents is None:
        found = graph.read(cypher.MOST_RELATED, prefix=prefix, **asked)
    else:
        ids = graph.nodes("document", documents)
        found = graph.read(cypher.MOST_RELATED_IN, documents=ids, concept_prefix=prefix, **asked)
    return {row["key"]: row["links"] for row in found}


def _with_evidence(graph: GraphConnection, found: Sequence[Row], documents: Sequence[str] | None) -> list[Fact]:
    prefixes = [fact_prefix(graph, row["key"]) for row in found]
    return rows.facts(found, graph.read(cypher.FACT_EVIDENCE, prefixes=prefixes, documents=documents))


def profiles(graph: GraphConnection, keys: Sequence[str], documents: Sequence[str] | None) -> list[EntityProfile]:
    """Return the profiles of concepts, all or those of some documents."""
    found = graph.read(cypher.PROFILES, prefixes=profile_prefixes(graph, keys), documents=documents)
    return rows.profiles(found)


def predicate_groups(graph: GraphConnection, documents: Sequence[str] | None) -> list[PredicateGroup]:
    """Return the groups of predicates of all documents or some."""
    if documents is None:
        return rows.predicate_groups(graph.read(cypher.GROUPS, prefix=graph.node("predicates", "")))
    return rows.predicate_groups(graph.read(cypher.GROUPS_OF, ids=graph.nodes("document", documents)))


def addition_records(graph: GraphConnection) -> list[AdditionRecord]:
    """Return the records of additions, by time and id."""
    found = graph.read(cypher.ADDITIONS, prefix=graph.node("addition", ""))
    return sorted((AdditionRecord(**row) for row in found), key=attrgetter("created", "id"))
