"""Run analysis over chunks of documents, in this process or in a pool of worker processes, results in order.

Worker processes come from loky, which unlike the standard pool neither forks a threaded process nor re-imports the
caller's script, so it works from notebooks, servers and scripts without a `__main__` guard.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from itertools import chain, islice
from typing import TypeVar

__all__ = ["available_cores", "map_in_order"]

T = TypeVar("T")
R = TypeVar("R")

_MIN_CHUNKS = 3
"""Chunks from which worker processes are started; with fewer, starting them would take longer than the work."""

_CHUNKS_PER_WORKER = 2
"""Chunks under way for each worker: one in work and one waiting, so that no worker idles and memory stays bounded."""


_PARENT_SECONDS = 1.0
"""How often a worker looks whether its parent is still there."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_order(work: Callable[[T], R], chunks: Iterable[T], *, workers: int) -> Generator[R, None, None]:
    """Yield `work(chunk)` for each chunk, in order, reading at most a few chunks ahead.

    With one worker, or fewer than three chunks, everything runs in this process. Close the generator to end the worker
    processes before all chunks are done.
    """
    chunks = iter(chunks)
    first = list(islice(chunks, _MIN_CHUNKS)) if workers > 1 else []
    if len(first) < _MIN_CHUNKS:
        yield from map(work, chain(first, chunks))
    else:
        yield from _in_processes(work, chain(first, chunks), workers)


def _in_processes(work: Callable[[T], R], chunks: Iterator[T], workers: int) -> Generator[R, None, None]:
    from loky import ProcessPoolExecutor

    pool = ProcessPoolExecutor(max_workers=workers, initializer=_begin_worker, initargs=(os.getpid(),))
    pending: deque[Future[R]] = deque()
    finished = False
    try:
        for chunk in chunks:
            pending.append(pool.submit(work, chunk))
            if len(pending) > _CHUNKS_PER_WORKER * workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
        finished = True
    finally:
        # After an interruption, do not wait for chunks whose results nobody will read.
        pool.shutdown(wait=True, kill_workers=not finished)


def _begin_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, and end with it however it ends: killed, it cannot end its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(1)
