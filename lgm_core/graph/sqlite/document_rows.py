"""The rows of a document's graph in the embedded store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lgm_core.graph.codecs.piece_codec import GROUP, PROFILE, compact_json, packed_texts
from lgm_core.graph.codecs.sentence_codec import SQLITE_MENTIONS, packed_clauses, sentence_number
from lgm_core.graph.surface_forms import is_form
from lgm_core.model import DocumentGraph, Mention

__all__ = ["RECORD_COLUMNS", "DocumentRows", "document_rows", "record_row"]


def fact_rows(graph: DocumentGraph, concepts: Mapping[str, int]) -> Iterator[tuple[str, int, int | None, str]]:
    """Yield key, subject, object and verdict of facts; the object is None if it is not a concept."""
    for fact in graph.facts:
        object_ = concepts[fact.object] if isinstance(fact.object, str) else None
        yield fact.key, concepts[fact.subject], object_, fact.verdict


def fact_evidence_rows(
    graph: DocumentGraph, sentences: Mapping[str, int]
) -> Iterator[tuple[int, int, int, str, str, str, str]]:
    """Yield sentence, start, end, origin, wording and texts of evidence, followed by the key of the fact."""
    for fact in graph.facts:
        texts = packed_texts(fact)
        for entry in fact.evidence:
            place = (sentences[entry.sentence_id], entry.start, entry.end)
            yield (*place, entry.origin, entry.wording, texts, fact.key)


def profile_rows(number: int, graph: DocumentGraph, concepts: Mapping[str, int]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of `profile`."""
    for profile in graph.profiles:
        yield (number, *(PROFILE.row(profile) | {"concept": concepts[profile.concept]}).values())


def group_rows(number: int, graph: DocumentGraph) -> Iterator[tuple[object, ...]]:
    """Yield the rows of `predicate_group`."""
    for group in graph.predicate_groups:
        yield (number, *GROUP.row(group).values())


RECORD_COLUMNS = (
    "no", "id", "title", "source", "language", "metadata", "content_hash", "recipe",
    "section_count", "sentence_count", "mention_count",
)  # fmt: skip
"""Columns of `document` except its stamp."""


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The rows of a document except its record, in the order of their tables' columns.

    Attributes:
        number: the document's number.
        sections: rows of `section`.
        sentences: rows of `sentence`.
        postings: the numbers of the sentences of each concept, in order.
        forms: how often each surface form of each concept occurs.
        references: rows of `reference`.
        relations: kind, subject, object and verdict.
        evidence: sentence and origin, then kind, subject and object of the relation.
        facts: key, subject, object and verdict.
        fact_evidence: rows of `fact_evidence` without the fact, then its key.
        profiles: rows of `profile`.
        groups: rows of `predicate_group`.
    """

    number: int
    sections: list[tuple[object, ...]]
    sentences: list[tuple[object, ...]]
    postings: dict[int, list[int]]
    forms: Counter[tuple[int, str]]
    references: list[tuple[int, int]]
    relations: list[tuple[str, int, int, str]]
    evidence: list[tuple[int, str, str, int, int]]
    facts: list[tuple[str, int, int | None, str]]
    fact_evidence: list[tuple[int, int, int, str, str, str, str]]
    profiles: list[tuple[object, ...]]
    groups: list[tuple[object, ...]]


def record_row(number: int, graph: DocumentGraph) -> tuple[object, ...]:
    """Return the row of `document` except its stamp, in the order of `RECORD_COLUMNS`."""
    record, counts = graph.document, (len(graph.sections), len(graph.sentences), len(graph.mentions))
    described = (record.id, record.title, record.source, record.language, compact_json(record.metadata))
    return (number, *described, record.content_hash, record.recipe, *counts)


def document_rows(number: int, graph: DocumentGraph, concepts: Mapping[str, int]) -> DocumentRows:
    """Return the rows of a document's graph in canonical form, given the integer ids of its concepts."""
    sentences = {sentence.id: sentence_number(number, sentence.position) for sentence in graph.sentences}
    keyed_relations = [
        (relation, (relation.kind, concepts[relation.subject], concepts[relation.object]))
        for relation in graph.relations
    ]
    return DocumentRows(
        number=number,
        sections=[
            (
                number,
                section.position,
                section.level,
                section.title,
                compact_json(section.path),
                section.start,
                section.end,
            )
            for section in graph.sections
        ],
        sentences=list(_sentence_rows(graph, sentences, concepts)),
        postings=_postings(graph, sentences, concepts),
        forms=Counter((concepts[mention.concept], mention.surface) for mention in graph.mentions if is_form(mention)),
        references=[
            (sentences[reference.sentence_id], sentences[reference.antecedent_id]) for reference in graph.references
        ],
        relations=[(*key, relation.verdict) for relation, key in keyed_relations],
        evidence=[
            (sentences[evidence.sentence_id], evidence.origin, *key)
            for relation, key in keyed_relations
            for evidence in relation.evidence
        ],
        facts=list(fact_rows(graph, concepts)),
        fact_evidence=list(fact_evidence_rows(graph, sentences)),
        profiles=list(profile_rows(number, graph, concepts)),
        groups=list(group_rows(number, graph)),
    )


def _postings(graph: DocumentGraph, sentences: Mapping[str, int], concepts: Mapping[str, int]) -> dict[int, list[int]]:
    postings: dict[int, list[int]] = defaultdict(list)
    for mention in graph.mentions:
        sentence, posting = sentences[mention.sentence_id], postings[concepts[mention.concept]]
        # Mentions are in the order of sentences.
        if not posting or posting[-1] != sentence:
            posting.append(sentence)
    return postings


def _sentence_rows(
    graph: DocumentGraph, numbers: Mapping[str, int], concepts: Mapping[str, int]
) -> Iterator[tuple[object, ...]]:
    sections = {section.id: section for section in graph.sections}
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for mention in graph.mentions:
        mentions[mention.sentence_id].append(mention)
    for sentence in graph.sentences:
        section, text = sections[sentence.section_id], sentence.text
        packed = [
            SQLITE_MENTIONS.packed(mention, concepts[mention.concept], text, section.title)
            for mention in mentions.get(sentence.id, ())
        ]
        place = (numbers[sentence.id], section.position, sentence.start, sentence.end)
        resolved = None if sentence.resolved == text else sentence.resolved
        words = (text, resolved, sentence.lemmas, compact_json(packed), packed_clauses(sentence.clauses))
        yield (*place, *words, sentence.paragraph)
