"""Contents of sentences as plain data: mentions and clauses, and positions in documents as numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from lgm_core.graph.codecs.packing import Column, Packing, compact_json
from lgm_core.model import Clause, Mention, MentionSource, Sentence, StatementKind

__all__ = [
    "MAX_SENTENCES",
    "SENTENCE",
    "document_number",
    "packed_clauses",
    "packed_mention",
    "position_of",
    "sentence_number",
    "sentence_range",
    "sql_range",
    "unpacked_clauses",
    "unpacked_mention",
]

_POSITION_BITS = 20
"""Part of the stored format: a million sentences per document, and 2**43 documents in 64 bits."""

_POSITION_MASK = (1 << _POSITION_BITS) - 1

MAX_SENTENCES = _POSITION_MASK
"""The most sentences of one document in any store, so that every graph fits into every store."""


def sentence_number(document: int, position: int) -> int:
    """Return the number of the sentence at `position` of the document with this number."""
    return document << _POSITION_BITS | position


def document_number(sentence: int) -> int:
    """Return the number of a sentence's document."""
    return sentence >> _POSITION_BITS


def position_of(sentence: int) -> int:
    """Return the position of a sentence in its document."""
    return sentence & _POSITION_MASK


def sentence_range(document: int) -> tuple[int, int]:
    """Return the smallest and the largest number of a document's sentences."""
    return sentence_number(document, 0), sentence_number(document, _POSITION_MASK)


def sql_range(document: str) -> str:
    """Return the bounds of `sentence_range` for SQL's BETWEEN; `document` is a column, never external input."""
    return f"{document} << {_POSITION_BITS} AND ({document} + 1 << {_POSITION_BITS}) - 1"


_KINDS = (StatementKind.ATTRIBUTE, StatementKind.ABILITY, StatementKind.ACTION)
"""Statement kinds by their stored number; the order is part of the stored format."""

_CODES = {kind: code for code, kind in enumerate(_KINDS)}


def packed_clauses(clauses: Sequence[Clause]) -> str | None:
    """Return clauses as JSON, `[[subject, verb, object, number of the kind], ...]`; None without any."""
    if not clauses:
        return None
    return compact_json([(clause.subject, clause.verb, clause.object, _CODES[clause.kind]) for clause in clauses])


def unpacked_clauses(text: str | None) -> tuple[Clause, ...]:
    """Return the clauses of a packed text."""
    if not text:
        return ()
    return tuple(Clause(subject, verb, object_, _KINDS[code]) for subject, verb, object_, code in json.loads(text))


_SOURCES = (MentionSource.TEXT, MentionSource.COREFERENCE, MentionSource.TITLE)
"""Sources by their stored number; the order is part of the stored formats."""


def packed_mention(mention: Mention, concept: int | str, text: str, title: str | None = None) -> tuple[int | str, ...]:
    """Return a mention as a short list, with the store's name for its concept.

    Its surface is left out if the sentence's text has it, or, for a TITLE mention, if it is the `title` of the section,
    which the reader must know too.
    """
    source, start, end = mention.source, mention.start, mention.end
    implied = title if title is not None and source is MentionSource.TITLE else text[start:end]
    stored = (concept, start, end, _SOURCES.index(source))
    return stored if mention.surface == implied else (*stored, mention.surface)


def unpacked_mention(
    stored: Sequence[Any], sentence: str, concept: str, text: str, title: str | None = None
) -> Mention:
    """Return a mention in a sentence from its short list, given the key of its concept."""
    _, start, end, code, *surfaces = stored
    source = _SOURCES[code]
    implied = title if title is not None and source is MentionSource.TITLE else text[start:end]
    return Mention(sentence, concept, surfaces[0] if surfaces else implied, start, end, source)


SENTENCE = Packing(
    Sentence,
    names_document=True,
    start=Column(),
    end=Column(),
    text=Column(),
    resolved=Column(lambda part, value: None if value == part.text else value, missing="{}.text"),
    lemmas=Column(),
    clauses=Column(lambda part, value: packed_clauses(value), lambda document, value: unpacked_clauses(value)),
    paragraph=Column(missing="-1"),
    page=Column(),
)
"""Most sentences have nothing to resolve, no clauses and no page: these are null."""
