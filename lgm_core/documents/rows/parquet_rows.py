"""Read Parquet files, one document a row, with the columns that lines of JSON Lines have as keys."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lgm_core.documents.rows.json_lines import document_of_row
from lgm_core.errors import InputError, missing_extra
from lgm_core.model import Document, Location

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

__all__ = ["count_parquet_rows", "read_parquet"]

_ROWS = 64
"""Rows that are decoded together."""


def read_parquet(path: Path, name: str, source: str, location: Location) -> Iterator[tuple[int, Document | InputError]]:
    """Yield the number of each row, from 1, with its document or its error.

    Rows are read as `read_json_lines` reads lines, with a cell that is null as a key that is not there; dates and times
    become ISO 8601, and decimal numbers floating ones. Few rows are in memory together.

    Args:
        path: the file.
        name: the id of rows without an `id`; a build numbers them.
        source: the source of all rows.
        location: where the file lies.

    Raises:
        InputError: it is no Parquet file, or damaged; what was read before stays.
        MissingDependencyError: pyarrow is not installed.
        OSError: the file cannot be read.
    """
    number = 0
    for number, row in enumerate(_rows(path), 1):
        try:
            yield number, document_of_row(row, name, source, location)
        except InputError as error:
            yield number, error
    if not number:
        raise InputError("has no rows")


def count_parquet_rows(path: Path) -> int:
    """Return how many rows a file says that it has.

    Raises:
        InputError: it is no Parquet file.
        MissingDependencyError: pyarrow is not installed.
        OSError: the file cannot be read.
    """
    with _opened(path) as file:
        return int(file.metadata.num_rows)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    from pyarrow import ArrowException

    with _opened(path) as file:
        batches = file.iter_batches(batch_size=_ROWS)
        while True:
            try:
                rows = next(batches, None)
                if rows is None:
                    return
                values = rows.to_pylist()
            except (ArrowException, OSError, UnicodeDecodeError) as error:
                if isinstance(error, OSError) and error.errno:
                    raise
                raise InputError(f"is damaged: {error}") from error
            for row in values:
                yield _plain(row)


def _opened(path: Path) -> ParquetFile:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise missing_extra("a Parquet file", "parquet") from error
    try:
        return ParquetFile(path)
    except ArrowException as error:
        raise InputError(f"is no Parquet file that can be read: {error}") from error


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Return a value as JSON would have it, without nulls under keys."""
    match value:
        case dict():
            return {key: _plain(item) for key, item in value.items() if item is not None}
        case list():
            return [_plain(item) for item in value]
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal():
            return float(value)
        case _:
            return value
