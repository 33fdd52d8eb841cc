"""Run analysis over chunks of documents, in this process or in a pool of worker processes, results in order.

Worker processes come from loky, which unlike the standard pool neither forks a threaded process nor re-imports the
caller's script, so it works from notebooks, servers and scripts without a `__main__` guard.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from itertools import chain, islice
from typing import TypeVar

__all__ = ["available_cores", "map_in_order"]

T = TypeVar("T")
R = TypeVar("R")

_TOO_FEW = 3
"""Chunks below which starting processes would take longer than the work."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_order(work: Callable[[T], R], chunks: Iterable[T], *, workers: int) -> Iterator[R]:
    """Yield `work(chunk)` for each chunk, in order, reading at most a few chunks ahead.

    With one worker, or fewer than three chunks, everything runs in this process.
    """
    chunks = iter(chunks)
    first = list(islice(chunks, _TOO_FEW)) if workers > 1 else []
    if len(first) < _TOO_FEW:
        yield from map(work, chain(first, chunks))
    else:
        yield from _in_processes(work, chain(first, chunks), workers)


def _in_processes(work: Callable[[T], R], chunks: Iterator[T], workers: int) -> Iterator[R]:
    from loky import ProcessPoolExecutor

    pool = ProcessPoolExecutor(max_workers=workers, initializer=partial(signal.signal, signal.SIGINT, signal.SIG_IGN))
    pending: deque[Future[R]] = deque()
    finished = False
    try:
        for chunk in chunks:
            pending.append(pool.submit(work, chunk))
            if len(pending) > 2 * workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
        finished = True
    finally:
        # Interrupted: do not wait for chunks nobody will use.
        pool.shutdown(wait=True, kill_workers=not finished)
