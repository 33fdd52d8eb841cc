"""The rows of a document's graph in the embedded store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lgm_core.graph.codecs.packing import DOCUMENT, GROUP, PROFILE, SECTION, compact_json
from lgm_core.graph.codecs.piece_codec import packed_texts
from lgm_core.graph.codecs.sentence_codec import SENTENCE, packed_mention, sentence_number
from lgm_core.graph.surface_forms import is_form
from lgm_core.model import DocumentGraph, Mention

__all__ = ["RECORD_COLUMNS", "SENTENCE_COLUMNS", "DocumentRows", "document_rows", "record_row"]


RECORD_COLUMNS = ("no", *DOCUMENT.names, "section_count", "mention_count")
"""Columns of `document` except its stamp."""

SENTENCE_COLUMNS = ("id", "section", "mentions", *SENTENCE.names)


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The rows of a document except its record, in the order of their tables' columns.

    Rows of `evidence` and `fact_evidence` end with the key of what they are evidence of, in the place of its number.
    `postings` are the numbers of the sentences of each concept, in order; `forms` count each concept's surface forms.
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
    return (number, *DOCUMENT.row(graph.document).values(), len(graph.sections), len(graph.mentions))


def document_rows(number: int, graph: DocumentGraph, concepts: Mapping[str, int]) -> DocumentRows:
    """Return the rows of a document's graph in canonical form, given the integer ids of its concepts."""
    sentences = {sentence.id: sentence_number(number, sentence.position) for sentence in graph.sentences}
    keyed_relations = [
        (relation, (relation.kind, concepts[relation.subject], concepts[relation.object]))
        for relation in graph.relations
    ]
    return DocumentRows(
        number=number,
        sections=[(number, *SECTION.row(section).values()) for section in graph.sections],
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
        facts=[
            (
                fact.key,
                concepts[fact.subject],
                concepts[fact.object] if isinstance(fact.object, str) else None,
                fact.verdict,
            )
            for fact in graph.facts
        ],
        fact_evidence=[
            (
                sentences[entry.sentence_id],
                entry.start,
                entry.end,
                entry.origin,
                entry.wording,
                packed_texts(fact),
                fact.key,
            )
            for fact in graph.facts
            for entry in fact.evidence
        ],
        profiles=[
            (number, *(PROFILE.row(profile) | {"concept": concepts[profile.concept]}).values())
            for profile in graph.profiles
        ],
        groups=[(number, *GROUP.row(group).values()) for group in graph.predicate_groups],
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
            packed_mention(mention, concepts[mention.concept], text, section.title)
            for mention in mentions.get(sentence.id, ())
        ]
        yield (numbers[sentence.id], section.position, compact_json(packed), *SENTENCE.row(sentence).values())
