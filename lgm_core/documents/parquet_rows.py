"""Read Parquet files, one document per row, with the columns that JSON Lines have as keys.

A few bytes of Parquet can stand for any number of rows and of equal texts in them. So texts stay in their packed
dictionaries until their row is read, rows are read one by one, and reading stops if a file unpacks to far more than its
size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lgm_core.documents.json_lines import document_of_row
from lgm_core.errors import InputError, missing_extra
from lgm_core.model import Document, Location

if TYPE_CHECKING:
    from pyarrow import Scalar
    from pyarrow.parquet import ParquetFile

__all__ = ["count_parquet_rows", "read_parquet"]

_ROWS = 64
"""Rows read from the file together, still packed."""

_UNPACKED_BYTES = 50_000_000
_UNPACKED_TIMES = 200
"""The most bytes a file may unpack to, as an absolute number or times its size, whichever is more; texts unpack to less
than 20 times."""

_TEXTS = frozenset({"text", "sections"})
_SHOWN_COLUMNS = 12

_CELL_BYTES = 8
"""The size of a value, not counting its characters."""


def read_parquet(path: Path, name: str, source: str, location: Location) -> Iterator[tuple[int, Document | InputError]]:
    """Yield the number of each row, from 1, with its document or error.

    Rows are read like lines in `read_json_lines`. Null cells count as missing keys, as do values that Python lacks,
    such as a day in the year 100,000; dates and times become ISO 8601, to the microsecond, and decimals floats. A
    `text` of bytes is read as UTF-8.

    Raises:
        InputError: it is not a Parquet file, has no rows or no column of texts, is damaged, or unpacks to more than 50
            megabytes and 200 times its size; documents yielded before are valid.
        MissingDependencyError: pyarrow is not installed.
        OSError: the file cannot be read.
    """
    number = 0
    for number, row in enumerate(_rows(path), 1):
        if isinstance(text := row.get("text"), bytes):
            with suppress(UnicodeDecodeError):  # the error of the row reports it
                row["text"] = text.decode("utf-8")
        try:
            yield number, document_of_row(row, name, source, location)
        except InputError as error:
            yield number, error
    if not number:
        raise InputError("has no rows")


def count_parquet_rows(path: Path) -> int:
    """Return the number of rows a file claims to have.

    Raises:
        InputError: it is not a Parquet file.
        MissingDependencyError: pyarrow is not installed.
        OSError: the file cannot be read.
    """
    with _opened(path) as file:
        return int(file.metadata.num_rows)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with _opened(path) as file:
        unpacking = _Unpacking(max(_UNPACKED_BYTES, _UNPACKED_TIMES * path.stat().st_size))
        _check_columns(file.schema_arrow.names)
        groups = file.metadata.num_row_groups
        for group in range(groups):
            unpacking.check(file.metadata.row_group(group).total_byte_size)
            yield from _rows_of_group(file, group, unpacking)


def _rows_of_group(file: ParquetFile, group: int, unpacking: _Unpacking) -> Iterator[dict[str, Any]]:
    try:
        for batch in file.iter_batches(batch_size=_ROWS, row_groups=[group]):
            names, columns = batch.schema.names, batch.columns
            for number in range(batch.num_rows):
                cells = {name: unpacking.value(column[number]) for name, column in zip(names, columns, strict=True)}
                yield {name: value for name, value in cells.items() if value is not None or name == "text"}
    except InputError:
        raise
    except Exception as error:  # pyarrow also raises built-in errors
        if isinstance(error, OSError) and error.errno:
            raise
        raise InputError(f"is damaged in its row group {group + 1}: {error}") from error


def _check_columns(names: Sequence[str]) -> None:
    """Reject a table whose rows cannot be documents.

    Raises:
        InputError: it has no column of texts.
    """
    if not _TEXTS.intersection(names):
        found = ", ".join(names[:_SHOWN_COLUMNS]) + (", …" if len(names) > _SHOWN_COLUMNS else "")
        raise InputError(
            f'has no column "text", which documents are made of (with "id", "title" and "metadata", if there are any); '
            f"its columns are {found or 'none'}: rename one"
        )


def _opened(path: Path) -> ParquetFile:
    try:
        from pyarrow.parquet import ParquetFile, read_metadata
    except ImportError as error:
        raise missing_extra("a Parquet file", "parquet") from error
    try:
        metadata = read_metadata(path)
        columns = (metadata.schema.column(number) for number in range(metadata.num_columns))
        texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
        return ParquetFile(path, metadata=metadata, read_dictionary=texts)
    except Exception as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise InputError(f"is not a readable Parquet file: {error}") from error


class _Unpacking:
    """Converts cells to JSON values, and counts their size."""

    def __init__(self, bound: int) -> None:
        import pyarrow

        self._arrow = pyarrow
        self._bound = bound
        self._size = 0

    def check(self, size: int) -> None:
        """Reject a size in bytes above the bound.

        Raises:
            InputError: it is above the bound.
        """
        if size > self._bound:
            raise InputError(
                f"unpacks to {size:,} bytes or more, which is over {_UNPACKED_TIMES} times its own size, so the rest "
                "of it was not read; if its texts are what you want, write them to JSON Lines"
            )

    def value(self, cell: Scalar) -> Any:  # noqa: ANN401
        """Return the value of a cell, without nulls under keys; None if Python lacks it.

        Raises:
            InputError: the file has unpacked to more than the bound.
        """
        self._count(_CELL_BYTES)
        if not cell.is_valid:
            return None
        match cell:
            case self._arrow.MapScalar():
                return None
            case self._arrow.StructScalar():
                fields = {name: self.value(field) for name, field in cell.items()}
                return {name: value for name, value in fields.items() if value is not None}
            case self._arrow.ListScalar():
                return [self.value(item) for item in cell.values]
            case self._arrow.DictionaryScalar() | self._arrow.ExtensionScalar():
                return self.value(cell.value)
            case _:
                return None if self._arrow.types.is_nested(cell.type) else self._scalar(cell)

    def _scalar(self, cell: Scalar) -> Any:  # noqa: ANN401
        if (buffer := getattr(cell, "as_buffer", None)) is not None:
            self._count(len(buffer()))
        try:
            return _as_json(self._in_microseconds(cell).as_py())
        except Exception:  # not a day or time zone in Python, or not UTF-8
            return None

    def _in_microseconds(self, cell: Scalar) -> Scalar:
        """Return a time in nanoseconds, which Python lacks, in microseconds."""
        types = self._arrow.types
        if types.is_timestamp(cell.type) and cell.type.unit == "ns":
            return cell.cast(self._arrow.timestamp("us", cell.type.tz), safe=False)
        if types.is_time64(cell.type) and cell.type.unit == "ns":
            return cell.cast(self._arrow.time64("us"), safe=False)
        return cell

    def _count(self, size: int) -> None:
        self._size += size
        self.check(self._size)


def _as_json(value: Any) -> Any:  # noqa: ANN401
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal():
            return float(value)
        case _:
            return value
