"""What crosses the border to Neo4j on the way out: rows as objects of the vocabulary.

Rows hold scalars, never long lists, which LlamaIndex drops from results.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from lgm_core.graph.codecs import unpacked_clauses
from lgm_core.graph.neo4j.connection import Row
from lgm_core.graph.neo4j.row_encoding import SOURCES
from lgm_core.model import (
    Concept,
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Mention,
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
    "concepts",
    "document_graphs",
    "mentions",
    "record",
    "relations",
    "section",
    "sentence",
]

RelationKey = tuple[str, str, str]


def record(row: Row) -> DocumentRecord:
    """Return what a row says of a document."""
    return DocumentRecord(
        row["id"],
        row["title"],
        row["source"],
        row["language"],
        json.loads(row["metadata"]),
        row["content_hash"],
        row["recipe"],
        row["sentence_count"],
        row["stamp"],
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
    """Return what the sentences of rows mention, ordered by document id, sentence position, start, end and so on."""
    ordered = sorted(rows, key=lambda row: (row["document"], row["position"]))
    return list(chain.from_iterable(map(_mentions, ordered)))


def _mentions(row: Row) -> Iterator[Mention]:
    id, text = sentence_id(row["document"], row["position"]), row["text"]
    for concept, start, end, code, *surface in json.loads(row["mentions"] or "[]"):
        yield Mention(id, concept, surface[0] if surface else text[start:end], start, end, SOURCES[code])


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
    stated: Iterable[Row],
    references: Iterable[Row],
) -> list[DocumentGraph]:
    """Put the graphs of documents together from the rows of all of them."""
    parts = [_by_document(rows) for rows in (sections, sentences, stated, references)]
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
    stated: Sequence[Row],
    references: Sequence[Row],
) -> DocumentGraph:
    verdicts = {(row["kind"], row["subject"], row["object"]): row for row in stated}
    pairs = sorted((row["position"], row["antecedent"]) for row in references)
    return DocumentGraph(
        record,
        tuple(sorted(map(section, sections), key=lambda one: one.position)),
        tuple(sorted(map(sentence, sentences), key=lambda one: one.position)),
        tuple(mentions(sentences)),
        tuple(relations((verdicts[key] for key in sorted(verdicts)), stated)),
        tuple(Reference(sentence_id(record.id, one), sentence_id(record.id, other)) for one, other in pairs),
    )
