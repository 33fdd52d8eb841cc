"""Render code as it is written, line by line, with a map from its offsets back to those of the document."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lgm_core.documents.blocks import Piece
from lgm_core.documents.offsets import Rendered, Run
from lgm_core.model.invisible import INVISIBLE

__all__ = ["render_code", "split_code"]

_UNREADABLE = re.compile(rf"(?P<line_end>\r\n?)|(?P<control>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f])|[{INVISIBLE}]+")
_BLANK_LINES_BEFORE = re.compile(r"(?:[^\S\n]*\n)*")


def render_code(pieces: Iterable[Piece]) -> Rendered:
    """Join pieces, line breaks and indents as they are, without blank lines before and white space after all of them.

    Line ends become line feeds and control characters spaces; invisible characters vanish.
    """
    parts: list[str] = []
    runs: list[Run] = []
    length = 0
    for piece in pieces:
        for text, start, end in _readable(piece):
            parts.append(text)
            runs.append(Run(length, length + len(text), start, end))
            length += len(text)
    rendered = Rendered("".join(parts), tuple(runs))
    start, end = _end_of_blank_lines(rendered.text, 0), len(rendered.text.rstrip())
    return rendered.cut(start, end) if start < end else Rendered("", ())


def split_code(rendered: Rendered, limit: int) -> list[Rendered]:
    """Cut code into parts of at most `limit` characters: at blank lines, else at line ends, else anywhere."""
    text, start = rendered.text, 0
    if len(text) <= limit:
        return [rendered]
    parts: list[Rendered] = []
    while start < len(text):
        end = _last_break(text, start, start + limit) if len(text) - start > limit else len(text)
        if visible := text[start:end].rstrip():
            parts.append(rendered.cut(start, start + len(visible)))
        start = _end_of_blank_lines(text, end)
    return parts


def _readable(piece: Piece) -> Iterable[tuple[str, int, int]]:
    """Yield the readable parts of a piece with their original spans; a replacement keeps its whole span."""
    if not piece.is_literal:
        text = _UNREADABLE.sub(_replacement, piece.text)
        return [(text, piece.start, piece.end)] if text else []
    parts, start = [], 0
    for match in _UNREADABLE.finditer(piece.text):
        if match.start() > start:
            parts.append((piece.text[start : match.start()], piece.start + start, piece.start + match.start()))
        if replacement := _replacement(match):
            parts.append((replacement, piece.start + match.start(), piece.start + match.end()))
        start = match.end()
    if start < len(piece.text):
        parts.append((piece.text[start:], piece.start + start, piece.end))
    return parts


def _replacement(match: re.Match[str]) -> str:
    return "\n" if match["line_end"] else " " if match["control"] else ""


def _end_of_blank_lines(text: str, start: int) -> int:
    match = _BLANK_LINES_BEFORE.match(text, start)
    return match.end() if match else start


def _last_break(text: str, start: int, limit: int) -> int:
    """Return the offset of the line feed to cut at; blank lines count only in the second half of a part."""
    blank_line = text.rfind("\n\n", start + (limit - start) // 2, limit + 1)
    line_end = blank_line if blank_line > start else text.rfind("\n", start + 1, limit + 1)
    return line_end if line_end > start else limit
