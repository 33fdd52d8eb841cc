"""Parse plain text into paragraphs between blank lines, and clearly recognisable headings, lists, tables and code."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from lgm_core.documents.blocks import SENTENCE_END, Block, BlockKind, Piece
from lgm_core.documents.formats import plain_headings as headings
from lgm_core.documents.formats.paragraphs import Line, WordDivision, code_pieces, paragraphs
from lgm_core.documents.formats.restructured_lists import restructured_items
from lgm_core.documents.table_rows import Cell, keyed_blocks, row_block

__all__ = ["plain_blocks"]

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
"""Roles whose text is code, without the name of their language (`py:func`)."""


def without_inline_markup(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the visible text of lines: the name in ``:role:`name```, the text of a link, no footnote marks.

    Literals may continue on the next line.
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
    """Yield the pieces between two offsets into their joined text, with their own offsets."""
    for index in range(bisect_right(offsets, start) - 1, bisect_left(offsets, end)):
        piece, offset = pieces[index], offsets[index]
        first, last = max(start - offset, 0), min(end - offset, len(piece.text))
        if piece.is_literal:
            yield Piece(piece.text[first:last], piece.start + first, piece.start + last)
        else:
            yield piece._replace(text=piece.text[first:last])


_RULE = re.compile(r"[\s\-=_+|:]*")
_BAR = re.compile(r"\|")
# Two spaces after a full stop are a typing habit, not a column gap.
_GAP = re.compile(r"(?<![.!?:;\s]) *\t[ \t]*|(?<![.!?:;\s]) {2,}(?=\S)")
_NUMBER = re.compile(r"[-+−(]?[$€£¥]?\s?[\d.,]+\s?%?\)?")
_YEAR = re.compile(r"(?:FY)?(?:19|20)\d\d")
_MIN_ROWS = 3
"""The minimum rows of a table without bars; two lines with gaps in the same places may be a coincidence."""


def table_blocks(lines: Sequence[Line]) -> list[Block]:
    """Return the rows of a paragraph that is a table, without its header row; an empty list for other paragraphs."""
    content = [line for line in lines if not _RULE.fullmatch(line.text)]
    for separator, min_rows in ((_BAR, 2), (_GAP, _MIN_ROWS)):
        rows = [list(_cells(line, separator)) for line in content]
        if separator is _GAP and len({len(row) for row in rows}) > 1:
            rows = _with_empty_cells(rows, content)
        if len(rows) >= min_rows and len(rows[0]) >= 2 and len({len(row) for row in rows}) == 1:
            names = _column_names(rows, has_rule=len(lines) > 1 and bool(_RULE.fullmatch(_second(lines, content))))
            blocks = (row_block(row, names) for row in (rows[1:] if names else rows))
            return [block for block in blocks if block]
    return []


def _with_empty_cells(rows: Sequence[list[Cell]], lines: Sequence[Line]) -> list[list[Cell]]:
    """Return rows as long as the longest, with empty cells where none stands; no rows if the columns are unsure.

    They are sure if enough rows are full, and each cell of the others stands in exactly one column of these.
    """
    spans = [
        [(cell.pieces[0].start - line.start, cell.pieces[0].end - line.start) for cell in row]
        for row, line in zip(rows, lines, strict=True)
    ]
    full = [of_row for of_row in spans if len(of_row) == max(map(len, spans))]
    columns = [(min(start for start, _ in column), max(end for _, end in column)) for column in zip(*full, strict=True)]
    if len(full) < _MIN_ROWS or any("\t" in line.text for line in lines):
        return []
    filled: list[list[Cell]] = []
    for row, of_row in zip(rows, spans, strict=True):
        places = [
            [i for i, (left, right) in enumerate(columns) if left < end and start < right] for start, end in of_row
        ]
        if len(row) < 2 or any(len(place) != 1 for place in places) or len({place[0] for place in places}) < len(row):
            return []
        by_column = {place[0]: cell for place, cell in zip(places, row, strict=True)}
        filled.append([by_column.get(column, Cell()) for column in range(len(columns))])
    return filled


def typeset_rows(lines: Sequence[Line]) -> list[Block]:
    """Return the rows of a table in text extracted from a PDF file, of lines that `table_line` wrote."""
    rows = [[_cell(line, *span) for span in _between_bars(line.text)] for line in lines]
    has_rule = len(rows) > 1 and bool(_RULE.fullmatch(lines[1].text))
    names = [cell.text for cell in rows[0]] if has_rule else []
    blocks = (row_block(row, names if len(row) > 1 else []) for row in (rows[2:] if has_rule else rows))
    return [block for block in blocks if block]


def _between_bars(line: str) -> Iterator[tuple[int, int]]:
    bars = [match.start() for match in _BAR.finditer(line)]
    for bar, end in pairwise(bars):
        start = bar + 1 + len(line[bar + 1 : end]) - len(line[bar + 1 : end].lstrip())
        yield start, start + len(line[start:end].rstrip())


def _second(lines: Sequence[Line], content: Sequence[Line]) -> str:
    """Return the line after the first line with text."""
    following = lines.index(content[0]) + 1
    return lines[following].text if following < len(lines) else ""


def _cells(line: Line, separator: re.Pattern[str]) -> Iterator[Cell]:
    text = line.text.rstrip()
    start = len(text) - len(text.lstrip(" \t|"))
    text = text.rstrip("|")
    for match in separator.finditer(text, start):
        yield _cell(line, start, match.start())
        start = match.end()
    yield _cell(line, start, len(text))


def _cell(line: Line, start: int, end: int) -> Cell:
    return Cell((Piece(line.text[start:end], line.start + start, line.start + end),))


def _column_names(rows: Sequence[Sequence[Cell]], *, has_rule: bool) -> list[str]:
    """Return the texts of the first row if it is a header: followed by a rule, or words or years above numbers."""
    header = [cell.text for cell in rows[0]]
    columns = [[text for row in rows[1:] if (text := row[column].text)] for column in range(len(header))]
    is_above_numbers = any(
        name and below and not _NUMBER.fullmatch(name) and all(map(_NUMBER.fullmatch, below))
        for name, below in zip(header, columns, strict=True)
    )
    years, amounts = header[1:], [text for below in columns[1:] for text in below]
    are_years = len(set(years)) == len(years) > 1 and all(map(_YEAR.fullmatch, years))
    is_above_amounts = all(map(_NUMBER.fullmatch, amounts)) and not all(map(_YEAR.fullmatch, amounts))
    return header if has_rule or is_above_numbers or (are_years and is_above_amounts) else []


_LINE_RULE = re.compile(r"[\s\-=_*~#+.·•|:]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦▪–·][ \t]+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)][ \t]+)(?=\S)")
_BULLETS = "•‣◦▪"
"""Characters that only ever begin a list item; a dash or number at a line's start may be part of a sentence."""
_QUOTE = re.compile(r"[ \t]*>[> \t]*")
_UNFINISHED = re.compile(
    r"[,;(–—-]$|\b(?:a|an|the|of|and|or|but|in|on|at|to|for|from|by|with|as|is|are|was|were|that|which|who)$", re.I
)
_RECORD = re.compile(r"\{.*\},?$|\[?\d{4}-\d\d-\d\d[T ,]\d\d:\d\d")
"""A line that is an object of JSON, or that begins with a time, as in logs."""
_BEGINS_ANEW = re.compile(r"[\"'“‘(\[]?[^\Wa-z_]")
_MARKED_HEADING = re.compile(r"(#{1,6})(?: |$)")
_SHORT_LINE = 0.65
"""A line break is intentional, not from wrapping, if the line and the next word fill at most this share of the width.

A larger share breaks wrapped paragraphs with a ragged edge, a smaller one joins lines that are items of their own.
"""
_LONGEST_WRAPPED = 150
"""Characters; text is wrapped at smaller widths, so a longer line is a whole paragraph."""
_MIN_PROSE = 60
"""Characters above which text counts as prose even without a full stop; shorter texts may be list items."""


