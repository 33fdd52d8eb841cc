"""One integer for a sentence: its document's number in the upper bits, its position in the lower ones.

So the sentences of a document are neighbours and in order wherever they are sorted by number.
"""

from __future__ import annotations

__all__ = ["MAX_SENTENCES", "document_number", "position_of", "sentence_number", "sentence_range", "sql_range"]

_POSITION_BITS = 20
"""Part of the stored format: a million sentences a document, and 2**43 documents in 64 bits."""

_POSITION_MASK = (1 << _POSITION_BITS) - 1

MAX_SENTENCES = _POSITION_MASK
"""How many sentences one document may have, in any store, so that every graph fits into every store."""


def sentence_number(document: int, position: int) -> int:
    """Return the number of the sentence at `position` of the document with a number."""
    return document << _POSITION_BITS | position


def document_number(sentence: int) -> int:
    """Return the number of the document that a sentence is in."""
    return sentence >> _POSITION_BITS


def position_of(sentence: int) -> int:
    """Return the position of a sentence in its document."""
    return sentence & _POSITION_MASK


def sentence_range(document: int) -> tuple[int, int]:
    """Return the least and the greatest number that a sentence of a document can have."""
    return sentence_number(document, 0), sentence_number(document, _POSITION_MASK)


def sql_range(document: str) -> str:
    """Return the bounds of `sentence_range` for SQL's BETWEEN; `document` is a column, never a value from outside."""
    return f"{document} << {_POSITION_BITS} AND ({document} + 1 << {_POSITION_BITS}) - 1"
