"""Read the files of a corpus on the workers of a build, if they see the same files as the build process.

A worker reads a file only if it has the same path, size and modification time as in this process, because machines may
share only some folders. Files that it does not see, or cannot read, are read by this process. So are files of rows:
reading them takes a small part of the time of analysis, and they need not fit into memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from lgm_core.documents.media_types import ROWS, file_media_type
from lgm_core.documents.reader import FileResults, FoundFile, ReadDocuments, ReadFiles, UnreadableFile, read_file
from lgm_core.errors import InputError
from lgm_core.learning.executors.ordered_map import ChunkWork, map_in_order
from lgm_core.learning.executors.worker_pool import WorkerPool
from lgm_core.model import Document

__all__ = ["reading_on"]

_BATCH_FILES = 16
_BATCH_BYTES = 1_000_000
"""The most files a worker reads together, and the total size after which no further file is added."""

_KILLED = (
    "the worker that read it died twice without an error; it may take more memory than a worker has, or crash a "
    "library: read it alone without an executor to see"
)


@dataclass(frozen=True, slots=True)
class _SeenFile:
    """A file with its size in bytes and its modification time in nanoseconds, as seen by one machine."""

    file: FoundFile
    size: int
    changed: int


_Batch = Sequence[_SeenFile | None]
"""Files for a worker to read, with None for those that are read here."""

_Read = Sequence[tuple[int | None, Document | InputError]] | None
"""A worker's results for a file; None if the build process is to read it."""


def reading_on(pool: WorkerPool) -> ReadFiles:
    """Return a function that reads files on workers, in order, a few batches ahead at most."""
    return partial(_read_files, pool)


def _read_files(
    pool: WorkerPool, files: Iterable[FoundFile | UnreadableFile], readers: Mapping[str, ReadDocuments]
) -> Iterator[tuple[FoundFile | UnreadableFile, FileResults]]:
    under_way: deque[list[FoundFile | UnreadableFile]] = deque()

    def batches() -> Iterator[_Batch]:
        batch: list[FoundFile | UnreadableFile] = []
        seen: list[_SeenFile | None] = []
        for file in files:
            batch.append(file)
            seen.append(_seen(file, readers))
            size = sum(each.size for each in seen if each is not None)
            if len(batch) == _BATCH_FILES or size >= _BATCH_BYTES:
                under_way.append(batch)
                yield seen
                batch, seen = [], []
        if batch:
            under_way.append(batch)
            yield seen

    with closing(map_in_order(_READING, batches(), pool=pool)) as read:
        for results in read:
            for file, result in zip(under_way.popleft(), results, strict=True):
                if isinstance(file, UnreadableFile):
                    yield file, ()
                else:
                    yield file, read_file(file, readers) if result is None else result


def _seen(file: FoundFile | UnreadableFile, readers: Mapping[str, ReadDocuments]) -> _SeenFile | None:
    """Return a file as this machine sees it; None if it is not for a worker to read."""
    if isinstance(file, UnreadableFile) or file.path.suffix.lower() in readers:
        return None
    return None if file_media_type(file.path) in ROWS else _as_it_is(file)


def _as_it_is(file: FoundFile) -> _SeenFile | None:
    try:
        status = file.path.stat()
    except OSError:
        return None
    return _SeenFile(file, status.st_size, status.st_mtime_ns)


def _read(batch: _Batch) -> list[_Read]:
    """Read files, in a worker."""
    return [None if seen is None or _as_it_is(seen.file) != seen else _read_whole(seen.file) for seen in batch]


def _read_whole(file: FoundFile) -> _Read:
    results = list(read_file(file))
    return None if any(isinstance(result, InputError) for _, result in results) else results


_READING: ChunkWork[_Batch, _Read] = ChunkWork(
    _read,
    parts=lambda batch: [[seen] for seen in batch],
    set_aside=lambda batch: [[(None, InputError(_KILLED))] for _ in batch],
)