def plain_blocks(text: str, *, is_typeset: bool = False, is_restructured: bool = False) -> Iterator[Block]:
    """Yield the blocks of plain text.

    Args:
        text: the document.
        is_typeset: the text was extracted by `read_pdf`: only lines marked `# Title` are headings, what is indented is
            code, and a hyphen at a line's end divides a word unless the text writes the word with the hyphen elsewhere.
        is_restructured: the text is reStructuredText, whose inline markup is removed.
    """
    division = WordDivision(text, drops_hyphens=is_typeset)
    levels = headings.HeadingLevels()
    all_paragraphs = list(paragraphs(text, is_restructured=is_restructured, is_typeset=is_typeset))
    following_prose = [paragraph.lines for paragraph in all_paragraphs if not paragraph.is_code][::-1]
    for index, paragraph in enumerate(all_paragraphs):
        lines = paragraph.lines
        if paragraph.is_code:
            yield Block(BlockKind.CODE, code_pieces(text, lines))
            continue
        following_prose.pop()
        following = following_prose[-1] if following_prose else []
        if is_typeset and lines[0].text.startswith("|"):
            yield from typeset_rows(lines)
            continue
        if is_typeset:
            heading, rest = _marked_heading(lines)
        else:
            heading, rest = _heading(lines, following, levels, is_first=index == 0)
        items = restructured_items(rest, division) if is_restructured and rest else []
        body = items or (_body(rest, division, is_typeset=is_typeset) if rest else [])
        for block in [*([heading] if heading else []), *body]:
            if is_restructured:
                block = replace(block, pieces=tuple(without_inline_markup(block.pieces)))
            yield block


