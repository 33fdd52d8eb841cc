"""The rows that a document's graph becomes in the embedded store."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lgm_core.graph.codecs import packed_clauses
from lgm_core.model import DocumentGraph, DocumentRecord, Mention, MentionSource

__all__ = ["RECORD_COLUMNS", "SOURCES", "DocumentRows", "document_rows", "metadata_json", "record_row"]

SOURCES = (MentionSource.COREFERENCE, MentionSource.TEXT, MentionSource.TITLE)
"""Mention sources by the number that stands for them in a row, in string order."""

_CODES = {source: code for code, source in enumerate(SOURCES)}
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


RECORD_COLUMNS = (
    "no", "id", "title", "source", "language", "metadata", "content_hash", "recipe",
    "section_count", "sentence_count", "mention_count",
)  # fmt: skip
"""Columns of `document` but for its stamp."""


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The rows of a document but for its record, in the order of their tables' columns.

    `postings` are the sentences of each concept, in order. `forms` counts surface forms by concept. `relations` are
    kind, subject, object and verdict; `evidence` is sentence and origin, then kind, subject and object of the relation.
    """

    number: int
    sections: list[tuple[object, ...]]
    sentences: list[tuple[object, ...]]
    postings: dict[int, list[int]]
    forms: Counter[tuple[int, str]]
    references: list[tuple[int, int]]
    relations: list[tuple[str, int, int, str]]
    evidence: list[tuple[int, str, str, int, int]]


def record_row(number: int, graph: DocumentGraph) -> tuple[object, ...]:
    """Return the row of `document` but for its stamp, in the order of `RECORD_COLUMNS`."""
    record, counts = graph.document, (len(graph.sections), len(graph.sentences), len(graph.mentions))
    described = (record.id, record.title, record.source, record.language, metadata_json(record))
    return (number, *described, record.content_hash, record.recipe, *counts)


def metadata_json(document: DocumentRecord) -> str:
    """Return metadata as they are stored."""
    return _ENCODER.encode(document.metadata)


def document_rows(number: int, graph: DocumentGraph, concepts: Mapping[str, int]) -> DocumentRows:
    """Return the rows of a document's graph in canonical form, given the integer ids of its concepts."""
    first = number << 20
    rows = {sentence.id: first + sentence.position for sentence in graph.sentences}
    packed: dict[str, list[str]] = {id: [] for id in rows}
    for mention, text in _packed_mentions(graph, concepts):
        packed[mention.sentence_id].append(text)
    relations = [(one, (one.kind, concepts[one.subject], concepts[one.object])) for one in graph.relations]
    return DocumentRows(
        number=number,
        sections=[
            (number, one.position, one.level, one.title, _ENCODER.encode(one.path), one.start, one.end)
            for one in graph.sections
        ],
        sentences=list(_sentence_rows(first, graph, packed)),
        postings=_postings(graph, rows, concepts),
        # A pronoun is no form of the concept it stands for.
        forms=Counter(
            (concepts[one.concept], one.surface)
            for one in graph.mentions
            if one.source is not MentionSource.COREFERENCE
        ),
        references=[(rows[one.sentence_id], rows[one.antecedent_id]) for one in graph.references],
        relations=[(*key, one.verdict) for one, key in relations],
        evidence=[(rows[some.sentence_id], some.origin, *key) for one, key in relations for some in one.evidence],
    )


def _postings(graph: DocumentGraph, rows: Mapping[str, int], concepts: Mapping[str, int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for one in graph.mentions:
        row, posting = rows[one.sentence_id], found[concepts[one.concept]]
        # Mentions are in the order of sentences.
        if not posting or posting[-1] != row:
            posting.append(row)
    return found


def _packed_mentions(graph: DocumentGraph, concepts: Mapping[str, int]) -> Iterator[tuple[Mention, str]]:
    """Yield each mention as JSON, without the surface when the sentence's text or its section's title implies it."""
    titles = {section.id: section.title for section in graph.sections}
    texts = {sentence.id: (sentence.text, titles[sentence.section_id]) for sentence in graph.sentences}
    for one in graph.mentions:
        text, title = texts[one.sentence_id]
        implied = title if one.source is MentionSource.TITLE else text[one.start : one.end]
        span = f"{concepts[one.concept]},{one.start},{one.end},{_CODES[one.source]}"
        yield one, f"[{span}]" if one.surface == implied else f"[{span},{_ENCODER.encode(one.surface)}]"


def _sentence_rows(first: int, graph: DocumentGraph, packed: Mapping[str, list[str]]) -> Iterator[tuple[object, ...]]:
    positions = {section.id: section.position for section in graph.sections}
    for one in graph.sentences:
        resolved = None if one.resolved == one.text else one.resolved
        words = (one.text, resolved, one.lemmas, f"[{','.join(packed[one.id])}]", packed_clauses(one.clauses))
        yield (first + one.position, positions[one.section_id], one.start, one.end, *words)
