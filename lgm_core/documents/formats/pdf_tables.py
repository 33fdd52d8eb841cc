"""Find the tables of numbers on a PDF file's pages: rows of numbers aligned in columns, and the heads above them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lgm_core.documents.formats.pdf_lines import PageLine

__all__ = ["LEADING", "Cell", "PageTable", "cells_of", "tables_of_pages"]

_FIGURE = r"[-+–—]?[$€£¥]?[-+–—]?\(?[$€£¥]?[-+–—]?(?:\d[\d,.]*|\.\d+)(?:\s?(?:%|x|pts?|bps?|pp))?\)?%?"
_NUMBER = re.compile(rf"{_FIGURE}(?:\s?\(\w{{1,2}}\)|\*{{1,3}})?|\$?\(?[-–—]+\)?%?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}")
_NO_VALUE = re.compile(r"N/?[AM]\.?|n/?[am]\.?|NMF?|\*+", re.ASCII)
_PREFIX = re.compile(r"[$€£¥(]{1,2}|\([$€£¥]")
_SUFFIX = re.compile(r"\)?\s?(?:%|x|pts?|bps?|pp)?\)?|\)?%?\(\w\)|\*{1,3}")
_YEAR = re.compile(r"(?:19|20)\d\d|\d{1,2}/\d{1,2}/\d{2,4}")
_LEADER = re.compile(r"(?:\s*\.){3,}\s*$")
_UNIT = re.compile(r"\(.{0,80}\)|.{0,40}\b(?:thousands|millions|billions|percent|per share)\b.{0,60}", re.I)

_GAP = 1.2
"""Ems between cells; words of a justified line may be an em apart."""
_GAP_AT_NUMBER = 0.6
"""Ems between a number and the words before it, if they are cells of their own."""
_LONE_GAP = 1.5
"""Ems before the only number of a row."""
LEADING = 2.6
"""Ems between the baselines of a table's rows at most; larger ones end it."""
_SAME_LINE = 0.3
"""Ems by which the baselines of heads on one line differ at most."""
_MAX_HEAD_PIECES = 40
_MAX_HEADS = 4
"""Lines above a table, at its widest leading, that may be heads of its columns."""
_MAX_HEAD = 45
"""Characters of the head of a column in one line."""
_MIN_CONTENTS = 3
"""Lines of a list of contents."""
_UNNUMBERED = 20
"""The most that page numbers may be larger than the number of pages, as in an extract."""
_MAX_WORDS = 2
"""Lines without numbers between two rows: names of groups, and the beginning of a long name."""


_Interval = tuple[float, float]


