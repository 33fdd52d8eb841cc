"""Parse tables of delimited text (CSV) into one row of text per record, each value after its column's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lgm_core.documents.blocks import SENTENCE_END, Block, Piece
from lgm_core.documents.table_rows import Cell, row_blocks

__all__ = ["delimited_blocks"]

_DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"[-+]?[\d.,]+\s?%?")
_LONGEST_NAME = 60
"""Characters; longer texts in the first row are values, not names of columns."""


def delimited_blocks(text: str) -> Iterator[Block]:
    """Yield the rows of CSV with commas, semicolons, tabs or bars, whichever divides the first line most often.

    The first row names the columns unless it has a number or a sentence. Quoted cells may have delimiters, line breaks
    and doubled quotes. Loaders that divide by `, ` may have left the names out, so the first of such rows only names
    columns if the rows below it all have as many cells, in some column all numbers.
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
    """Tell whether all the rows below have as many cells as there are names, and numbers below one of these."""
    numeric: set[int] | None = None
    for row in rows:
        if len(row) != len(names):
            return False
        found = {column for column, cell in enumerate(row) if _NUMBER.fullmatch(cell.text)}
        numeric = found if numeric is None else numeric & found
        if not numeric:
            return False
    return bool(numeric)


def _is_name(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and not _NUMBER.fullmatch(text) and not SENTENCE_END.search(text)


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
