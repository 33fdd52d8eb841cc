"""Remove the inline markup of reStructuredText: roles, literals, links and emphasis."""

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
    """Yield the visible text of a line: the name in ``:role:`name```, the text of a link, no footnote mark."""
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
