"""Encode the parameters of Neo4j statements that change documents.

Every value sent costs both sides time, and mentions are most of a graph. So they are sent by concept, as numbers of
sentences, with only the data needed to count a concept's forms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from lgm_core.graph.canonical import graph_concepts
from lgm_core.graph.codecs.packing import DOCUMENT, SECTION, compact_json
from lgm_core.graph.codecs.sentence_codec import SENTENCE, packed_mention
from lgm_core.graph.neo4j.connection import GraphConnection
from lgm_core.graph.neo4j.facts.fact_encoding import StatementRow, fact_change, fact_statements
from lgm_core.graph.surface_forms import is_form
from lgm_core.model import (
    THING,
    DocumentGraph,
    Mention,
    MetaRelation,
    RelationKind,
    Section,
    Sentence,
    Verdict,
)
from lgm_core.model.concept import name_of

__all__ = ["SentenceRow", "change", "statement_prefix"]

_T = TypeVar("_T")
SentenceRow = tuple[Any, ...]
"""Number, position, mentions and the columns of a sentence."""


def change(names: GraphConnection, old: Sequence[DocumentGraph], new: Sequence[DocumentGraph]) -> dict[str, Any]:
    """Return the parameters of a statement that replaces the graphs `old`, in canonical form, by the graphs `new`."""
    ids = (sentence.id for graph in new for sentence in graph.sentences)
    number_of = {id: number for number, id in enumerate(ids)}
    mentions = _mentions_by_concept(new, number_of)
    old_concepts, new_concepts = (set().union(*map(graph_concepts, graphs)) for graphs in (old, new))
    return {
        "root_id": names.node("concept", THING),
        "concept_prefix": names.node("concept", ""),
        "blob_prefix": names.node("blob", ""),
        "documents": _documents(names, new),
        "concepts": [[key, *mentions.get(key, ([], [], [])), *_other_name(key)] for key in sorted(new_concepts)],
        "references": [
            [number_of[reference.sentence_id], number_of[reference.antecedent_id]]
            for graph in new
            for reference in graph.references
        ],
        "relations": _relations(names, new),
        "statements": [*_statements(names, new, number_of), *fact_statements(names, new, number_of)],
        "former_concepts": sorted(old_concepts - new_concepts),
        "former_relations": _former_relations(names, old),
        **fact_change(names, old, new),
    }


def _documents(names: GraphConnection, graphs: Iterable[DocumentGraph]) -> list[dict[str, Any]]:
    """Return a row for each document with its sections and sentences; sentences are numbered across documents."""
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
    id, counts = graph.document.id, {"section_count": len(graph.sections), "mention_count": len(graph.mentions)}
    own = {"id": names.node("document", id), "graph": names.graph, "document_id": id}
    return {**DOCUMENT.row(graph.document), **own, **counts}


def _sections(names: GraphConnection, graph: DocumentGraph, first: int) -> list[dict[str, Any]]:
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for mention in graph.mentions:
        mentions[mention.sentence_id].append(mention)
    sentences: dict[str, list[SentenceRow]] = defaultdict(list)
    for number, sentence in enumerate(graph.sentences, first):
        sentences[sentence.section_id].append(_sentence_row(number, sentence, mentions[sentence.id]))
    return [
        {"properties": _section_properties(names, section), "sentences": sentences[section.id]}
        for section in graph.sections
    ]


def _section_properties(names: GraphConnection, section: Section) -> dict[str, Any]:
    own = {"id": names.node("section", section.id), "graph": names.graph, "document": section.document_id}
    return {**own, **SECTION.packed(section)}


def _sentence_row(number: int, sentence: Sentence, mentions: Sequence[Mention]) -> SentenceRow:
    packed = [packed_mention(mention, mention.concept, sentence.text) for mention in mentions]
    return (number, sentence.position, compact_json(packed) if packed else None, *SENTENCE.row(sentence).values())


def _mentions_by_concept(
    graphs: Iterable[DocumentGraph], number_of: Mapping[str, int]
) -> dict[str, tuple[list[int], list[str | None], list[list[str] | None]]]:
    """Return by concept the numbers of its sentences, and for each its form or forms, as stored.

    A form equal to the concept's key is not stored; a list with only such forms is empty.
    """
    forms: dict[str, dict[int, list[str]]] = defaultdict(dict)
    for mention in chain.from_iterable(graph.mentions for graph in graphs):
        in_sentence = forms[mention.concept].setdefault(number_of[mention.sentence_id], [])
        if is_form(mention):
            in_sentence.append(mention.surface)
    return {key: (list(by_sentence), *_stored_forms(key, by_sentence.values())) for key, by_sentence in forms.items()}


def _other_name(key: str) -> list[str]:
    """Return the name of a concept if it differs from the key; past the end of a list, Cypher reads null."""
    name = name_of(key)
    return [name] if name != key else []


def _stored_forms(key: str, forms: Iterable[list[str]]) -> tuple[list[str | None], list[list[str] | None]]:
    single = [surfaces[0] if len(surfaces) == 1 and surfaces[0] != key else None for surfaces in forms]
    several = [surfaces if len(surfaces) != 1 else None for surfaces in forms]
    return _empty_if_all_null(single), _empty_if_all_null(several)


def _empty_if_all_null(values: list[_T | None]) -> list[_T | None]:
    """Return a list, emptied if it holds only nulls: past the end of a list, Cypher also reads null."""
    return values if any(value is not None for value in values) else []


def statement_prefix(names: GraphConnection, kind: str, subject: str, object_: str) -> str:
    """Return the common prefix of a relation's statement ids; as JSON, none is a prefix of another relation's."""
    return names.node("statement", compact_json([kind, subject, object_])) + "/"


def _relations(names: GraphConnection, graphs: Iterable[DocumentGraph]) -> dict[str, list[dict[str, Any]]]:
    """Return distinct rows of relations, by kind."""
    rows: dict[tuple[str, str, str], dict[str, Any]] = {}
    for relation in chain.from_iterable(graph.relations for graph in graphs):
        row = rows.setdefault(relation.key, {**_concept_nodes(names, relation), "verdict": None})
        if relation.verdict is not Verdict.UNKNOWN:
            row["verdict"] = relation.verdict.value
    by_kind: dict[str, list[dict[str, Any]]] = {kind.value: [] for kind in RelationKind}
    for (kind, _, _), row in rows.items():
        by_kind[kind].append(row)
    return by_kind


def _statements(
    names: GraphConnection, graphs: Iterable[DocumentGraph], number_of: Mapping[str, int]
) -> list[StatementRow]:
    rows = []
    for relation in chain.from_iterable(graph.relations for graph in graphs):
        kind, subject, object_ = relation.key
        prefix = statement_prefix(names, kind, subject, object_)
        shared = {"graph": names.graph, "kind": kind, "subject": subject, "object": object_}
        for evidence in relation.evidence:
            id = f"{prefix}{evidence.sentence_id}/{evidence.origin}"
            rows.append((number_of[evidence.sentence_id], {"id": id, "origin": evidence.origin, **shared}))
    return rows


def _former_relations(names: GraphConnection, graphs: Iterable[DocumentGraph]) -> dict[str, list[dict[str, str]]]:
    rows: dict[str, list[dict[str, str]]] = {kind.value: [] for kind in RelationKind}
    for relation in chain.from_iterable(graph.relations for graph in graphs):
        prefix = statement_prefix(names, *relation.key)
        rows[relation.kind.value].append({**_concept_nodes(names, relation), "statements": prefix})
    return rows


def _concept_nodes(names: GraphConnection, relation: MetaRelation) -> dict[str, str]:
    return {"subject": names.node("concept", relation.subject), "object": names.node("concept", relation.object)}
