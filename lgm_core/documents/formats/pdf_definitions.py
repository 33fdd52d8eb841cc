"""Find lists of names with an explanation beside each on a PDF file's pages, such as glossaries: a name is one row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from lgm_core.documents.formats.pdf_lines import PageLine
from lgm_core.documents.formats.pdf_tables import LEADING, Cell, PageTable, cells_of

__all__ = ["definition_lists"]

_MIN_ROWS = 3
_MAX_NAME = 45
"""Characters of the line of a name."""
_MIN_TEXT = 15
"""Characters of half of the explanations: shorter ones are cells of another table."""
_MIN_GAP = 3.0
"""Ems between names and explanations, at the median: columns of text stand nearer to each other."""
_SAME_PLACE = 0.4
"""Ems by which the beginnings of a column's lines differ at most."""
_NAME = re.compile(r"(?!\(?(?:[ivxl]{1,5}|\w)[.)](?!\w))[^(•].*[^\W\d_]{2}.*(?<![.;:])")
"""A name, but no mark of a list's item, and no end of a sentence."""
_GOES_ON = re.compile(r"[a-z(]")
"""The beginning of the second line of a name."""


def definition_lists(lines: Sequence[PageLine], tables: Sequence[PageTable]) -> Iterator[PageTable]:
    """Yield the lists of a page's lines outside its other tables."""
    taken = {index for table in tables for index in range(table.first, table.last + 1)}
    index = 0
    while index < len(lines):
        end, rows = _rows_from(index, lines, taken)
        if rows:
            yield PageTable(index, end - 1, ("", ""), rows, ())
        index = max(end, index + 1)


def _rows_from(first: int, lines: Sequence[PageLine], taken: set[int]) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Return the end of the lines that look like rows of a list, and the rows if they are one."""
    begun = [] if first in taken else _cells(lines[first])
    if len(begun) != 2:
        return first, ()
    em, places = lines[first].size, [cell.left for cell in begun]
    rows: list[tuple[list[str], list[str]]] = []
    gaps: list[float] = []
    end = first
    for index in range(first, len(lines)):
        line = lines[index]
        if index in taken or (rows and not 0 < lines[index - 1].height - line.height <= LEADING * em):
            break
        cells = _cells(line)
        columns = [column for cell in cells for column in (0, 1) if abs(cell.left - places[column]) <= _SAME_PLACE * em]
        if columns == [0, 1] and _NAME.fullmatch(cells[0].text):
            rows.append(([], []))
            gaps.append(cells[1].left - cells[0].right)
        elif not rows or len(cells) != 1 or not (columns == [1] or (columns == [0] and _GOES_ON.match(line.text))):
            break
        for column, cell in zip(columns, cells, strict=True):
            rows[-1][column].append(cell.text)
        end = index + 1
    is_list = (
        len(rows) >= _MIN_ROWS
        and median(gaps) >= _MIN_GAP * em
        and median(sum(map(len, parts)) for _, parts in rows) >= _MIN_TEXT
    )
    return end, tuple((" ".join(names), " ".join(parts)) for names, parts in rows) if is_list else ()


def _cells(line: PageLine) -> list[Cell]:
    """Return the cells of a line: its only text, or a name and an explanation; none of other lines."""
    gaps = [after.left - before.right for before, after in pairwise(line.words)]
    if line.is_code or not gaps or max(gaps) < line.size:
        return [] if line.is_code else [Cell(line.text, line.words[0].left, line.words[-1].right, False)]
    cells = cells_of(line)
    return cells if len(cells) <= 2 and len(cells[0].text) <= _MAX_NAME and not cells[-1].is_number else []
