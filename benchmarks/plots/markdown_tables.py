"""Tables of Markdown files, and the numbers in their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["Row", "Table", "TableError", "read_table"]

_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?")


class TableError(ValueError):
    """A table is missing, or a cell is not what a plot needs."""


@dataclass(frozen=True)
class Row:
    """A row of a table: its cells by the names of their columns."""

    place: str
    """Where it stands, for errors: file, heading and first cell."""
    cells: dict[str, str]

    def text(self, column: str) -> str:
        """Return a cell, without the marks of code."""
        return self.cells[column].strip("` ")

    def numbers(self, column: str, unit: str = "") -> list[float]:
        """Return the numbers of a cell, which may stand in brackets, or behind commas or semicolons, before their unit.

        Raises:
            TableError: anything else is in the cell, or it is empty.
        """
        cell = self.cells[column]
        parts = [part for part in re.split(r"[;\[\]\s]+|,\s+", cell.strip("` ]").removesuffix(f" {unit}")) if part]
        found = [_number(part.rstrip(",")) for part in parts]
        if not found or None in found:
            raise TableError(f"{self.place}: {cell!r} under {column!r} is not numbers; mend the table or the plot")
        return [number for number in found if number is not None]

    def number(self, column: str) -> float:
        """Return the one number of a cell.

        Raises:
            TableError: it is not one number.
        """
        found = self.numbers(column)
        if len(found) != 1:
            raise TableError(f"{self.place}: {self.cells[column]!r} under {column!r} is not one number")
        return found[0]


@dataclass(frozen=True)
class Table:
    """A table of a file, under a heading."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]


def read_table(file: Path, heading: str, *columns: str) -> Table:
    """Return the one table under a heading that has each of these columns once.

    Raises:
        TableError: there is none, or more than one.
    """
    under = [table for above, table in _tables(file) if above == heading]
    found = [table for table in under if all(table.header.count(column) == 1 for column in columns)]
    if len(found) != 1:
        raise TableError(f"{file.name}: {len(found)} tables under {heading!r} have the columns {', '.join(columns)}")
    return found[0]


def _number(text: str) -> float | None:
    if not re.search(r"\d", text) or not _NUMBER.fullmatch(text):
        return None
    return float(text.replace(",", ""))


def _tables(file: Path) -> Iterator[tuple[str, Table]]:
    """Yield each table with the heading above it."""
    heading, rows = "", []
    tokens = MarkdownIt("commonmark").enable("table").parse(file.read_text(encoding="utf-8"))
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[place + 1].content
        elif token.type == "table_open":
            rows = []
        elif token.type == "tr_open":
            rows.append(_cells(tokens, place))
        elif token.type == "table_close":
            header, *body = rows
            read = [
                Row(f"{file.name}, {heading!r}, row {row[0]!r}", dict(zip(header, row, strict=True))) for row in body
            ]
            yield heading, Table(tuple(header), tuple(read))


def _cells(tokens: list[Token], place: int) -> list[str]:
    end = next(n for n in range(place, len(tokens)) if tokens[n].type == "tr_close")
    return [token.content for token in tokens[place:end] if token.type == "inline"]
