"""Parse and write text with given sentences: one per line, a blank line between paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lgm_core.documents.blocks import Block, BlockKind, Piece

__all__ = ["heading_line", "paragraph_lines", "sentence_blocks"]

_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_LINE = re.compile(r"[^\n]+")


def sentence_blocks(text: str) -> Iterator[Block]:
    """Yield a block for each heading and sentence; sentences within a paragraph continue the previous one.

    A line that begins with `#` marks is a heading; marks without text end the sections of their level without opening
    one.
    """
    last = -1
    for line in _LINE.finditer(text):
        if not line[0].strip():
            continue
        heading = _HEADING.match(line[0])
        start = line.start() + (heading.end() if heading else 0)
        pieces = (Piece(text[start : line.end()], start, line.end()),) if text[start : line.end()].strip() else ()
        if heading:
            yield Block(BlockKind.HEADING, pieces, len(heading[1]))
            last = -1
        else:
            yield Block(BlockKind.SENTENCE, pieces, continues=line.start() == last + 1 and last >= 0)
            last = line.end()


def heading_line(title: str, level: int) -> str:
    """Return the line of a heading, which may have no title."""
    return f"{'#' * level} {' '.join(title.split())}".rstrip()


def paragraph_lines(sentences: Iterable[str]) -> Sequence[str]:
    """Return the lines of a paragraph, without those of sentences without text."""
    lines = [" ".join(sentence.split()) for sentence in sentences]
    return [f" {line}" if line.startswith("#") else line for line in lines if line]
