"""Recognise tables in plain text: columns separated by bars, tabs or wide gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lgm_core.documents.blocks import Block, Piece
from lgm_core.documents.formats.plain.lines import Line
from lgm_core.documents.table_rows import Cell, row_block

__all__ = ["table_blocks"]

_RULE = re.compile(r"[\s\-=_+|:]*")
_BAR = re.compile(r"\|")
# Two spaces after a full stop are a typing habit, not a column gap.
_GAP = re.compile(r"(?<![.!?:;\s]) *\t[ \t]*|(?<![.!?:;\s]) {2,}(?=\S)")
_NUMBER = re.compile(r"[-+]?[\d.,]+\s?%?")
_MIN_ROWS = 3
"""Rows of a table without bars; two lines with gaps in the same places may be a coincidence."""


def table_blocks(lines: Sequence[Line]) -> list[Block]:
    """Return the rows of a paragraph that is a table, without its header row; an empty list for other paragraphs."""
    content = [line for line in lines if not _RULE.fullmatch(line.text)]
    for separator, min_rows in ((_BAR, 2), (_GAP, _MIN_ROWS)):
        rows = [list(_cells(line, separator)) for line in content]
        if len(rows) >= min_rows and len(rows[0]) >= 2 and len({len(row) for row in rows}) == 1:
            names = _column_names(rows, has_rule=len(lines) > 1 and bool(_RULE.fullmatch(_second(lines, content))))
            blocks = (row_block(row, names) for row in (rows[1:] if names else rows))
            return [block for block in blocks if block]
    return []


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
    """Return the texts of the first row if it is a header: followed by a rule, or words above a column of numbers."""
    header = [cell.text for cell in rows[0]]
    is_above_numbers = any(
        not _NUMBER.fullmatch(name) and all(_NUMBER.fullmatch(row[column].text) for row in rows[1:])
        for column, name in enumerate(header)
    )
    return header if has_rule or is_above_numbers else []
