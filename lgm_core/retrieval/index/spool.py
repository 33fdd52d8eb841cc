"""Arrays in files without names while a large index is built, so that memory holds only what is being worked on.

The files are in the folder set by `spooling`. Each vanishes with its array, and with the process.
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

__all__ = ["Spool", "let_go", "slices", "spooled", "spooling", "unnamed_file"]

_IN_MEMORY = 1 << 24
"""Bytes of an array up to which it stays in memory."""

_ROWS_AT_ONCE = 1 << 22

_FOLDER: ContextVar[Path | None] = ContextVar("the folder of spooled arrays", default=None)


@contextmanager
def spooling(folder: Path | None) -> Iterator[None]:
    """Keep large arrays made in this block in files in a folder; without a folder, in memory."""
    token = _FOLDER.set(folder)
    try:
        yield
    finally:
        _FOLDER.reset(token)


def unnamed_file(buffering: int = -1) -> IO[bytes] | None:
    """Return a new file that vanishes once closed and unmapped; None without a folder it can be written to."""
    if (folder := _FOLDER.get()) is not None:
        with suppress(OSError):
            return tempfile.TemporaryFile(buffering=buffering, dir=folder)
    return None


class Spool:
    """Joins pieces, at least one, of one type and one dimension; what a full disk cannot take stays in memory."""

    def __init__(self) -> None:
        self._pieces: list[npt.NDArray[Any]] = []
        self._size = self._rows_in_file = 0
        self._file: IO[bytes] | None = None
        self._is_full = False

    def add(self, piece: npt.NDArray[Any]) -> None:
        """Append a piece."""
        self._pieces.append(piece)
        self._size += piece.nbytes
        if self._size > _IN_MEMORY and not self._is_full:
            self._file = self._file or unnamed_file(buffering=0)
            self._is_full = self._file is None
            try:
                self._write()
            except OSError:
                self._is_full = True

    def _write(self) -> None:
        while self._file is not None and self._pieces:
            piece = self._pieces[0]
            rest = np.ascontiguousarray(piece).view(np.uint8).data
            while rest:
                rest = rest[self._file.write(rest) :]
            self._kind = piece.dtype
            self._rows_in_file += len(self._pieces.pop(0))

    def finish(self) -> npt.NDArray[Any]:
        """Return the array; read-only if it is in a file."""
        parts = self._pieces
        if self._file is not None:
            with self._file:
                if self._rows_in_file:
                    data = np.memmap(self._file, dtype=self._kind, mode="r", shape=(self._rows_in_file,))
                    parts = [data.view(np.ndarray), *parts]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)


def spooled(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of one dimension, from a file if it is large."""
    spool = Spool()
    spool.add(array)
    return spool.finish()


def let_go(array: npt.NDArray[Any]) -> None:
    """Release the memory of a mapped array; its file is read again when needed."""
    base: object = array
    while isinstance(base, np.ndarray):
        base = base.base
    if isinstance(base, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        base.madvise(mmap.MADV_DONTNEED)


def slices(count: int, size: int | None = None) -> Iterator[slice]:
    """Yield consecutive slices of `count` rows, of at most `size` each; one if there are none."""
    size = size or _ROWS_AT_ONCE
    return (slice(first, min(first + size, count)) for first in range(0, max(count, 1), size))
