"""Decode rows from Neo4j into objects of the vocabulary.

Rows have scalars, never long lists, which LlamaIndex drops from results.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, itemgetter

from lgm_core.graph.codecs.packing import DOCUMENT, SECTION
from lgm_core.graph.codecs.sentence_codec import SENTENCE, unpacked_mention
from lgm_core.graph.neo4j.connection import Row
from lgm_core.graph.neo4j.facts import fact_decoding
from lgm_core.graph.surface_forms import concept_with_forms
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
    "relation_key",
    "relations",
    "section",
    "sentence",
    "verdict_counts",
]

RelationKey = tuple[str, str, str]


def record(row: Row) -> DocumentRecord:
    """Return the document record of a row."""
    return DOCUMENT.of_row("", row, stamp=row["stamp"])


def section(row: Row) -> Section:
    """Return the section of a row."""
    return SECTION.of_row(row["document"], row, id=section_id(row["document"], row["position"]))


def sentence(row: Row) -> Sentence:
    """Return the sentence of a row."""
    document, position = row["document"], row["position"]
    ids = {"id": sentence_id(document, position), "section_id": section_id(document, row["section"])}
    return SENTENCE.of_row(document, row, position=position, **ids)


def mentions(rows: Iterable[Row]) -> list[Mention]:
    """Return the mentions in the sentences of rows, ordered by document id, sentence position, start, end and so on."""
    ordered = sorted(rows, key=lambda row: (row["document"], row["position"]))
    return list(chain.from_iterable(map(_mentions, ordered)))


def _mentions(row: Row) -> Iterator[Mention]:
    id, text = sentence_id(row["document"], row["position"]), row["text"]
    for stored in json.loads(row["mentions"] or "[]"):
        yield unpacked_mention(stored, id, stored[0], text)


def concepts(rows: Iterable[Row]) -> dict[str, Concept]:
    """Return concepts by key, from one row per form."""
    frequencies: dict[str, int] = {}
    forms: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        frequencies[row["key"]] = row["frequency"]
        if row["surface"] is not None:
            forms[row["key"]][row["surface"]] = row["count"]
    return {key: concept_with_forms(key, frequency, forms[key]) for key, frequency in frequencies.items()}


def relations(rows: Iterable[Row], statements: Iterable[Row]) -> list[MetaRelation]:
    """Return relations with their evidence, in the order of `rows`.

    Relations that lost their evidence between the two queries are left out.
    """
    evidence: dict[RelationKey, list[Row]] = defaultdict(list)
    for statement in statements:
        evidence[relation_key(statement)].append(statement)
    keyed = ((relation_key(row), row["verdict"]) for row in rows)
    return [_relation(key, verdict, evidence[key]) for key, verdict in keyed if key in evidence]


def relation_key(row: Row) -> RelationKey:
    """Return `MetaRelation.key` of a row's relation."""
    return row["kind"], row["subject"], row["object"]


def _relation(key: RelationKey, verdict: str, statements: Iterable[Row]) -> MetaRelation:
    ordered = sorted(statements, key=itemgetter("document", "position", "origin"))
    evidence = tuple(Evidence(sentence_id(row["document"], row["position"]), row["origin"]) for row in ordered)
    return MetaRelation(RelationKind(key[0]), key[1], key[2], evidence, Verdict(verdict))


def document_graphs(records: Sequence[DocumentRecord], parts: Mapping[str, Iterable[Row]]) -> list[DocumentGraph]:
    """Build the graphs of documents from the rows of all of their parts, by the names of these."""
    by_document: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for name, rows in parts.items():
        for row in rows:
            by_document[row["document"], name].append(row)
    return [
        _document_graph(record, {name: by_document.get((record.id, name), []) for name in parts}) for record in records
    ]


def _document_graph(record: DocumentRecord, parts: Mapping[str, Sequence[Row]]) -> DocumentGraph:
    by_key = {relation_key(row): row for row in parts["relations"]}
    pairs = sorted((row["position"], row["antecedent"]) for row in parts["references"])
    return DocumentGraph(
        record,
        tuple(sorted(map(section, parts["sections"]), key=attrgetter("position"))),
        tuple(sorted(map(sentence, parts["sentences"]), key=attrgetter("position"))),
        tuple(mentions(parts["sentences"])),
        tuple(relations((by_key[key] for key in sorted(by_key)), parts["relations"])),
        tuple(Reference(*(sentence_id(record.id, position) for position in pair)) for pair in pairs),
        fact_decoding.document_facts(parts["facts"]),
        tuple(fact_decoding.profiles(parts["profiles"])),
        tuple(fact_decoding.predicate_groups(parts["groups"])),
    )


def verdict_counts(rows: Iterable[Row], name: str) -> dict[str, int]:
    """Count judgements by verdict, from rows that have the counts under a name."""
    counts: Counter[str] = Counter()
    for row in rows:
        if row["judged"] or row["verdict"] != Verdict.UNKNOWN:
            counts[row["verdict"]] += row[name]
    return dict(sorted(counts.items()))
