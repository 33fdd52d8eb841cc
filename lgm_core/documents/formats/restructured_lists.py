"""Read definition lists and field lists of reStructuredText: a term with its definition, or a field, is an item."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lgm_core.documents.blocks import SENTENCE_END, Block, BlockKind, Piece
from lgm_core.documents.formats.paragraphs import Line, WordDivision

__all__ = ["restructured_items"]

_FIELD = re.compile(r"[ \t]*:(?P<name>[^:\s`][^:\n]{0,100}):(?:[ \t]+|$)")
_NO_TERM = re.compile(r"[ \t]*(?:[-*+•|>][ \t]|\(?(?:\d{1,2}|[a-z]|#)[.)][ \t]|\.\. )")
_LONGEST_TERM = 100


def restructured_items(lines: Sequence[Line], division: WordDivision) -> list[Block]:
    """Return an item for each definition (a term, then indented lines) or field (`:name: value`) of a paragraph.

    The list is empty for a paragraph that is neither.
    """
    outer = _indent(lines[0])
    groups: list[list[Line]] = []
    for line in lines:
        if _indent(line) <= outer:
            groups.append([])
        groups[-1].append(line)
    if all(_FIELD.match(group[0].text) for group in groups):
        return list(_fields(groups, division))
    if all(len(group) > 1 and _is_term(group[0].text) for group in groups):
        return [_item(group[0], group[1:], division) for group in groups]
    return []


def _fields(groups: Sequence[Sequence[Line]], division: WordDivision) -> Iterator[Block]:
    for first, *others in groups:
        match = _FIELD.match(first.text)
        assert match is not None
        rest = first.after(match.end())
        value = [line for line in (rest, *others) if line.text.strip()]
        if value:
            yield _item(Line(match["name"], first.start + match.start("name")), value, division)


def _item(term: Line, value: Sequence[Line], division: WordDivision) -> Block:
    start = value[0].start
    words = term.text.strip()
    begin = term.start + term.text.index(words)
    pieces = (Piece(words, begin, begin + len(words)), Piece(": ", start, start), *division.pieces(value))
    return Block(BlockKind.LIST_ITEM, pieces)


def _is_term(text: str) -> bool:
    if len(text) > _LONGEST_TERM or text.count("``") % 2 or text.count("`") % 2:  # code that goes on in the next line
        return False
    return not _NO_TERM.match(text) and not SENTENCE_END.search(text.rstrip()) and not text.rstrip().endswith(",")


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip(" \t"))
