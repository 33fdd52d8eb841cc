"""Where the vectors of a graph are stored: in a folder beside the graph file, else among the store's blobs.

They may vanish at any time; texts are then embedded again.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lgm_core.errors import StoreError
from lgm_core.file_writing import TEMPORARY, written_whole

__all__ = ["BlobStore", "VectorBlobs", "VectorFolder", "VectorPlace", "vector_place"]

_PREFIX = "vectors-"
_SUFFIX = ".npy"

Array = npt.NDArray[Any]


class BlobStore(Protocol):
    """Stores bytes under names; all of them may vanish at any time."""

    def read_blob(self, name: str) -> bytes | None:
        """Return the bytes under a name, or None."""
        ...

    def write_blob(self, name: str, data: bytes) -> None:
        """Store bytes under a name, replacing any previous ones."""
        ...

    def delete_blobs(self, prefix: str) -> int:
        """Delete the blobs whose names start with a prefix; return their number."""
        ...


class VectorPlace(Protocol):
    """Stores arrays under names."""

    def read(self, name: str) -> Array | None:
        """Return the array under a name, memory-mapped if possible; None without one."""
        ...

    def write(self, name: str, array: Array) -> None:
        """Store an array under a name."""
        ...

    def blank(self, name: str, places: Array) -> None:
        """Overwrite rows of an array with zeros, also for readers that have mapped it.

        Raises:
            StoreError: they cannot be overwritten.
        """
        ...

    def forget(self, prefix: str = "") -> None:
        """Delete the arrays whose names begin with a prefix."""
        ...

    def surviving(self, names: Sequence[str]) -> AbstractContextManager[None]:
        """Return a context in which the store's blobs may be emptied, and after which these arrays exist."""
        ...


def vector_place(store: BlobStore) -> VectorPlace:
    """Return where the vectors of a store's graph are stored."""
    path = getattr(store, "path", None)
    return VectorBlobs(store) if path is None else VectorFolder(Path(path))


class VectorFolder:
    """A folder beside a graph file, with one file per array; arrays that cannot be written are not stored."""

    def __init__(self, graph: Path) -> None:
        self._folder = graph.with_name(f"{graph.name}-vectors")

    def read(self, name: str) -> Array | None:
        """Memory-map an array; None without a readable one."""
        with suppress(OSError, ValueError):
            array: Array = np.load(self._folder / f"{name}{_SUFFIX}", mmap_mode="r", allow_pickle=False)
            return array.view(np.ndarray)
        return None

    def write(self, name: str, array: Array) -> None:
        """Store an array atomically."""
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            self._remove_unfinished()
            with written_whole(self._folder / f"{name}{_SUFFIX}") as file:
                np.save(file, array, allow_pickle=False)

    def blank(self, name: str, places: Array) -> None:
        """Overwrite rows in the file itself."""
        path = self._folder / f"{name}{_SUFFIX}"
        try:
            array = np.load(path, mmap_mode="r+", allow_pickle=False)
            array[places] = np.zeros((), dtype=array.dtype)
            array.flush()
        except FileNotFoundError:
            return
        except OSError as error:
            raise StoreError(
                f"{path}: vectors of deleted documents cannot be overwritten ({error.strerror}); make the folder "
                "writable, or remove it: it will be rebuilt"
            ) from error

    def forget(self, prefix: str = "") -> None:
        """Remove files; processes that mapped one keep reading its old content."""
        if not prefix:
            shutil.rmtree(self._folder, ignore_errors=True)
        for path in self._folder.glob(f"{prefix}*"):
            with suppress(OSError):
                path.unlink()

    def surviving(self, names: Sequence[str]) -> AbstractContextManager[None]:
        """Return a context: files stay unchanged, except remains of killed processes."""
        self._remove_unfinished()
        return nullcontext()

    def _remove_unfinished(self) -> None:
        """Remove remains of processes killed while writing; one that is still writing then stores nothing."""
        for path in self._folder.glob(f"*{TEMPORARY}"):
            with suppress(OSError):
                path.unlink()


class VectorBlobs:
    """The blobs of a store, for graphs without a local folder."""

    def __init__(self, store: BlobStore) -> None:
        self._store = store

    def read(self, name: str) -> Array | None:
        """Read a whole array."""
        data = self._store.read_blob(_PREFIX + name)
        if data is None:
            return None
        array: Array = np.load(io.BytesIO(data), allow_pickle=False)
        return array

    def write(self, name: str, array: Array) -> None:
        """Store an array."""
        buffer = io.BytesIO()
        np.save(buffer, array, allow_pickle=False)
        self._store.write_blob(_PREFIX + name, buffer.getvalue())

    def blank(self, name: str, places: Array) -> None:
        """Rewrite the array with these rows blank."""
        array = self.read(name)
        if array is not None:
            array[places] = np.zeros((), dtype=array.dtype)
            self.write(name, array)

    def forget(self, prefix: str = "") -> None:
        """Delete arrays."""
        self._store.delete_blobs(_PREFIX + prefix)

    @contextmanager
    def surviving(self, names: Sequence[str]) -> Iterator[None]:
        """Restore the blobs after the block; after a block that fails, nothing."""
        held = {name: self._store.read_blob(_PREFIX + name) for name in names}
        self.forget()
        yield
        for name, data in held.items():
            if data is not None:
                self._store.write_blob(_PREFIX + name, data)
