"""Render the rows of a table as self-contained text: `Name: Lili; Age: 9`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.offsets import render

__all__ = ["Cell", "has_keys", "keyed_blocks", "row_block", "row_blocks", "trimmed"]

_KEYED = re.compile(r"\s*(?P<key>[^\W_][^:.!?;,|\n]{0,59}):(?:\s|$)")
"""A column's name at the beginning of a line, as loaders of CSV files write it."""
_LONGEST_CELL = 300
"""Characters; a longer cell is text of its own, with sentences of its own."""
_MIN_KEYS = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell; a header cell names its column or, beside data cells, its row."""

    pieces: tuple[Piece, ...] = ()
    is_header: bool = False

    @property
    def text(self) -> str:
        """Return the cell's clean text."""
        return render(self.pieces).text


def row_block(cells: Sequence[Cell], column_names: Sequence[str]) -> Block | None:
    """Render a row as a block, with each filled cell after its column name; None for a row without text.

    In a table without column names, a header cell names the next cell (`Born: 1906`).
    """
    pieces: list[Piece] = []
    for column, cell in enumerate(cells):
        content = trimmed(cell.pieces)
        if not content:
            continue
        start = content[0].start
        name = column_names[column].rstrip(":") if column < len(column_names) else ""
        if pieces and _follows_row_name(cells, column, column_names):
            pieces.append(Piece(" " if pieces[-1].text.endswith(":") else ": ", start, start))
        elif pieces:
            pieces.append(Piece("; ", start, start))
        if name and name != cell.text:
            pieces.append(Piece(f"{name}: ", start, start))
        pieces.extend(content)
    return Block(BlockKind.TABLE_ROW, tuple(pieces)) if pieces else None


def row_blocks(cells: Sequence[Cell], column_names: Sequence[str]) -> Iterator[Block]:
    """Yield a row as one block, then a paragraph for each cell of more than 300 characters."""
    is_long = [sum(len(piece.text) for piece in cell.pieces) > _LONGEST_CELL for cell in cells]
    if row := row_block([Cell() if long else cell for cell, long in zip(cells, is_long, strict=True)], column_names):
        yield row
    for cell in (cell for cell, long in zip(cells, is_long, strict=True) if long):
        yield Block(BlockKind.PARAGRAPH, cell.pieces)


def keyed_blocks(lines: Sequence[Sequence[Piece]]) -> list[Block]:
    """Return the blocks of lines that are all `key: value`: one row, or a paragraph for each line if keys repeat.

    The list is empty for other lines. Lines without a value are left out of a row.
    """
    texts = ["".join(piece.text for piece in line) for line in lines]
    matches = [match for text in texts if (match := _KEYED.match(text))]
    if len(lines) < _MIN_KEYS or len(matches) < len(lines):
        return []
    if len({match["key"].casefold() for match in matches}) < len(lines):
        return [Block(BlockKind.PARAGRAPH, tuple(line)) for line in lines]
    cells = [
        Cell(tuple(line)) for line, match in zip(lines, matches, strict=True) if match.string[match.end() :].strip()
    ]
    return list(row_blocks(cells, ()))


def has_keys(text: str) -> bool:
    """Tell whether a text begins with `key: value`, as a loader writes a row of a CSV file."""
    return bool(_KEYED.match(text))


def trimmed(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces without leading and trailing white space."""
    filled = [index for index, piece in enumerate(pieces) if piece.text.strip()]
    if not filled:
        return []
    *others, last = pieces[filled[0] : filled[-1] + 1]
    text = last.text.rstrip()
    return [*others, last._replace(text=text, end=last.start + len(text) if last.is_literal else last.end)]


def _follows_row_name(cells: Sequence[Cell], column: int, column_names: Sequence[str]) -> bool:
    previous = cells[column - 1] if column else None
    return not any(column_names) and previous is not None and previous.is_header and not cells[column].is_header
