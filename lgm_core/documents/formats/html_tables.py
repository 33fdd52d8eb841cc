"""Gather the cells of an HTML table row by row, with the columns and rows they span."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.table_rows import Cell, row_block

__all__ = ["HtmlTable"]

_MAX_SPAN = 50
"""Columns or rows; a larger `colspan` or `rowspan` is a mistake that would fill the memory with empty cells."""


@dataclass(slots=True)
class _SpanningCell:
    """A cell that spans rows below its own."""

    cell: Cell
    rows_left: int


@dataclass(slots=True)
class HtmlTable:
    """A table during reading; each row becomes a block when it ends.

    `is_layout` is set when a cell turns out to hold a heading or another table: such a table only arranges the page,
    and its cells are read as ordinary text.
    """

    is_layout: bool = False
    cell: list[Piece] | None = None
    _row: list[Cell] = field(default_factory=list)
    _row_start: int = 0
    _column_names: list[str] = field(default_factory=list)
    _has_data: bool = False
    _spanning_cells: dict[int, _SpanningCell] = field(default_factory=dict)
    _is_header: bool = False
    _spans: tuple[int, int] = (1, 1)

    def start_row(self, offset: int) -> list[Block]:
        """Begin a row; return the block of the previous row, if that was still open."""
        blocks = self.end_row()
        self._row_start = offset
        return blocks

    def start_cell(self, attributes: Mapping[str, str], *, is_header: bool) -> None:
        """Begin a cell."""
        self.end_cell()
        self.cell = []
        self._is_header = is_header
        self._spans = (_span(attributes.get("colspan")), _span(attributes.get("rowspan")))

    def end_cell(self) -> None:
        """Put the open cell, if any, into the row's next free column."""
        if self.cell is None:
            return
        cell = Cell(tuple(self.cell), self._is_header)
        self.cell = None
        self._place_spanning_cells()
        columns, rows = self._spans
        for spanned in range(columns):
            if rows > 1:
                self._spanning_cells[len(self._row)] = _SpanningCell(
                    cell if not spanned else Cell(is_header=cell.is_header), rows
                )
            # A header names every column it spans; data is not repeated.
            self._row.append(cell if not spanned or cell.is_header else Cell())

    def end_row(self) -> list[Block]:
        """End the open row; return its block, or none if it is a header or empty."""
        self.end_cell()
        if not self._row:
            return []
        self._place_spanning_cells()
        row, self._row = self._row, []
        for column, spanning in list(self._spanning_cells.items()):
            spanning.rows_left -= 1
            if not spanning.rows_left:
                del self._spanning_cells[column]
        if all(cell.is_header for cell in row):
            self._add_column_names(row)
            return []
        self._has_data = True
        block = row_block(row, self._column_names)
        return [block] if block else []

    def as_layout(self) -> list[Block]:
        """Become a layout table; return the cells of the open row as blocks."""
        self.is_layout = True
        self.end_cell()
        row, self._row = self._row, []
        return [Block(BlockKind.PARAGRAPH, cell.pieces) for cell in row]

    def _place_spanning_cells(self) -> None:
        while (spanning := self._spanning_cells.get(len(self._row))) and spanning.rows_left:
            copy = Piece(spanning.cell.text, self._row_start, self._row_start)
            self._row.append(Cell((copy,), spanning.cell.is_header))

    def _add_column_names(self, row: list[Cell]) -> None:
        """Use a row of headers as column names, below earlier ones; a header across the whole table is only a title."""
        names = [cell.text for cell in row]
        if len(names) > 1 and len(set(names)) == 1:
            return
        if self._has_data or len(names) != len(self._column_names):
            self._column_names, self._has_data = names, False
        else:
            self._column_names = [
                f"{upper} {lower}".strip() if upper != lower else lower
                for upper, lower in zip(self._column_names, names, strict=True)
            ]


def _span(value: str | None) -> int:
    return min(max(int(value), 1), _MAX_SPAN) if value and value.isascii() and value.isdigit() else 1
