"""Arrays in one memory-mapped file: opening it reads nothing, and processes share the pages they read."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np
import numpy.typing as npt

from lgm_core.file_writing import written_whole
from lgm_core.retrieval.index.arrays import Postings, Texts
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.segment import CodeRows, Segment
from lgm_core.retrieval.index.spool import let_go, unnamed_file

__all__ = ["blank_names", "locked", "mapped", "parked", "read_arrays", "write_arrays", "written"]

T = TypeVar("T")

_ALIGNED = 64
_LENGTH = 8
"""Bytes that hold the length of the header."""

_NESTED: dict[str, type] = {
    "columns": DocumentColumns,
    "document_ids": Texts,
    "names": Texts,
    "word_sections": Postings,
    "word_contexts": Postings,
    "word_positions": Postings,
    "concept_sections": Postings,
    "titled_sections": Postings,
    "named_sections": Postings,
    "concept_words": CodeRows,
}
"""The fields that are themselves made of arrays, by name."""


def write_arrays(file: IO[bytes], value: Segment | DocumentColumns) -> None:
    """Write all arrays of a segment or of columns."""
    arrays = dict(_flat(value, ""))
    places, end = {}, 0
    for name, array in arrays.items():
        places[name] = [array.dtype.str, list(array.shape), end]
        end += -(-array.nbytes // _ALIGNED) * _ALIGNED
    header = json.dumps(places).encode()
    header += b" " * (-(len(header) + _LENGTH) % _ALIGNED)
    file.write(len(header).to_bytes(_LENGTH, "little") + header)
    for array in arrays.values():
        file.write(np.ascontiguousarray(array).data.cast("B") if array.nbytes else b"")
        file.write(b"\0" * (-array.nbytes % _ALIGNED))
        let_go(array)


def read_arrays(kind: type[T], data: npt.NDArray[np.uint8]) -> T:
    """Return a segment or columns over the output of `write_arrays`; no array is copied."""
    arrays = {
        name: data[first : first + size].view(dtype).reshape(shape) for name, dtype, shape, first, size in _places(data)
    }
    value: T = _nested(kind, arrays, "")
    return value


def parked(columns: DocumentColumns) -> DocumentColumns:
    """Return columns from a file of their own, which vanishes with them; unchanged where there is no place for it."""
    if (file := unnamed_file()) is not None:
        with suppress(OSError), file:
            write_arrays(file, columns)
            file.flush()
            return read_arrays(DocumentColumns, mapped(file))
    return columns


def mapped(path: Path | IO[bytes]) -> npt.NDArray[np.uint8]:
    """Map a file into memory."""
    return np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)


def blank_names(path: Path, table: str, numbers: npt.NDArray[np.int64]) -> None:
    """Overwrite strings of a table of texts in a file with zeros; the others keep their positions."""
    data = np.memmap(path, dtype=np.uint8, mode="r+")
    places = {name: (first, size) for name, _, _, first, size in _places(data)}
    first, size = places[f"{table}.starts"]
    starts, (begin, _) = data[first : first + size].view(np.int64), places[f"{table}.data"]
    for number in numbers.tolist():
        data[begin + int(starts[number]) : begin + int(starts[number + 1])] = 0
    data.flush()


def _places(data: npt.NDArray[np.uint8]) -> Iterator[tuple[str, np.dtype[Any], list[int], int, int]]:
    """Yield name, type, shape, offset and number of bytes of each array."""
    length = int.from_bytes(data[:_LENGTH].tobytes(), "little")
    for name, (kind, shape, first) in json.loads(data[_LENGTH : _LENGTH + length].tobytes()).items():
        dtype = np.dtype(kind)
        yield name, dtype, shape, _LENGTH + length + first, dtype.itemsize * int(np.prod(shape))


def _flat(value: Any, prefix: str) -> Iterator[tuple[str, npt.NDArray[Any]]]:  # noqa: ANN401 - a dataclass of arrays
    for field in fields(value):
        inner = getattr(value, field.name)
        if is_dataclass(inner):
            yield from _flat(inner, f"{prefix}{field.name}.")
        else:
            yield prefix + field.name, inner


def _nested(kind: Any, arrays: dict[str, npt.NDArray[Any]], prefix: str) -> Any:  # noqa: ANN401 - a dataclass of arrays
    return kind(
        **{
            field.name: _nested(_NESTED[field.name], arrays, f"{prefix}{field.name}.")
            if field.name in _NESTED
            else arrays[prefix + field.name]
            for field in fields(kind)
        }
    )


def written(path: Path, data: bytes | Segment | DocumentColumns) -> None:
    """Write a file atomically."""
    with written_whole(path) as file:
        if isinstance(data, bytes):
            file.write(data)
        else:
            write_arrays(file, data)


@contextmanager
def locked(file: IO[bytes], *, wait: bool = True) -> Iterator[bool]:
    """Lock an open file and yield whether that succeeded; `wait` waits until it is free."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                break
            except OSError as error:
                if not wait and error.errno == errno.EACCES:
                    yield False
                    return
                if error.errno != errno.EDEADLOCK:  # raised after waiting ten seconds
                    raise
        try:
            yield True
        finally:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_held = True
        except BlockingIOError:
            is_held = False
        yield is_held
