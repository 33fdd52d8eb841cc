"""What crosses the border to Neo4j: parameters on the way in, and on the way out rows as objects of the vocabulary.

Rows hold scalars, never long lists, which LlamaIndex drops from results.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from lgm_core.graph.clauses import packed_clauses, unpacked_clauses
from lgm_core.graph.neo4j_connection import GraphConnection, Row
from lgm_core.model import (
    THING,
    Concept,
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Mention,
    MentionSource,
    MetaRelation,
    Reference,
    RelationKind,
    Section,
    Sentence,
    Verdict,
    section_id,
    sentence_id,
)

__all__ = [
    "change",
    "concepts",
    "document_graphs",
    "mentions",
    "record",
    "relation_name",
    "relations",
    "says_nothing_new",
    "section",
    "sentence",
]

RelationKey = tuple[str, str, str]


def says_nothing_new(old: DocumentGraph, new: DocumentGraph) -> bool:
    """Tell whether writing would change nothing; an unknown verdict never changes the one recorded."""
    known = {relation.key: relation.verdict for relation in old.relations}
    stated = tuple(
        replace(one, verdict=known.get(one.key, Verdict.UNKNOWN)) if one.verdict is Verdict.UNKNOWN else one
        for one in new.relations
    )
    # As JSON, because to Python `1`, `1.0` and `True` are equal.
    same_metadata = _json(old.document.metadata) == _json(new.document.metadata)
    return same_metadata and replace(new, relations=stated) == old


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def change(names: GraphConnection, old: Sequence[DocumentGraph], new: Sequence[DocumentGraph]) -> dict[str, Any]:
    """Return the parameters that take away what `old` says and add what `new` says, in the canonical form."""
    at = {one.id: index for index, one in enumerate(chain.from_iterable(graph.sentences for graph in new))}
    return {
        "root_id": names.node("concept", THING),
        "documents": [_document(names, number, graph) for number, graph in enumerate(new)],
        "concepts": _concepts(names, old, new, at),
        "references": [[at[one.sentence_id], at[one.antecedent_id]] for graph in new for one in graph.references],
        "relations": _by_kind(names, new, at),
        "former": _by_kind(names, old, None),
    }


def _document(names: GraphConnection, number: int, graph: DocumentGraph) -> dict[str, Any]:
    one = graph.document
    properties = {
        "id": names.node("document", one.id),
        "graph": names.graph,
        "document_id": one.id,
        "title": one.title,
        "source": one.source,
        "metadata": _json(one.metadata),
        "content_hash": one.content_hash,
        "recipe": one.recipe,
        "section_count": len(graph.sections),
        "sentence_count": len(graph.sentences),
        "mention_count": len(graph.mentions),
    }
    return {"number": number, "properties": properties, "sections": _sections(names, graph)}


def _sections(names: GraphConnection, graph: DocumentGraph) -> list[dict[str, Any]]:
    sentences: dict[str, list[dict[str, Any]]] = defaultdict(list)
    positions = {one.id: one.position for one in graph.sections}
    for sentence in graph.sentences:
        properties = _sentence_properties(names, sentence, positions[sentence.section_id])
        sentences[sentence.section_id].append(properties)
    return [{"properties": _section_properties(names, one), "sentences": sentences[one.id]} for one in graph.sections]


def _section_properties(names: GraphConnection, one: Section) -> dict[str, Any]:
    place = {"level": one.level, "title": one.title, "path": list(one.path), "start": one.start, "end": one.end}
    return {**_in_document(names, "section", one), **place}


def _sentence_properties(names: GraphConnection, one: Sentence, section: int) -> dict[str, Any]:
    # A null is no property: most sentences have nothing to resolve.
    resolved = None if one.resolved == one.text else one.resolved
    words = {"text": one.text, "resolved": resolved, "lemmas": one.lemmas, "clauses": packed_clauses(one.clauses)}
    return {**_in_document(names, "sentence", one), "section": section, "start": one.start, "end": one.end, **words}


def _in_document(names: GraphConnection, type: str, one: Section | Sentence) -> dict[str, Any]:
    id = names.node(type, one.id)
    return {"id": id, "graph": names.graph, "document": one.document_id, "position": one.position}


def _concepts(
    names: GraphConnection, old: Sequence[DocumentGraph], new: Sequence[DocumentGraph], at: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return a row for each concept concerned: how its counts change, and where `new` mentions it."""
    frequencies, surfaces = _frequencies(new), _surfaces(new)
    frequencies.subtract(_frequencies(old))
    surfaces.subtract(_surfaces(old))
    keys = set(frequencies)
    for one in _relations(old) + _relations(new):
        keys |= {one.subject, one.object}
    changes: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for (key, surface), count in surfaces.items():
        if count:
            changes[key].append((surface, count))
    mentioned = _mentioned(new, at)
    return [
        {
            "id": names.node("concept", key),
            "key": key,
            "frequency": frequencies[key],
            "surfaces": [surface for surface, _ in changes[key]],
            "counts": [count for _, count in changes[key]],
            "mentions": mentioned[key],
        }
        for key in sorted(keys | {THING} if keys else keys)
    ]