class Cell(NamedTuple):
    """A part of a line, and where its left and right ends are, in points."""

    text: str
    left: float
    right: float
    is_number: bool

    @property
    def centre(self) -> float:
        """Return the middle between its ends."""
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: `first` and `last` are the indices of its lines on the page, with its heads.

    `names` are the heads of its columns, the first that of the rows' names; each of the rows has as many cells, or a
    single one that names the rows below it. `columns` tell where the columns are.
    """

    first: int
    last: int
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[_Interval, ...]

    def is_contents(self, page: int, page_count: int) -> bool:
        """Tell whether this is a list of contents: names with page numbers that never fall and that point on."""
        if len(self.names) != 2 or not re.fullmatch(r"(?:page(?: no\.?)?|\d{1,3})?", self.names[1], re.I):
            return False
        numbers = [row[1] for row in self.rows if len(row) == 2]
        if len(numbers) < _MIN_CONTENTS or not all(re.fullmatch(r"\d{1,3}", number) for number in numbers):
            return False
        places = [int(number) for number in numbers]
        return places == sorted(places) and page < places[-1] <= page_count + _UNNUMBERED


def tables_of_pages(pages: Iterable[Sequence[PageLine]]) -> Iterator[list[PageTable]]:
    """Yield the tables of each page in order; one that goes on from the page before has the heads of that page."""
    last: PageTable | None = None
    for lines in pages:
        tables = _find_tables(lines)
        if last is not None and tables and _goes_on(last, tables[0], lines):
            tables[0] = replace(tables[0], names=(tables[0].names[0] or last.names[0], *last.names[1:]))
        yield tables
        last = tables[-1] if tables and tables[-1].last + 1 == len(lines) else None


def _goes_on(last: PageTable, table: PageTable, lines: Sequence[PageLine]) -> bool:
    """Tell whether the last table of a page goes on in the first one of the next page, below its title at most."""
    above = lines[: table.first]
    return (
        not any(table.names[1:])
        and len(above) <= _MAX_WORDS
        and not any(line.text.endswith((".", ":")) for line in above)
        and _are_below(table.columns, last.columns)
    )


def _find_tables(lines: Sequence[PageLine]) -> list[PageTable]:
    """Return the tables of a page in order."""
    cells = [cells_of(line) for line in lines]
    is_row = [_is_row(row, line) for row, line in zip(cells, lines, strict=True)]
    tables: list[PageTable] = []
    index = 0
    while index < len(lines):
        rows = _rows_from(index, lines, cells, is_row) if is_row[index] else []
        if rows and (table := _table(rows, lines, cells, is_row, tables[-1] if tables else None)):
            tables.append(table)
        index = rows[-1] + 1 if rows else index + 1
    return tables


def cells_of(line: PageLine) -> list[Cell]:
    """Divide a line into cells at gaps and before numbers, with the marks of a number beside it."""
    em = line.size or 1.0
    cells: list[Cell] = []
    for word in sorted(line.words, key=lambda word: word.left):
        number = bool(_NUMBER.fullmatch(word.text) or _NO_VALUE.fullmatch(word.text))
        here = Cell(word.text, word.left, word.right, number)
        if not cells:
            cells.append(here)
            continue
        before = cells[-1]
        gap = word.left - before.right
        if (_PREFIX.fullmatch(before.text) and (number or word.text[0].isdigit())) or (
            before.is_number and _SUFFIX.fullmatch(word.text) and gap < 2 * em and not _YEAR.fullmatch(before.text)
        ):
            cells[-1] = Cell(before.text + word.text, before.left, word.right, True)
        elif (
            gap > _GAP * em
            or ((number or _PREFIX.fullmatch(word.text) or before.is_number) and gap > _GAP_AT_NUMBER * em)
            or (before.is_number and (number or _PREFIX.fullmatch(word.text)))
        ):
            cells.append(here)
        else:
            cells[-1] = Cell(f"{before.text} {word.text}", before.left, word.right, False)
    return cells


def _is_row(cells: Sequence[Cell], line: PageLine) -> bool:
    """Tell whether a line is a row: a name and numbers, or several numbers, that are not only years."""
    numbers = [cell for cell in cells if cell.is_number]
    if not numbers or _is_head(cells):
        return False
    first = next(index for index, cell in enumerate(cells) if cell.is_number)
    if (
        any(len(cell.text) > _MAX_HEAD for cell in cells[first:])
        or sum(not cell.is_number for cell in cells[first:]) > 2
    ):
        return False
    if len(numbers) > 1:
        return True
    has_name = first > 0 and any(map(str.isalpha, cells[0].text))
    return has_name and first + 1 == len(cells) and numbers[0].left - cells[first - 1].right > _LONE_GAP * line.size


def _is_head(cells: Sequence[Cell]) -> bool:
    """Tell whether the numbers of a line are all years, and more than one, or without a name."""
    numbers = [cell for cell in cells if cell.is_number]
    years = [cell for cell in numbers if _YEAR.fullmatch(cell.text)]
    return bool(years) and len(years) == len(numbers) and (len(years) > 1 or len(cells) == len(years))


def _rows_from(
    start: int, lines: Sequence[PageLine], cells: Sequence[Sequence[Cell]], is_row: Sequence[bool]
) -> list[int]:
    """Return the indices of a table's lines from its first row on: rows, and names of groups between them."""
    rows = [start]
    columns = _intervals([cells[start]])
    words: list[int] = []
    for index in range(start + 1, len(lines)):
        line, before = lines[index], lines[index - 1]
        distance = before.height - line.height
        if line.is_code or not 0 < distance <= LEADING * max(line.size, before.size):
            break
        if is_row[index]:
            own = [cell for cell in cells[index] if cell.is_number]
            if not any(left <= cell.right and cell.left <= right for cell in own for left, right in columns):
                break
            rows += [*words, index]
            words = []
            columns = _intervals([cells[row] for row in rows])
        elif len(words) < _MAX_WORDS and not _is_head(cells[index]) and len(cells[index]) == 1:
            if line.words[-1].right > columns[0][0] and (words or not _is_followed_by_row(index, lines, is_row)):
                break
            words.append(index)
        else:
            break
    return rows


