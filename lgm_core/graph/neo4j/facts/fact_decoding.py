"""Decode facts, profiles, groups of predicates and additions from Neo4j."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter

from lgm_core.graph.canonical_facts import group_order, profile_order
from lgm_core.graph.codecs.packing import GROUP, PROFILE
from lgm_core.graph.codecs.piece_codec import AddedPiece, unpacked_fact, unpacked_pieces
from lgm_core.graph.neo4j.connection import Row
from lgm_core.model import (
    EntityProfile,
    Fact,
    FactEvidence,
    PredicateGroup,
    sentence_id,
)

__all__ = ["added_pieces", "document_facts", "facts", "predicate_groups", "profiles"]

_PLACE = itemgetter("document", "position", "start", "end", "origin", "wording", "texts")


def facts(rows: Iterable[Row], statements: Iterable[Row]) -> list[Fact]:
    """Return facts with their evidence, in the order of `rows`, values spelled as in the first.

    Facts without evidence, because of a filter or a change between the two queries, are left out.
    """
    stated: dict[str, list[Row]] = defaultdict(list)
    for statement in sorted(statements, key=_PLACE):
        stated[statement["key"]].append(statement)
    return [
        unpacked_fact(
            row["key"], found[0]["texts"], tuple(dict.fromkeys(map(_evidence, found))), verdict=row["verdict"]
        )
        for row in rows
        if (found := stated.get(row["key"]))
    ]


def document_facts(statements: Iterable[Row]) -> tuple[Fact, ...]:
    """Return the facts of one document from its statements, in canonical order."""
    evidence: dict[tuple[str, str, str], list[FactEvidence]] = defaultdict(list)
    for row in sorted(statements, key=_PLACE):
        evidence[row["key"], row["texts"], row["verdict"]].append(_evidence(row))
    return tuple(unpacked_fact(key, texts, found, verdict) for (key, texts, verdict), found in sorted(evidence.items()))


def profiles(rows: Iterable[Row]) -> list[EntityProfile]:
    """Return the profiles of rows in canonical order."""
    return sorted((PROFILE.of_row(row["document"], row) for row in rows), key=profile_order)


def added_pieces(rows: Iterable[Row]) -> dict[str, dict[str, list[AddedPiece]]]:
    """Return the contributions of additions by document id, the oldest addition first."""
    added: dict[str, dict[str, list[AddedPiece]]] = defaultdict(dict)
    for row in sorted(rows, key=itemgetter("created", "addition")):
        added[row["document"]][row["addition"]] = unpacked_pieces(row["pieces"], row["document"])
    return added


def _evidence(row: Row) -> FactEvidence:
    sentence = sentence_id(row["document"], row["position"])
    return FactEvidence(sentence, row["start"], row["end"], row["wording"], row["origin"])


def predicate_groups(rows: Iterable[Row]) -> list[PredicateGroup]:
    """Return the groups of predicates of rows in canonical order."""
    return sorted((GROUP.of_row(row["document"], row) for row in rows), key=group_order)
