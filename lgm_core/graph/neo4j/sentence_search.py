"""Finding the sentences about concepts in Neo4j, in document order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from lgm_core.graph.metadata_filter import Condition
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import row_decoding as rows
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.whole_documents import document_rows
from lgm_core.model import Sentence

__all__ = ["sentences_about"]

_EVERYTHING = 2**62
_DOCUMENTS = 16
"""Walked through at first, as nothing is known yet of how much they yield."""
_MOST_DOCUMENTS = 1000


def sentences_about(
    graph: GraphConnection, keys: Sequence[str], limit: int | None, conditions: tuple[Condition, ...]
) -> list[Sentence]:
    """Return the first `limit` sentences that mention any of the concepts, ordered by document id and position.

    A few mentions are read and sorted. Of many, only the first are wanted: then documents are walked through in order,
    for as long as that is less to read than all mentions of the concepts are.
    """
    ids = graph.nodes("concept", keys)
    if limit is not None:
        counted = graph.read(cypher.FREQUENCIES, ids=ids)
        found = _walked(graph, ids, limit, conditions, most=sum(row["frequency"] for row in counted))
        if found is not None:
            return found
    documents = [row["id"] for row in document_rows(graph, conditions)] if conditions else None
    limit = _EVERYTHING if limit is None else limit
    return _in_order(graph.read(cypher.SENTENCES_ABOUT, ids=ids, documents=documents, limit=limit))


def _walked(
    graph: GraphConnection, ids: Sequence[str], limit: int, conditions: tuple[Condition, ...], *, most: int
) -> list[Sentence] | None:
    """Return the first sentences, document by document; None if that would take reading more than `most` mentions."""
    documents = document_rows(graph, conditions, page=_DOCUMENTS)
    found: list[Sentence] = []
    walked = read = 0
    while run := list(islice(documents, _next(walked, len(found), limit))):
        read += sum(row["mention_count"] for row in run)
        if read > most:
            return None
        names = [row["node"] for row in run]
        about = graph.read(cypher.SENTENCES_ABOUT_IN, ids=ids, documents=names, limit=limit - len(found))
        found += _in_order(about)
        walked += len(run)
        if len(found) == limit:
            break
    return found


def _next(walked: int, found: int, limit: int) -> int:
    """Return how many documents are likely to yield what is still wanted."""
    if not walked:
        return _DOCUMENTS
    return min(1 + walked * (limit - found) // max(found, 1), 4 * walked, _MOST_DOCUMENTS)


def _in_order(found: Sequence[Row]) -> list[Sentence]:
    return sorted(map(rows.sentence, found), key=lambda one: (one.document_id, one.position))
