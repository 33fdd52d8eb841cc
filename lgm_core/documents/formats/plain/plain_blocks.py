"""Plain text: paragraphs between blank lines, with the headings, lists and tables that are plain to see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.formats.plain import plain_headings as headings
from lgm_core.documents.formats.plain.lines import Line, WordDivision, paragraphs
from lgm_core.documents.formats.plain.plain_tables import table_blocks
from lgm_core.documents.formats.plain.restructured_text import without_inline_markup

__all__ = ["plain_blocks"]

_RULE = re.compile(r"[\s\-=_*~#+.·•|:]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦▪–·][ \t]+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)][ \t]+)(?=\S)")
_BULLETS = "•‣◦▪"  # never anything else; a dash or a number at a line's start may be
_QUOTE = re.compile(r"[ \t]*>[> \t]*")
_ENDS_SENTENCE = re.compile(r"[.!?:][\"'”’)\]]*$")
_UNFINISHED = re.compile(
    r"[,;(–—-]$|\b(?:a|an|the|of|and|or|but|in|on|at|to|for|from|by|with|as|is|are|was|were|that|which|who)$", re.I
)
_BEGINS_ANEW = re.compile(r"[\"'“‘(\[]?[^\Wa-z_]")
_MARKED_HEADING = re.compile(r"(#{1,6}) ")
# A line this much shorter than the longest of its paragraph was ended on purpose, not by wrapping.
_SHORT_LINE = 0.65
# Nobody wraps lines as long as this: each is a paragraph of its own.
_LONGEST_WRAPPED = 150


def plain_blocks(text: str, *, is_typeset: bool = False, is_restructured: bool = False) -> Iterator[Block]:
    """Read plain text into blocks.

    Args:
        text: the document.
        is_typeset: the text comes from our PDF reader: headings are marked `# Title` (others are not looked for),
            and a hyphen at a line's end divides a word unless the text shows otherwise.
        is_restructured: the text is reStructuredText, whose inline markup is taken away.
    """
    division = WordDivision(text, joins=is_typeset)
    levels = headings.HeadingLevels()
    all_paragraphs = list(paragraphs(text))
    for index, lines in enumerate(all_paragraphs):
        following = all_paragraphs[index + 1] if index + 1 < len(all_paragraphs) else []
        if is_typeset:
            heading, rest = _marked_heading(lines)
        else:
            heading, rest = _heading(lines, following, levels, is_first=index == 0)
        for block in [*([heading] if heading else []), *(_body(rest, division) if rest else [])]:
            yield _without_markup(block) if is_restructured else block


def _without_markup(block: Block) -> Block:
    return replace(block, pieces=tuple(part for piece in block.pieces for part in without_inline_markup(piece)))


def _marked_heading(lines: list[Line]) -> tuple[Block | None, list[Line]]:
    match = _MARKED_HEADING.match(lines[0].text)
    if not match:
        return None, lines
    title = lines[0].after(match.end())
    return _heading_block(title.after(headings.number_length(title.text)), len(match[1])), lines[1:]


def _heading(
    lines: list[Line], following: list[Line], levels: headings.HeadingLevels, *, is_first: bool
) -> tuple[Block | None, list[Line]]:
    """Return the heading that a paragraph is or begins with, if any, and the lines after it."""
    if len(lines) == 1:
        heading = _lone_heading(lines[0], following, levels, is_first=is_first)
        return heading, ([] if heading else lines)
    if len(lines) > 2 and lines[0].text.strip() == lines[2].text.strip():
        style = headings.underline_style(lines[1].text, lines[2].text)
        if style:
            return _heading_block(lines[1], levels.level(style * 2)), lines[3:]
    style = headings.underline_style(lines[0].text, lines[1].text)
    return (_heading_block(lines[0], levels.level(style)), lines[2:]) if style else (None, lines)


def _lone_heading(line: Line, following: list[Line], levels: headings.HeadingLevels, *, is_first: bool) -> Block | None:
    if not following:
        return None
    numbering = headings.numbering(line.text)
    if numbering and _can_follow(numbering[0], following):
        number, at = numbering
        level = levels.level("chapter") if number == "chapter" else levels.numbered_level(number)
        return _heading_block(line.after(at), level)
    if headings.is_capitals(line.text) and not _is_shouted(following):
        return _heading_block(line, levels.level("capitals"))
    if is_first and headings.is_title_line(line.text) and _is_prose(following):
        return _heading_block(line, levels.level("title"))
    return None


def _can_follow(number: str, following: list[Line]) -> bool:
    """Tell whether a paragraph can stand below a heading of this number, rather than be the next item of a list."""
    next_numbering = headings.numbering(following[0].text) if len(following) == 1 else None
    if next_numbering:
        return number == "chapter" or "." in next_numbering[0] or "." in number
    return _is_prose(following)


def _is_prose(lines: list[Line]) -> bool:
    length = sum(len(line.text.strip()) for line in lines)
    is_sentence = length > 60 or bool(_ENDS_SENTENCE.search(lines[-1].text.rstrip()))
    return is_sentence and any(character.islower() for line in lines for character in line.text)


def _is_shouted(lines: list[Line]) -> bool:
    """Tell whether a paragraph of more than a heading's length is in capitals, as the whole document may be."""
    return len(lines) > 1 and not _is_prose(lines)


def _heading_block(line: Line, level: int) -> Block:
    return Block(BlockKind.HEADING, (Piece(line.text, line.start, line.end),), level)


def _body(lines: list[Line], division: WordDivision) -> Iterator[Block]:
    kind = BlockKind.PARAGRAPH
    if all(_QUOTE.match(line.text) for line in lines):
        kind = BlockKind.QUOTE
        lines = [line.after(match.end()) for line in lines if (match := _QUOTE.match(line.text))]
    table = table_blocks(lines)
    if table:
        yield from table
        return
    for is_item, unit in _units(lines):
        yield Block(BlockKind.LIST_ITEM if is_item else kind, division.pieces(unit))


def _units(lines: Sequence[Line]) -> Iterator[tuple[bool, list[Line]]]:
    """Divide a paragraph at list items, rules and lines that were ended on purpose; tell which units are items."""
    width = max(len(line.text.rstrip()) for line in lines)
    unit: list[Line] = []
    is_item = False
    for line in lines:
        is_rule = _RULE.fullmatch(line.text)
        item = None if is_rule else _ITEM.match(line.text)
        begins_item = item and (
            not unit or is_item or item[0].strip() in _BULLETS or unit[-1].text.rstrip().endswith(":")
        )
        if unit and (begins_item or is_rule or _is_ended_on_purpose(unit[-1], line, width)):
            yield is_item, unit
            unit, is_item = [], False
        if item and begins_item:
            unit, is_item = [line.after(item.end())], True
        elif not is_rule:
            unit.append(line)
    if unit:
        yield is_item, unit


def _is_ended_on_purpose(line: Line, following: Line, width: int) -> bool:
    text, next_text = line.text.strip(), following.text.strip()
    if _UNFINISHED.search(text) or not _BEGINS_ANEW.match(next_text):
        return False
    length = len(line.text.rstrip())
    needed = length + 1 + len(next_text.split(maxsplit=1)[0])
    return text.endswith(":") or length > _LONGEST_WRAPPED or needed <= _SHORT_LINE * width
