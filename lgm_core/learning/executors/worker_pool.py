"""A pool over an executor: one that was given stays as it is, one that was made here is made anew when it broke."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import count
from typing import TypeVar

from lgm_core.errors import ExecutorError, InputError, shown
from lgm_core.learning.executors.lost_workers import is_worker_lost

__all__ = ["AnyExecutor", "WorkerPool", "available_cores"]

T = TypeVar("T")
R = TypeVar("R")

AnyExecutor = Executor | Callable[[], Executor]
"""An executor, or a function that makes one, which can make it anew."""

_UNKNOWN_WORKERS = 8
"""Workers that an executor is taken to have which does not tell."""

_KEPT = "what was learned so far is in the graph, and the next build goes on from there"


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """Workers of an executor.

    Args:
        executor: an executor, which is left running; or a function that makes one, which is shut down at the end and
            made anew when it broke.
        workers: how many workers it has; None where it can be asked.

    Attributes:
        workers: how many workers there are, as far as is known.

    Raises:
        ExecutorError: raised by its methods when the executor takes no work.
        InputError: what was given is no executor and makes none.
    """

    def __init__(self, executor: AnyExecutor, workers: int | None = None) -> None:
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else self._made()
        self.workers = workers or _worker_count(self._executor) or _UNKNOWN_WORKERS
        self._submissions = count()

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        """Let a worker do something with a chunk; the future also tells if the executor was broken already."""
        try:
            return self._submit(work, chunk)
        except BrokenExecutor as error:
            broken: Future[R] = Future()
            broken.set_exception(error)
            return broken

    def recover(self) -> None:
        """Make sure, after a worker was lost, that there are others; nothing must be under way.

        Raises:
            ExecutorError: the executor takes no more work.
        """
        for is_last in (self._make is None, True):
            try:
                self._submit(_answer, True).result()
            except Exception as error:
                if not (is_worker_lost(error) or isinstance(error, ExecutorError)):
                    raise
                if is_last:
                    raise _broken(error) from error
                self.close(at_once=True)
                self._executor = self._made()
            else:
                return

    def close(self, *, at_once: bool) -> None:
        """End an executor that was made here; leave alone one that was given.

        Args:
            at_once: do not wait for chunks under way, whose results nobody will read.
        """
        if self._make is not None:
            self._executor.shutdown(wait=True, cancel_futures=at_once)

    def _submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        try:
            return self._executor.submit(_done, work, chunk, next(self._submissions))
        except BrokenExecutor:
            raise
        except RuntimeError as error:  # it was shut down, or has no connection
            raise _broken(error) from error

    def _made(self) -> Executor:
        made = self._make() if callable(self._make) else None
        if not isinstance(made, Executor):
            raise InputError(
                f"executor={shown(self._make)} is neither an executor of concurrent.futures, such as "
                "ProcessPoolExecutor(4), nor a function that makes one"
            )
        return made


def _done(work: Callable[[T], R], chunk: T, submission: int) -> R:
    """Do the work, in a worker; the number keeps an executor that knows results by arguments from giving old ones."""
    return work(chunk)


def _answer(sign: bool) -> bool:
    """Tell that a worker is alive."""
    return sign


def _broken(error: Exception) -> ExecutorError:
    return ExecutorError(
        f"the executor takes no more work ({type(error).__name__}: {error}); {_KEPT}. If a worker was killed, as for "
        "want of memory: executor=FUNCTION that makes the executor, such as lambda: ProcessPoolExecutor(4), lets it be "
        "made anew, and a document that kills its worker is then set aside and named"
    )


def _worker_count(executor: Executor) -> int | None:
    """Return how many workers an executor has, where it tells: by the name that Python's own, loky's or MPI's use."""
    for name in ("workers", "num_workers", "_max_workers"):
        if isinstance(workers := getattr(executor, name, None), int) and workers > 0:
            return workers
    return None
