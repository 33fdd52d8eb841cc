"""Contents of sentences as plain data: mentions and clauses, and positions in documents as numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lgm_core.graph.codecs.piece_codec import compact_json
from lgm_core.model import Clause, Mention, MentionSource, StatementKind

__all__ = [
    "MAX_SENTENCES",
    "NEO4J_MENTIONS",
    "SQLITE_MENTIONS",
    "MentionCodec",
    "document_number",
    "packed_clauses",
    "position_of",
    "sentence_number",
    "sentence_range",
    "sql_range",
    "unpacked_clauses",
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


@dataclass(frozen=True, slots=True)
class MentionCodec:
    """Encodes mentions in one stored format.

    Attributes:
        title_is_known: whether readers have the section's title, so that the surface of a TITLE mention that repeats it
            is omitted.
    """

    title_is_known: bool

    def packed(self, mention: Mention, concept: int | str, text: str, title: str) -> tuple[int | str, ...]:
        """Return a mention as a short list."""
        source, start, end = mention.source, mention.start, mention.end
        implied = title if self.title_is_known and source is MentionSource.TITLE else text[start:end]
        stored = (concept, start, end, _SOURCES.index(source))
        return stored if mention.surface == implied else (*stored, mention.surface)

    def unpacked(
        self, stored: Sequence[Any], sentence_id: str, text: str, title: str, keys: Mapping[int, str] | None = None
    ) -> Mention:
        """Return a mention from its short list; `keys` are the concepts' keys if numbers are stored for them."""
        concept, start, end, code = stored[:4]
        source = _SOURCES[code]
        if len(stored) > 4:
            surface = stored[4]
        else:
            surface = title if self.title_is_known and source is MentionSource.TITLE else text[start:end]
        return Mention(sentence_id, concept if keys is None else keys[concept], surface, start, end, source)


SQLITE_MENTIONS = MentionCodec(title_is_known=True)
NEO4J_MENTIONS = MentionCodec(title_is_known=False)
