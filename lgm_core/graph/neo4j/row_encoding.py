"""What crosses the border to Neo4j on the way in: the parameters of a statement that changes documents.

Every value that is sent costs both sides time, and mentions are most of a graph. So they travel by concept, as the
numbers of sentences, and carry no more than what a concept's forms are counted from.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

from lgm_core.graph.codecs import packed_clauses
from lgm_core.graph.neo4j.connection import GraphConnection
from lgm_core.model import (
    THING,
    DocumentGraph,
    Mention,
    MentionSource,
    RelationKind,
    Section,
    Sentence,
    Verdict,
)

__all__ = ["SOURCES", "SentenceRow", "change", "statement_prefix"]

SOURCES = (MentionSource.TEXT, MentionSource.COREFERENCE, MentionSource.TITLE)
"""How a sentence came to mention a concept, by the number that is stored."""
_CODES = {source: code for code, source in enumerate(SOURCES)}

_T = TypeVar("_T")
SentenceRow = tuple[int, int, int, int, str, str, str | None, str | None, str | None]
"""Number, position, start, end, text, lemmas, what it resolves to, clauses and mentions of a sentence."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def change(names: GraphConnection, old: Sequence[DocumentGraph], new: Sequence[DocumentGraph]) -> dict[str, Any]:
    """Return the parameters that take away what `old` says and add what `new` says, in the canonical form."""
    ids = (one.id for graph in new for one in graph.sentences)
    number_of = {id: number for number, id in enumerate(ids)}
    mentioned = _mentioned(new, number_of)
    return {
        "root_id": names.node("concept", THING),
        "concept_prefix": names.node("concept", ""),
        "blob_prefix": names.node("blob", ""),
        "documents": _documents(names, new),
        "concepts": [[key, *mentioned.get(key, ([], [], []))] for key in sorted(_concept_keys(new))],
        "references": [[number_of[one.sentence_id], number_of[one.antecedent_id]] for g in new for one in g.references],
        "relations": _relations(names, new, number_of),
        "former_concepts": sorted(_concept_keys(old) - _concept_keys(new)),
        "former_relations": _former_relations(names, old),
    }


def _concept_keys(graphs: Iterable[DocumentGraph]) -> set[str]:
    """Return the keys of all concepts concerned, the root among them if there is any."""
    keys: set[str] = set()
    for graph in graphs:
        keys.update(map(attrgetter("concept"), graph.mentions))
        keys.update(chain.from_iterable((one.subject, one.object) for one in graph.relations))
    return keys | {THING} if keys else keys


def _documents(names: GraphConnection, graphs: Iterable[DocumentGraph]) -> list[dict[str, Any]]:
    """Return a row for each document with its sections and sentences; sentences are numbered through all of them."""
    rows, first = [], 0
    for graph in graphs:
        last = first + len(graph.sentences) - 1
        rows.append(
            {
                "properties": _document_properties(names, graph),
                "sections": _sections(names, graph, first),
                "sentence_prefix": names.node("sentence", f"{graph.document.id}#"),
                "first": first,
                "last": last,
            }
        )
        first = last + 1
    return rows


def _document_properties(names: GraphConnection, graph: DocumentGraph) -> dict[str, Any]:
    one = graph.document
    return {
        "id": names.node("document", one.id),
        "graph": names.graph,
        "document_id": one.id,
        "title": one.title,
        "source": one.source,
        "language": one.language,
        "metadata": _ENCODER.encode(one.metadata),
        "content_hash": one.content_hash,
        "recipe": one.recipe,
        "section_count": len(graph.sections),
        "sentence_count": len(graph.sentences),
        "mention_count": len(graph.mentions),
    }


def _sections(names: GraphConnection, graph: DocumentGraph, first: int) -> list[dict[str, Any]]:
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for mention in graph.mentions:
        mentions[mention.sentence_id].append(mention)
    sentences: dict[str, list[SentenceRow]] = defaultdict(list)
    for number, one in enumerate(graph.sentences, first):
        sentences[one.section_id].append(_sentence_row(number, one, mentions[one.id]))
    return [{"properties": _section_properties(names, one), "sentences": sentences[one.id]} for one in graph.sections]


