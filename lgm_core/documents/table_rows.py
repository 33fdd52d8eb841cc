"""Render the rows of a table as self-contained text: `Name: Lili; Age: 9`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.offsets import render

__all__ = ["Cell", "row_block", "trimmed"]


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
