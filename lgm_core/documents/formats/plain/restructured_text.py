"""Remove the inline markup of reStructuredText: roles, literals, links and emphasis."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from lgm_core.documents.blocks import Piece

__all__ = ["without_inline_markup"]

_MARKUP = re.compile(
    r"""
    (?<! [`\w] ) `` (?P<literal> \S (?: .{0,400}? \S )?? ) `` (?! [`\w] )
  | (?: : (?P<role> [\w:.+-]{1,60} ) : )?
      (?<! ` ) `++ [~!]? (?P<quoted> [^`<\n]{1,400}? ) (?: \s{0,9} <[^`>\n]{0,400}> )? `+ (?: __? (?!\w) )?
  | \*\*? (?P<strong> [^*\s] [^*\n]* ) \*\*?
  | \| (?P<substitution> [^|\s] [^|\n]* ) \| _?
  | (?P<note> \[ [\#*\w]{1,20} \]_ (?!\w) )
  | (?P<reference> \b [^\W_] [\w.-]{0,100} ) __? (?![\w])
    """,
    re.X | re.S,
)
_NAMES = ("literal", "quoted", "strong", "substitution", "reference")
_CODE_ROLES = frozenset(
    "attr class code cmdoption command const data envvar exc file func kbd keyword literal macro makevar member meth "
    "mod obj option program property regexp samp struct type var".split()
)
"""Roles whose text is set as code, without the name of their language (`py:func`)."""


def without_inline_markup(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the visible text of lines: the name in ``:role:`name```, the text of a link, no footnote mark.

    Literals may go on over the end of a line.
    """
    offsets = [0, *accumulate(len(piece.text) for piece in pieces)]
    start = 0
    for match in _MARKUP.finditer("".join(piece.text for piece in pieces)):
        yield from _part(pieces, offsets, start, match.start())
        for name in _NAMES:
            if match[name] is not None:
                is_code = name == "literal" or _is_code_role(match["role"])
                for piece in _part(pieces, offsets, *match.span(name)):
                    yield piece._replace(is_code=is_code)
        start = match.end()
    yield from _part(pieces, offsets, start, offsets[-1])


def _is_code_role(role: str | None) -> bool:
    return role is not None and role.rpartition(":")[2] in _CODE_ROLES


def _part(pieces: Sequence[Piece], offsets: Sequence[int], start: int, end: int) -> Iterator[Piece]:
    """Yield what stands between two offsets into the joined text of pieces, whose own offsets are given."""
    for index in range(bisect_right(offsets, start) - 1, bisect_left(offsets, end)):
        piece, offset = pieces[index], offsets[index]
        first, last = max(start - offset, 0), min(end - offset, len(piece.text))
        if piece.is_literal:
            yield Piece(piece.text[first:last], piece.start + first, piece.start + last)
        else:
            yield piece._replace(text=piece.text[first:last])
