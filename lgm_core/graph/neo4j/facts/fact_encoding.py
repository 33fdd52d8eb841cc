"""Encode facts, profiles, groups and additions for Neo4j: their part of a statement's parameters."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from lgm_core.graph.added_knowledge import Added
from lgm_core.graph.codecs.packing import GROUP, PROFILE, Packing, compact_json
from lgm_core.graph.codecs.piece_codec import counted_pieces, packed_pieces, packed_texts
from lgm_core.graph.neo4j.connection import GraphConnection
from lgm_core.model import (
    Addition,
    DocumentGraph,
    Fact,
    FactEvidence,
    Value,
    ValueKind,
    Verdict,
)

__all__ = [
    "StatementRow",
    "addition_change",
    "fact_change",
    "fact_nodes",
    "fact_prefix",
    "fact_statements",
    "profile_prefixes",
]

_NAME_LENGTH = 100
"""Characters of a value's name in the id of its node: the index does not take long ones."""


StatementRow = tuple[int, dict[str, Any]]
"""The number of a sentence, and the properties of the node of its statement."""


def fact_change(names: GraphConnection, old: Sequence[DocumentGraph], new: Sequence[DocumentGraph]) -> dict[str, Any]:
    """Return the parameters of replacing the facts, profiles and groups of the graphs `old` by those of `new`."""
    facts = [fact for graph in new for fact in graph.facts]
    former = [fact for graph in old for fact in graph.facts]
    ends = {node: identity for fact in facts for node, identity in _other_ends(names, fact.key)}
    former_ends = {node for fact in former for node, _ in _other_ends(names, fact.key)}
    return {
        "values": [_value_properties(names, *end) for end in sorted(ends.items()) if end[1][0] != "section"],
        "facts": _fact_rows(names, facts),
        "profiles": [
            _told_row(names, "profile", profile, PROFILE, f"{compact_json(profile.concept)}/")
            for graph in new
            for profile in graph.profiles
        ],
        "groups": [_told_row(names, "predicates", group, GROUP) for graph in new for group in graph.predicate_groups],
        "former_facts": [
            {**fact_nodes(names, key), "statements": fact_prefix(names, key)}
            for key in dict.fromkeys(fact.key for fact in former)
        ],
        "former_ends": sorted(former_ends - ends.keys()),
    }


def fact_nodes(names: GraphConnection, key: str) -> dict[str, str]:
    """Return the key of a fact and the ids of the nodes at its ends.

    Raises:
        ValueError: it is not the key of a fact.
    """
    subject, _, object_, _ = json.loads(key)
    return {"key": key, "subject": names.node("concept", str(subject)), "object": _end_node(names, object_)}


def fact_prefix(names: GraphConnection, key: str) -> str:
    """Return the common prefix of the ids of a fact's statements."""
    return names.node("fact", _digest(key)) + "/"


def profile_prefixes(names: GraphConnection, concepts: Iterable[str]) -> list[str]:
    """Return the prefixes of the ids of concepts' profiles; as JSON, none is a prefix of another concept's."""
    return [f"{node}/" for node in names.nodes("profile", map(compact_json, concepts))]


def addition_change(
    names: GraphConnection, former: Iterable[Added], new: Mapping[str, Added], additions: Sequence[Addition] = ()
) -> dict[str, Any]:
    """Return the parameters for changing the contributions of additions to documents."""
    told = [
        {"id": names.node("addition", addition.id), "graph": names.graph, "addition": addition.id}
        | {"kind": addition.kind, "label": addition.label, "created": addition.created}
        for addition in additions
    ]
    added = [
        {
            "addition": names.node("addition", addition),
            "document": names.node("document", document),
            "properties": {"pieces": packed_pieces(pieces), **counted_pieces(pieces)},
        }
        for document, given in new.items()
        for addition, pieces in given.items()
    ]
    ids = sorted(set().union(*former))
    return {"additions": told, "added": added, "former_additions": names.nodes("addition", ids)}


def fact_statements(
    names: GraphConnection, graphs: Iterable[DocumentGraph], number_of: Mapping[str, int]
) -> Iterator[StatementRow]:
    """Yield the rows of sentences' facts, given the numbers of sentences by id."""
    for fact in chain.from_iterable(graph.facts for graph in graphs):
        nodes, texts = fact_nodes(names, fact.key), packed_texts(fact)
        shared = {"graph": names.graph, "kind": "fact", "subject": fact.subject, "target": nodes["object"]}
        shared |= {"key": fact.key, "texts": texts}
        for entry in fact.evidence:
            yield number_of[entry.sentence_id], {**shared, **_statement(names, fact.key, entry, texts)}


def _fact_rows(names: GraphConnection, facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """Return the distinct rows of facts."""
    rows: dict[str, dict[str, Any]] = {}
    for fact in facts:
        if fact.key not in rows:
            *_, qualifiers = json.loads(fact.key)
            rows[fact.key] = {
                **fact_nodes(names, fact.key),
                "predicate": fact.predicate,
                "qualifiers": [f"{name} {_end_name(end)}" for name, *end in qualifiers] or None,
                "verdict": None,
            }
        if fact.verdict is not Verdict.UNKNOWN:
            rows[fact.key]["verdict"] = fact.verdict.value
    return list(rows.values())


def _statement(names: GraphConnection, key: str, entry: FactEvidence, texts: str) -> dict[str, Any]:
    place = {"start": entry.start, "end": entry.end}
    told = (entry.sentence_id, entry.start, entry.end, entry.wording, entry.origin, texts)
    id = fact_prefix(names, key) + _digest(compact_json(told))
    return {"id": id, "wording": entry.wording, "origin": entry.origin, **place}


def _other_ends(names: GraphConnection, key: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield the node and identity of each object of a fact that is not a concept."""
    object_ = json.loads(key)[2]
    if object_[0] != "concept":
        yield _end_node(names, object_), object_


def _end_node(names: GraphConnection, identity: Sequence[Any]) -> str:
    """Return the node id of an end, given its identity (`end_identity`)."""
    if identity[0] in ("concept", "section"):
        return names.node(identity[0], str(identity[1]))
    return names.node("value", f"{_end_name(identity)[:_NAME_LENGTH]}/{_digest(compact_json(identity))}")


def _end_name(identity: Sequence[Any]) -> str:
    kind, *told = identity
    if len(told) == 1:
        return str(told[0])
    start, end, unit = told
    return Value("", ValueKind(kind), start, end, unit).normalised or compact_json(told)


def _value_properties(names: GraphConnection, node: str, identity: Sequence[Any]) -> dict[str, Any]:
    kind, *told = identity
    start, end, unit = told if len(told) > 1 else (None, None, "")
    named = {"id": node, "graph": names.graph, "name": _end_name(identity), "kind": kind}
    return {**named, "start": start, "end": end, "unit": unit}


def _told_row(names: GraphConnection, type: str, part: Any, packing: Packing[Any], prefix: str = "") -> dict[str, Any]:  # noqa: ANN401
    """Return the row of a profile or a group: its document's node, and the properties of its own."""
    properties = {"document": part.document_id, **packing.row(part)}
    id = names.node(type, prefix + _digest(compact_json(list(properties.values()))))
    document = names.node("document", part.document_id)
    return {"document": document, "properties": {"id": id, "graph": names.graph, **properties}}


def _digest(text: str) -> str:
    """Return a digest of a text of any length, short enough for an index."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