def _mentions(graphs: Sequence[DocumentGraph]) -> Iterator[Mention]:
    return chain.from_iterable(graph.mentions for graph in graphs)


def _relations(graphs: Sequence[DocumentGraph]) -> list[MetaRelation]:
    return list(chain.from_iterable(graph.relations for graph in graphs))


def _frequencies(graphs: Sequence[DocumentGraph]) -> Counter[str]:
    """Count the sentences that mention each concept."""
    return Counter(concept for concept, _ in {(one.concept, one.sentence_id) for one in _mentions(graphs)})


def _surfaces(graphs: Sequence[DocumentGraph]) -> Counter[tuple[str, str]]:
    """Count surface forms; a pronoun is no form of the concept it stands for."""
    return Counter(
        (one.concept, one.surface) for one in _mentions(graphs) if one.source is not MentionSource.COREFERENCE
    )


def _mentioned(graphs: Sequence[DocumentGraph], at: Mapping[str, int]) -> dict[str, list[list[Any]]]:
    found: dict[str, list[list[Any]]] = defaultdict(list)
    for one in _mentions(graphs):
        found[one.concept].append([at[one.sentence_id], one.surface, one.start, one.end, one.source.value])
    return found


def relation_name(kind: str, subject: str, object_: str) -> str:
    """Return what statements of a relation carry, to be found by."""
    return _json([kind, subject, object_])


def _by_kind(
    names: GraphConnection, graphs: Sequence[DocumentGraph], at: Mapping[str, int] | None
) -> dict[str, list[dict[str, Any]]]:
    """Return rows of relations by kind; without `at`, as they are to be looked for."""
    rows: dict[str, list[dict[str, Any]]] = {kind.value: [] for kind in RelationKind}
    for one in _relations(graphs):
        row: dict[str, Any] = {
            "subject": names.node("concept", one.subject),
            "object": names.node("concept", one.object),
            "relation": relation_name(*one.key),
        }
        if at is not None:
            row["verdict"] = None if one.verdict is Verdict.UNKNOWN else one.verdict.value
            row["evidence"] = [[at[evidence.sentence_id], evidence.origin] for evidence in one.evidence]
            ends = {"kind": one.kind.value, "subject": one.subject, "object": one.object}
            row["statement"] = {"graph": names.graph, "relation": row["relation"], **ends}
        rows[one.kind.value].append(row)
    return rows


def record(row: Row) -> DocumentRecord:
    """Return what a row says of a document."""
    return DocumentRecord(
        row["id"],
        row["title"],
        row["source"],
        json.loads(row["metadata"]),
        row["content_hash"],
        row["recipe"],
        row["sentence_count"],
    )