def _section_properties(names: GraphConnection, one: Section) -> dict[str, Any]:
    place = {"level": one.level, "title": one.title, "path": list(one.path), "start": one.start, "end": one.end}
    id = names.node("section", one.id)
    return {"id": id, "graph": names.graph, "document": one.document_id, "position": one.position, **place}


def _sentence_row(number: int, one: Sentence, mentions: Sequence[Mention]) -> SentenceRow:
    packed = _ENCODER.encode([_packed(mention, one.text) for mention in mentions]) if mentions else None
    # Most sentences have nothing to resolve, and null is no property.
    resolved = None if one.resolved == one.text else one.resolved
    place = (number, one.position, one.start, one.end)
    return (*place, one.text, one.lemmas, resolved, packed_clauses(one.clauses), packed)


def _packed(one: Mention, text: str) -> tuple[str | int, ...]:
    """Return concept, start, end, the number of the source, and the surface if it is not what the text has there."""
    place = (one.concept, one.start, one.end, _CODES[one.source])
    return place if one.surface == text[one.start : one.end] else (*place, one.surface)


def _mentioned(
    graphs: Iterable[DocumentGraph], number_of: Mapping[str, int]
) -> dict[str, tuple[list[int], list[str | None], list[list[str] | None]]]:
    """Return by concept the numbers of its sentences, and for each its one form or its forms, as they are stored.

    A form that is the concept's key is not stored, nor are any where there are none but such. A pronoun is no form.
    """
    forms: dict[str, dict[int, list[str]]] = defaultdict(dict)
    for one in chain.from_iterable(graph.mentions for graph in graphs):
        found = forms[one.concept].setdefault(number_of[one.sentence_id], [])
        if one.source is not MentionSource.COREFERENCE:
            found.append(one.surface)
    return {key: (list(some), *_stored_forms(key, some.values())) for key, some in forms.items()}


def _stored_forms(key: str, forms: Iterable[list[str]]) -> tuple[list[str | None], list[list[str] | None]]:
    alone = [some[0] if len(some) == 1 and some[0] != key else None for some in forms]
    several = [some if len(some) != 1 else None for some in forms]
    return _or_nothing(alone), _or_nothing(several)


def _or_nothing(values: list[_T | None]) -> list[_T | None]:
    """Return a list, but an empty one for one of nulls: beyond the end of a list, Cypher finds null too."""
    return values if any(one is not None for one in values) else []


def statement_prefix(names: GraphConnection, kind: str, subject: str, object_: str) -> str:
    """Return how the ids of all statements of a relation begin; as JSON, no relation's is the beginning of another."""
    return names.node("statement", _ENCODER.encode([kind, subject, object_])) + "/"


def _relations(
    names: GraphConnection, graphs: Iterable[DocumentGraph], number_of: Mapping[str, int]
) -> dict[str, list[dict[str, Any]]]:
    """Return rows of relations by kind, each with its statements: the number of a sentence and a node's properties."""
    rows: dict[str, list[dict[str, Any]]] = {kind.value: [] for kind in RelationKind}
    for one in chain.from_iterable(graph.relations for graph in graphs):
        prefix = statement_prefix(names, *one.key)
        said = {"graph": names.graph, "kind": one.kind.value, "subject": one.subject, "object": one.object}
        statements = [
            [number_of[by.sentence_id], {"id": f"{prefix}{by.sentence_id}/{by.origin}", "origin": by.origin, **said}]
            for by in one.evidence
        ]
        verdict = None if one.verdict is Verdict.UNKNOWN else one.verdict.value
        ends = {"subject": names.node("concept", one.subject), "object": names.node("concept", one.object)}
        rows[one.kind.value].append({**ends, "verdict": verdict, "statements": statements})
    return rows


def _former_relations(names: GraphConnection, graphs: Iterable[DocumentGraph]) -> dict[str, list[dict[str, str]]]:
    rows: dict[str, list[dict[str, str]]] = {kind.value: [] for kind in RelationKind}
    for one in chain.from_iterable(graph.relations for graph in graphs):
        ends = {"subject": names.node("concept", one.subject), "object": names.node("concept", one.object)}
        rows[one.kind.value].append({**ends, "statements": statement_prefix(names, *one.key)})
    return rows
