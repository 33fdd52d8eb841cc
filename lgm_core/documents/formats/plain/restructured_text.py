"""reStructuredText inside a paragraph: roles, literals, links and emphasis give up their marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lgm_core.documents.blocks import Piece

__all__ = ["without_inline_markup"]

_MARKUP = re.compile(
    r"""
    (?: :[\w:.+-]{1,60}: )? `+ [~!]? (?P<quoted> [^`<]+? ) (?: \s* <[^`>]*> )? `+ (?: __? (?!\w) )?
  | \*\*? (?P<strong> [^*\s] [^*]* ) \*\*?
  | \| (?P<substitution> [^|\s] [^|]* ) \| _?
  | (?P<note> \[ [\#*\w]{1,20} \]_ (?!\w) )
  | (?P<reference> \b [^\W_] [\w.-]* ) __? (?![\w])
    """,
    re.X,
)


def without_inline_markup(piece: Piece) -> Iterator[Piece]:
    """Yield what a reader sees of a line: ``:role:`name``` gives its name, a link its text, a note's mark nothing."""
    start = 0
    for match in _MARKUP.finditer(piece.text):
        yield _part(piece, start, match.start())
        group = match.lastgroup
        if group and group != "note":
            yield _part(piece, *match.span(group))
        start = match.end()
    yield _part(piece, start, len(piece.text))


def _part(piece: Piece, start: int, end: int) -> Piece:
    return Piece(piece.text[start:end], piece.start + start, piece.start + end)
