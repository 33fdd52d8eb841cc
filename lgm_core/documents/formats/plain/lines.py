"""Split plain text into lines, and join words that are hyphenated at line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from lgm_core.documents.blocks import Piece

__all__ = ["Line", "WordDivision", "stretches"]

_LINE = re.compile(r"([^\r\n\f\u2029]*)(?:\r\n?|[\n\f\u2029]|\Z)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEFT_PART = re.compile(r"(?<![^\W\d_])([^\W\d_]++)([-\u2010\u00ad])[ \t]*+$")
_RIGHT_PART = re.compile(r"[ \t]*([^\W\d_]+)")
_SOFT_HYPHEN = "\u00ad"


class Line(NamedTuple):
    """A line or the rest of one, and its offset in the document."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Return the offset of the line's end."""
        return self.start + len(self.text)

    def after(self, length: int) -> Line:
        """Return the line without its first characters."""
        return Line(self.text[length:], self.start + length)


def stretches(text: str, start: int, end: int) -> Iterator[list[Line]]:
    """Yield the lines between blank lines of a part of a text."""
    lines: list[Line] = []
    for match in _LINE.finditer(text, start, end):
        if match[1].strip():
            lines.append(Line(match[1], match.start()))
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


class WordDivision:
    """Joins words that are divided at a line's end.

    Whether the hyphen belongs to the word is decided by how the document writes the word elsewhere. Where the word does
    not occur elsewhere, the hyphen is dropped if `drops_hyphens` (typeset text), and else kept (text typed by hand).
    """

    def __init__(self, text: str, *, drops_hyphens: bool) -> None:
        self._text = text
        self._drops_hyphens = drops_hyphens

    @cached_property
    def _words(self) -> set[str]:
        return set(_WORD.findall(self._text.lower()))

    def pieces(self, lines: Sequence[Line]) -> tuple[Piece, ...]:
        """Return lines as pieces of one running text, divided words joined."""
        pieces: list[Piece] = []
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            left = _LEFT_PART.search(line.text) if following else None
            right = _RIGHT_PART.match(following.text) if following and left else None
            if left is None or right is None or right[1][0].isupper():
                pieces.append(Piece(line.text, line.start, line.end))
                pieces.append(Piece("\n", line.end, line.end))
            else:
                length = left.start(2) if self._is_division(left[1], left[2], right[1]) else left.end(2)
                pieces.append(Piece(line.text[:length], line.start, line.start + length))
        return tuple(_without_indents(pieces))

    def _is_division(self, left: str, hyphen: str, right: str) -> bool:
        if hyphen == _SOFT_HYPHEN or f"{left}{right}".lower() in self._words:
            return True
        return self._drops_hyphens and f"{left}-{right}".lower() not in self._words


def _without_indents(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield pieces without their indentation, which would otherwise stand between the halves of a word."""
    for piece in pieces:
        indent = len(piece.text) - len(piece.text.lstrip(" \t"))
        yield Piece(piece.text[indent:], piece.start + indent, piece.end)
