"""Map a function over chunks, in this process or on an executor's workers, with ordered results.

A chunk whose worker died is retried with nothing else under way, so that no other chunk is blamed; then its parts are,
one by one. A part that kills its worker again is set aside, and the rest continues.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeVar

from lgm_core.learning.executors.worker_pool import WorkerPool, is_worker_lost
from lgm_core.worker_threads import available_cores

__all__ = ["ChunkWork", "map_in_order"]

T = TypeVar("T")
R = TypeVar("R")

_MIN_CHUNKS = 3
"""The fewest chunks for which worker processes are started; with fewer, starting them would take longer than the
work."""

_CHUNKS_PER_WORKER = 2
"""Chunks under way per worker: one in work and one waiting, so that no worker idles and memory is bounded."""

_MOST_DEATHS = 2
"""How many workers a single part of a chunk may kill before it is set aside."""


@dataclass(frozen=True, slots=True)
class ChunkWork(Generic[T, R]):
    """The work on chunks.

    Attributes:
        work: the function workers apply to a chunk: a module's function, or a `functools.partial` of one, so that it
            can be pickled. It must be idempotent.
        parts: splits a chunk into parts to be tried one by one.
        set_aside: returns the results of a part that killed its workers.
    """

    work: Callable[[T], list[R]]
    parts: Callable[[T], Sequence[T]]
    set_aside: Callable[[T], list[R]]


def map_in_order(
    work: ChunkWork[T, R], chunks: Iterable[T], *, workers: int | None = None, pool: WorkerPool | None = None
) -> Generator[list[R], None, None]:
    """Yield the results of each chunk, in order, reading at most a few chunks ahead.

    Without a pool, worker processes on this machine do the work; with one worker, or fewer than three chunks, this
    process does. Close the generator to stop before all chunks are done, which ends those processes.

    Args:
        work: the work.
        chunks: read lazily.
        workers: how many processes to start; None starts one per core.
        pool: workers to use instead, which may be shared.

    Raises:
        ExecutorError: the executor accepts no more work, and cannot be recreated.
    """
    if pool is not None:
        yield from _OrderedMap(work, pool).results(chunks)
        return
    chunks = iter(chunks)
    workers = workers or available_cores()
    first = list(islice(chunks, _MIN_CHUNKS)) if workers > 1 else []
    chunks = chain(first, chunks)
    if len(first) < _MIN_CHUNKS:
        yield from map(work.work, chunks)
        return
    with WorkerPool("loky", workers) as own:
        yield from _OrderedMap(work, own).results(chunks)


class _OrderedMap(Generic[T, R]):
    """A running map: the chunks submitted and not yet yielded, in order, each with its future."""

    def __init__(self, work: ChunkWork[T, R], pool: WorkerPool) -> None:
        self._work, self._pool = work, pool
        self._pending: deque[tuple[T, Future[list[R]]]] = deque()

    def results(self, chunks: Iterable[T]) -> Generator[list[R], None, None]:
        try:
            for chunk in chunks:
                self._pending.append((chunk, self._pool.submit(self._work.work, chunk)))
                if len(self._pending) > _CHUNKS_PER_WORKER * self._pool.workers:
                    yield self._next()
            while self._pending:
                yield self._next()
        finally:
            for _, future in self._pending:
                future.cancel()

    def _next(self) -> list[R]:
        try:
            result = self._pending[0][1].result()
        except Exception as error:
            if not is_worker_lost(error):
                raise
            self._try_again()
            result = self._pending[0][1].result()
        self._pending.popleft()
        return result

    def _try_again(self) -> None:
        """Wait for all work under way, then redo alone each chunk whose worker was lost."""
        self._pool.recover()
        for place, (chunk, future) in enumerate(self._pending):
            if future.cancelled() or ((error := future.exception()) is not None and is_worker_lost(error)):
                self._pending[place] = chunk, _finished(self._alone(chunk))

    def _alone(self, chunk: T) -> list[R]:
        """Do a chunk with nothing else under way, after a second loss part by part."""
        with suppress(_Lost):
            return self._done(chunk)
        parts = self._work.parts(chunk)
        deaths = 1 if len(parts) == 1 else 0
        return [result for part in parts for result in self._part(part, deaths)]

    def _part(self, part: T, deaths: int) -> list[R]:
        for _ in range(deaths, _MOST_DEATHS):
            with suppress(_Lost):
                return self._done(part)
        return self._work.set_aside(part)

    def _done(self, chunk: T) -> list[R]:
        """Do a chunk and wait for it.

        Raises:
            _Lost: its worker was lost, and has been replaced.
        """
        try:
            return self._pool.submit(self._work.work, chunk).result()
        except Exception as error:
            if not is_worker_lost(error):
                raise
            self._pool.recover()
            raise _Lost from error


class _Lost(Exception):
    """A worker was lost."""


def _finished(result: list[R]) -> Future[list[R]]:
    future: Future[list[R]] = Future()
    future.set_result(result)
    return future