def _is_followed_by_row(index: int, lines: Sequence[PageLine], is_row: Sequence[bool]) -> bool:
    return index + 1 < len(lines) and is_row[index + 1] and len(lines[index].text) <= 2 * _MAX_HEAD


def _intervals(rows: Sequence[Sequence[Cell]]) -> list[_Interval]:
    """Return the columns of numbers: where numbers below each other overlap."""
    columns: list[_Interval] = []
    for left, right in sorted((cell.left, cell.right) for row in rows for cell in row if cell.is_number):
        if columns and left <= columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _table(
    indices: Sequence[int],
    lines: Sequence[PageLine],
    cells: Sequence[Sequence[Cell]],
    is_row: Sequence[bool],
    before: PageTable | None,
) -> PageTable | None:
    rows = [index for index in indices if is_row[index]]
    columns = _intervals([cells[index] for index in rows])
    first, names, opening = _heads(indices[0], lines, cells, columns, before.last + 1 if before else 0)
    if before is not None and not any(names[1:]) and _are_below(columns, before.columns):
        names = [names[0] or before.names[0], *before.names[1:]]  # the same table goes on after a gap
    if not any(names):
        first, opening = indices[0], []
    indices = [*opening, *indices]
    is_sure = len(rows) > 1 or any(names[1:])
    if not is_sure or (len(columns) == 1 and len(rows) < 3 and not names[1]):
        return None
    groups: list[tuple[float, str]] = []
    """The names of groups that the row stands under, each with its indent."""
    made: list[tuple[str, ...]] = []
    begun = ""
    for index in indices:
        line = lines[index]
        left = line.words[0].left
        groups = [group for group in groups if group[0] < left - 1]
        if not is_row[index]:
            name = _LEADER.sub("", line.text)
            position = indices.index(index)
            following = lines[indices[position + 1]] if position + 1 < len(indices) else None
            goes_on = name.endswith((",", "-", "–")) or (following is not None and following.text[0].islower())
            if goes_on and not name.endswith(":"):
                begun = f"{begun} {name}".strip()
                continue
            made.append((name,))
            groups.append((left, name.rstrip(":")))
            continue
        row = _row(cells[index], columns)
        name = f"{begun} {row[0]}".strip()
        begun = ""
        if groups and name and not name.startswith("Total"):
            name = f"{groups[-1][1]}: {name}"
        made.append((name, *row[1:]))
    return PageTable(first, indices[-1], tuple(names), tuple(made), tuple(columns))


def _are_below(columns: Sequence[_Interval], others: Sequence[_Interval]) -> bool:
    """Tell whether each column is below one of as many others."""
    pairs = zip(columns, others, strict=False)
    return len(columns) == len(others) and all(left <= end and start <= right for (left, right), (start, end) in pairs)


def _row(cells: Sequence[Cell], columns: Sequence[_Interval]) -> list[str]:
    """Return the texts of a row's cells in their columns, first its name."""
    row = [""] * (len(columns) + 1)
    is_name = True
    for cell in cells:
        is_name = is_name and not cell.is_number
        place = 0 if is_name else 1 + _nearest(cell, columns)
        row[place] = f"{row[place]} {cell.text}".strip()
    row[0] = _LEADER.sub("", row[0])
    return row


def _nearest(cell: Cell, columns: Sequence[_Interval]) -> int:
    """Return the index of the column that a cell overlaps most, or is nearest to."""
    return max(
        range(len(columns)), key=lambda index: min(cell.right, columns[index][1]) - max(cell.left, columns[index][0])
    )