def _marked_heading(lines: list[Line]) -> tuple[Block | None, list[Line]]:
    match = _MARKED_HEADING.match(lines[0].text)
    if not match:
        return None, lines
    title = lines[0].after(match.end())
    if not title.text:
        return Block(BlockKind.HEADING, (), len(match[1])), lines[1:]
    return _heading_block(title.after(headings.number_length(title.text)), len(match[1])), lines[1:]


def _heading(
    lines: list[Line], following: list[Line], levels: headings.HeadingLevels, *, is_first: bool
) -> tuple[Block | None, list[Line]]:
    """Return the heading at the beginning of a paragraph, if any, and the lines after it."""
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
        number, title_start = numbering
        level = levels.level("chapter") if number == "chapter" else levels.numbered_level(number)
        return _heading_block(line.after(title_start), level)
    if headings.is_capitals(line.text) and not _is_shouted(following):
        return _heading_block(line, levels.level("capitals"))
    if is_first and headings.is_title_line(line.text) and _is_prose(following):
        return _heading_block(line, levels.level("title"))
    return None


def _can_follow(number: str, following: list[Line]) -> bool:
    """Tell whether a paragraph can follow a heading of this number; if not, both are items of a list."""
    next_numbering = headings.numbering(following[0].text) if len(following) == 1 else None
    if next_numbering:
        return number == "chapter" or "." in next_numbering[0] or "." in number
    return _is_prose(following)


def _is_prose(lines: list[Line]) -> bool:
    length = sum(len(line.text.strip()) for line in lines)
    is_sentence = length > _MIN_PROSE or bool(SENTENCE_END.search(lines[-1].text.rstrip()))
    return is_sentence and any(character.islower() for line in lines for character in line.text)


def _is_shouted(lines: list[Line]) -> bool:
    """Tell whether a paragraph too long for a heading is in capitals, as in a document written in capitals."""
    return len(lines) > 1 and not _is_prose(lines)


def _heading_block(line: Line, level: int) -> Block:
    return Block(BlockKind.HEADING, (_piece(line),), level)


def _piece(line: Line) -> Piece:
    return Piece(line.text, line.start, line.end)


def _body(lines: list[Line], division: WordDivision, *, is_typeset: bool) -> Iterator[Block]:
    kind = BlockKind.PARAGRAPH
    if all(_QUOTE.match(line.text) for line in lines):
        kind = BlockKind.QUOTE
        lines = [line.after(match.end()) for line in lines if (match := _QUOTE.match(line.text))]
    table = table_blocks(lines) or ([] if is_typeset else keyed_blocks([[_piece(line)] for line in lines]))
    if table:
        yield from table
        return
    for is_item, part in _parts(lines):
        yield Block(BlockKind.LIST_ITEM if is_item else kind, division.pieces(part))


def _parts(lines: Sequence[Line]) -> Iterator[tuple[bool, list[Line]]]:
    """Split a paragraph at list items, rules and intentional line breaks; yield each part and whether it is an item."""
    width = max(len(line.text.rstrip()) for line in lines)
    part: list[Line] = []
    is_item = False
    for line in lines:
        is_rule = _LINE_RULE.fullmatch(line.text)
        item = None if is_rule else _ITEM.match(line.text)
        begins_item = item and (
            not part or is_item or item[0].strip() in _BULLETS or part[-1].text.rstrip().endswith(":")
        )
        if part and (begins_item or is_rule or _is_ended_on_purpose(part, line, width)):
            yield is_item, part
            part, is_item = [], False
        if item and begins_item:
            part, is_item = [line.after(item.end())], True
        elif not is_rule:
            part.append(line)
    if part:
        yield is_item, part


def _is_ended_on_purpose(part: Sequence[Line], following: Line, width: int) -> bool:
    line, next_text = part[-1], following.text.strip()
    text = line.text.strip()
    if _RECORD.match(next_text) and (_RECORD.match(text) or _RECORD.match(part[0].text.strip())):
        return True
    if _UNFINISHED.search(text) or not _BEGINS_ANEW.match(next_text):
        return False
    length = len(line.text.rstrip())
    needed = length + 1 + len(next_text.split(maxsplit=1)[0])
    return text.endswith(":") or length > _LONGEST_WRAPPED or needed <= _SHORT_LINE * width
