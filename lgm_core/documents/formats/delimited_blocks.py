"""Parse tables of delimited text (CSV) into one row of text per record, each value after its column's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lgm_core.documents.blocks import SENTENCE_END, Block, Piece
from lgm_core.documents.table_rows import Cell, row_blocks

__all__ = ["delimited_blocks"]

_DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"[-+]?[\d.,]+\s?%?\Z")
_KINDS = (_NUMBER, *map(re.compile, (r".*\d", r"[A-ZÄÖÜ]", r"\S+\s+\S")))
"""What all cells of a column may be and its name not: a number, with digits, with a capital first, of several words."""
_FEW = 2
"""Rows that show by another kind than numbers that the first one names columns."""
_USUAL_NAMES = frozenset(
    "category city code comment comments country date description email id key name note notes role status title type "
    "unit value".split()
)
"""Names of columns that are hardly ever values."""
_LONGEST_NAME = 60
"""Characters; longer texts in the first row are values, not names of columns."""


def delimited_blocks(text: str) -> Iterator[Block]:
    """Yield the rows of CSV with commas, semicolons, tabs or bars, whichever divides the first line most often.

    The first row names the columns unless it has a number or a sentence. Quoted cells may have delimiters, line breaks
    and doubled quotes. Loaders that divide by `, ` may have left the names out, so the first of such rows only names
    columns if the rows below it all have as many cells and differ from it: in some column all are numbers, have digits,
    begin with a capital or have several words, and the name does not; or if a usual name is among the names.
    """
    begin = 1 if text.startswith("\ufeff") else 0
    first = text[begin:].lstrip("\r\n").partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows = _rows(text, begin, delimiter)
    head = next(rows, None)
    if head is None:
        return
    names = [cell.text for cell in head]
    is_loaded = delimiter == "," and first.count(",") == first.count(", ")
    if not _are_names(names) or (is_loaded and not _is_head(names, islice(_rows(text, begin, delimiter), 1, None))):
        yield from row_blocks(head, ())
        names = []
    for row in rows:
        yield from row_blocks(row, names)


def _are_names(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text]
    return len(texts) > 1 and len(set(filled)) == len(filled) > len(texts) / 2 and all(map(_is_name, filled))


def _is_head(names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bool:
    """Tell whether all the rows below have as many cells as there are names, and differ from these."""
    shared = [[kind for kind in _KINDS if not kind.match(name)] for name in names]
    is_usual, count = not _USUAL_NAMES.isdisjoint(map(str.casefold, names)), 0
    for count, row in enumerate(rows, 1):  # noqa: B007  # the number of rows is needed below
        if len(row) != len(names):
            return False
        shared = [[kind for kind in kinds if kind.match(cell.text)] for kinds, cell in zip(shared, row, strict=True)]
        if not is_usual and not any(shared):
            return False
    return count > 0 and (is_usual or count >= _FEW or any(_NUMBER in kinds for kinds in shared))


def _is_name(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and not _NUMBER.match(text) and not SENTENCE_END.search(text)


def _rows(text: str, position: int, delimiter: str) -> Iterator[list[Cell]]:
    """Yield the rows with any text."""
    mark = re.escape(delimiter)
    cell = re.compile(
        rf'[^\S\r\n{mark}]*+(?:"(?P<quoted>(?:[^"]|"")*+)"[^{mark}\r\n]*|(?P<bare>[^{mark}\r\n]*))(?P<end>{mark}|\r\n?|\n|\Z)'
    )
    row: list[Cell] = []
    while position < len(text):
        match = cell.match(text, position)
        assert match is not None  # a cell may be empty, and an unclosed quote begins a bare one
        name = "bare" if match["quoted"] is None else "quoted"
        row.append(Cell(tuple(_pieces(match[name], match.start(name)))))
        position = match.end()
        if match["end"] != delimiter:
            yield from [row] if any(cell.pieces for cell in row) else []
            row = []
    yield from [row] if row else []


def _pieces(content: str, start: int) -> Iterator[Piece]:
    """Yield a cell's text, with one quote for two."""
    for number, part in enumerate(content.split('""')):
        if number:
            yield Piece('"', start - 2, start)
        if part:
            yield Piece(part, start, start + len(part))
        start += len(part) + 2