def _heads(
    first: int,
    lines: Sequence[PageLine],
    cells: Sequence[Sequence[Cell]],
    columns: Sequence[_Interval],
    after: int,
) -> tuple[int, list[str], list[int]]:
    """Return the index of a table's first line, the heads of its columns from the lines above it, and its first groups.

    Groups are the indices of lines between the heads and the first row.
    """
    start = _first_candidate(first, lines, cells, after)
    placed: dict[int, list[tuple[int, str]]] = {}
    groups: list[int] = []
    for of_line in _on_one_line(range(start, first), lines):
        joined = [cell for index in of_line for cell in cells[index]]
        heads = _placed_heads(sorted(joined, key=lambda cell: cell.left), columns, lines[of_line[0]].size)
        if heads is not None:
            placed[of_line[0]] = heads
            placed |= {index: [] for index in of_line[1:]}
        elif not placed and len(joined) == 1 and joined[0].right <= columns[0][0] and len(groups) < _MAX_WORDS:
            groups.insert(0, of_line[0])
        else:
            break
    start = next((index + 1 for index in range(first - 1, start - 1, -1) if index not in {*placed, *groups}), start)
    names = [""] * (len(columns) + 1)
    for place, text in (each for index, heads in placed.items() if index >= start for each in heads):
        if text.lower() not in names[place].lower():
            names[place] = f"{text} {names[place]}".strip()
    if not any(names):
        above = first - len(groups)
        return (above if groups == list(range(above, first)) else first), names, groups
    start = next((index for index in range(start, first) if placed.get(index) or index in groups), first)
    return start, names, [group for group in groups if group >= start]


def _first_candidate(first: int, lines: Sequence[PageLine], cells: Sequence[Sequence[Cell]], after: int) -> int:
    """Return the index of the first of the short lines above a table's first row."""
    start = first
    while start > after and first - start < _MAX_HEAD_PIECES:
        line, below = lines[start - 1], lines[start]
        if line.is_code or not 0 < line.height - lines[first].height <= _MAX_HEADS * LEADING * line.size:
            break
        if abs(line.height - below.height) > 1.5 * LEADING * line.size and start == first:
            break
        if any(len(cell.text) > 2 * _MAX_HEAD for cell in cells[start - 1]):
            break
        start -= 1
    return start


def _on_one_line(indices: Iterable[int], lines: Sequence[PageLine]) -> list[list[int]]:
    """Group lines that stand beside each other, the lowest first; in files, heads often follow column by column."""
    grouped: list[list[int]] = []
    for index in sorted(indices, key=lambda index: (lines[index].height, index)):
        if grouped and lines[index].height - lines[grouped[-1][0]].height <= _SAME_LINE * lines[index].size:
            grouped[-1].append(index)
        else:
            grouped.append([index])
    return grouped


def _placed_heads(cells: Sequence[Cell], columns: Sequence[_Interval], em: float) -> list[tuple[int, str]] | None:
    """Return the heads of a line, each with the indices of its columns (0 for the rows' names); None if it has none."""
    leftmost = columns[0][0]
    beside = [cell for cell in cells if cell.right > leftmost - em / 2]
    names = [cell for cell in cells if cell.right <= leftmost - em / 2]
    text = " ".join(cell.text for cell in cells)
    if len(cells) == 1 and _UNIT.fullmatch(text) and not text.endswith("."):
        return [(0, text)]
    if len(names) > 1 or any(len(cell.text) > _MAX_HEAD or cell.left < leftmost - 12 * em for cell in beside):
        return None
    if not beside:
        return None
    heads = [(0, cell.text) for cell in names]
    reached = -1
    overlapped = [_overlapped(cell, columns) for cell in beside]
    for number, cell in enumerate(beside):
        low, high = overlapped[number]
        limit = overlapped[number + 1][0] - 1 if number + 1 < len(beside) else len(columns) - 1
        # A head that sticks out of its column stands over the next one, too.
        sticks_out = cell.left < columns[low][0] - em or cell.right > columns[high][1] + em or low < high
        share = 0.2 if sticks_out else 0.06
        spans = [
            (i, j)
            for i in range(reached + 1, low + 1)
            for j in range(high, limit + 1)
            if abs((columns[i][0] + columns[j][1]) / 2 - cell.centre)
            <= max(1.5 * em, share * (columns[j][1] - columns[i][0]))
        ]
        low, high = max(spans, key=lambda span: span[1] - span[0], default=(low, high))
        heads += [(place + 1, cell.text) for place in range(low, high + 1)]
        reached = max(reached, high)
    return heads


def _overlapped(cell: Cell, columns: Sequence[_Interval]) -> tuple[int, int]:
    places = [index for index, (left, right) in enumerate(columns) if left < cell.right and cell.left < right]
    nearest = _nearest(cell, columns)
    return (places[0], places[-1]) if places else (nearest, nearest)