def section(row: Row) -> Section:
    """Return the section of a row."""
    document, position = row["document"], row["position"]
    return Section(
        section_id(document, position),
        document,
        position,
        row["level"],
        row["title"],
        tuple(row["path"]),
        row["start"],
        row["end"],
    )


def sentence(row: Row) -> Sentence:
    """Return the sentence of a row."""
    document, position = row["document"], row["position"]
    return Sentence(
        sentence_id(document, position),
        document,
        section_id(document, row["section"]),
        position,
        row["start"],
        row["end"],
        row["text"],
        row["resolved"],
        row["lemmas"],
        unpacked_clauses(row["clauses"]),
    )


def mentions(rows: Iterable[Row]) -> list[Mention]:
    """Return mentions, ordered by document id, sentence position, start, end, concept and source."""
    order = ("document", "position", "start", "end", "concept", "source")
    return [
        Mention(
            sentence_id(row["document"], row["position"]),
            row["concept"],
            row["surface"],
            row["start"],
            row["end"],
            MentionSource(row["source"]),
        )
        for row in sorted(rows, key=lambda row: tuple(row[name] for name in order))
    ]


def concepts(rows: Iterable[Row]) -> dict[str, Concept]:
    """Return concepts by key; forms by count, then by string order."""
    frequency: dict[str, int] = {}
    counted: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in rows:
        frequency[row["key"]] = row["frequency"]
        if row["surface"] is not None:
            counted[row["key"]].append((-row["count"], row["surface"]))
    forms = {key: tuple(surface for _, surface in sorted(counted[key])) for key in frequency}
    return {key: Concept(key, (forms[key] or (key,))[0], count, forms[key]) for key, count in frequency.items()}


def relations(rows: Iterable[Row], stated: Iterable[Row]) -> list[MetaRelation]:
    """Return relations with their evidence, in the order of `rows`.

    A relation without evidence lost it between the two queries, and is left out.
    """
    evidence: dict[RelationKey, list[Row]] = defaultdict(list)
    for one in stated:
        evidence[one["kind"], one["subject"], one["object"]].append(one)
    found = []
    for row in rows:
        key = (row["kind"], row["subject"], row["object"])
        if key in evidence:
            found.append(_relation(key, row["verdict"], evidence[key]))
    return found


def _relation(key: RelationKey, verdict: str, stated: Iterable[Row]) -> MetaRelation:
    ordered = sorted(stated, key=lambda one: (one["document"], one["position"], one["origin"]))
    evidence = tuple(Evidence(sentence_id(one["document"], one["position"]), one["origin"]) for one in ordered)
    return MetaRelation(RelationKind(key[0]), key[1], key[2], evidence, Verdict(verdict))


def document_graphs(
    records: Sequence[DocumentRecord],
    *,
    sections: Iterable[Row],
    sentences: Iterable[Row],
    mentioned: Iterable[Row],
    stated: Iterable[Row],
    references: Iterable[Row],
) -> list[DocumentGraph]:
    """Put the graphs of documents together from the rows of all of them."""
    parts = [_by_document(rows) for rows in (sections, sentences, mentioned, stated, references)]
    return [_document_graph(one, *(part[one.id] for part in parts)) for one in records]


def _by_document(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["document"]].append(row)
    return found


def _document_graph(
    record: DocumentRecord,
    sections: Sequence[Row],
    sentences: Sequence[Row],
    mentioned: Sequence[Row],
    stated: Sequence[Row],
    references: Sequence[Row],
) -> DocumentGraph:
    verdicts = {(row["kind"], row["subject"], row["object"]): row for row in stated}
    pairs = sorted((row["position"], row["antecedent"]) for row in references)
    return DocumentGraph(
        record,
        tuple(sorted(map(section, sections), key=lambda one: one.position)),
        tuple(sorted(map(sentence, sentences), key=lambda one: one.position)),
        tuple(mentions(mentioned)),
        tuple(relations((verdicts[key] for key in sorted(verdicts)), stated)),
        tuple(Reference(sentence_id(record.id, one), sentence_id(record.id, other)) for one, other in pairs),
    )
