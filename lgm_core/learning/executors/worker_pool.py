"""A pool over an executor: a given one is left unchanged, one made here is recreated when it breaks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from lgm_core.errors import ExecutorError, InputError, shown
from lgm_core.learning.executors.engines import ENGINES, engine_executor

__all__ = ["AnyExecutor", "WorkerPool", "is_worker_lost"]

_BY_ENGINE = {
    "distributed": {"ClosedClientError", "CommClosedError", "FutureCancelledError", "KilledWorker"},
    "ray": {
        "ActorDiedError",
        "NodeDiedError",
        "ObjectLostError",
        "OutOfMemoryError",
        "WorkerCrashedError",
    },
}
"""The exceptions by which engines report a lost worker, by package; no engine is imported here."""


def is_worker_lost(error: BaseException) -> bool:
    """Tell whether work failed because its worker ended or became unreachable, and not by its own error."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    return any(kind.__name__ in _BY_ENGINE.get(kind.__module__.partition(".")[0], ()) for kind in type(error).__mro__)


T = TypeVar("T")
R = TypeVar("R")

AnyExecutor = Executor | Callable[[], Executor] | str
"""An executor; a function that makes one, and can remake it; or the name of an engine, such as `dask://HOST:PORT`."""

_UNKNOWN_WORKERS = 8
"""The assumed number of workers of an executor that does not reveal it."""

_KEPT = "what was learned so far is in the graph, and the next build continues from there"


class WorkerPool:
    """Workers of an executor, which is made for the first work; a context manager that ends them.

    Args:
        executor: an executor, which is left running; or a factory of one, which is shut down at the end and recreated
            when it breaks.
        workers: how many workers it has; None to ask it.

    Raises:
        ExecutorError: raised by its methods if the executor accepts no work.
        InputError: the argument is neither an executor nor a factory of one.
        MissingDependencyError: raised by its methods if an engine is not installed.
    """

    def __init__(self, executor: AnyExecutor, workers: int | None = None) -> None:
        self._executor: Executor | None = None
        self._make: Callable[[], Executor] | None = None
        if isinstance(executor, Executor):
            self._executor = executor
        elif isinstance(executor, str):
            self._make = engine_executor(executor, workers)
        elif callable(executor) and (not isinstance(executor, type) or issubclass(executor, Executor)):
            self._make = executor
        else:
            raise _no_executor(executor)
        self._workers = workers
        self._submissions = count()
        self._under_way: set[Future[Any]] = set()

    def __enter__(self) -> WorkerPool:
        """Return the pool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End an executor made here; immediately, if an exception was raised."""
        self.close(at_once=kind is not None)

    @cached_property
    def workers(self) -> int:
        """Return the number of workers, as far as known."""
        return self._workers or _worker_count(self._running()) or _UNKNOWN_WORKERS

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        """Submit work on a chunk; the future also reports an executor that is already broken."""
        try:
            future = self._submit(work, chunk)
        except Exception as error:
            if not is_worker_lost(error):
                raise
            future = Future()
            future.set_exception(error)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def recover(self) -> None:
        """Wait for all work under way, and ensure that there are workers after one was lost.

        Raises:
            ExecutorError: the executor accepts no more work.
        """
        wait(list(self._under_way))
        for is_last in (self._make is None, True):
            try:
                self._submit(_answer, True).result()
            except Exception as error:
                if not (is_worker_lost(error) or isinstance(error, ExecutorError)):
                    raise
                if is_last and isinstance(error, ExecutorError):  # which has the full error
                    raise
                if is_last:
                    raise self._no_more_work(error) from error
                self.close(at_once=True)
            else:
                return

    def close(self, *, at_once: bool) -> None:
        """End an executor made here; leave a given one running.

        Args:
            at_once: do not wait for chunks under way, whose results are not needed.
        """
        if self._make is not None and self._executor is not None:
            self._executor.shutdown(wait=not at_once)
            self._executor = None

    def _submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        try:
            return self._running().submit(_done, work, chunk, next(self._submissions))
        except BrokenExecutor:
            raise
        except Exception as error:
            if isinstance(error, RuntimeError) or type(error) is Exception:  # it was shut down, or has no connection
                raise self._no_more_work(error) from error
            raise

    def _running(self) -> Executor:
        if self._executor is None:
            assert self._make is not None
            made = self._make()
            if not isinstance(made, Executor):
                raise _no_executor(made, maker=self._make)
            self._executor = made
        return self._executor

    def _no_more_work(self, error: Exception) -> ExecutorError:
        if self._make is not None:
            way_out = "It was new: make sure that its cluster runs, and that a function makes a new one at each call"
        elif isinstance(error, BrokenExecutor):
            way_out = (
                "If a worker was killed, maybe for lack of memory: executor=FUNCTION that makes the executor, such as "
                "lambda: ProcessPoolExecutor(4), allows remaking it, and a document that kills its worker is then set "
                "aside and named"
            )
        else:
            way_out = "It was shut down, or its connection closed: give one that runs until the build is done"
        said = str(error).partition("\n")[0]  # Dask's message also contains the data to send
        return ExecutorError(f"the executor accepts no more work ({type(error).__name__}: {said}); {_KEPT}. {way_out}")


def _done(work: Callable[[T], R], chunk: T, submission: int) -> R:
    """Do the work, in a worker; the number keeps executors that cache by arguments from returning old results."""
    return work(chunk)


def _answer(sign: bool) -> bool:
    """Report that a worker is alive."""
    return sign


def _no_executor(given: object, maker: object = None) -> InputError:
    subject = f"executor={shown(given)}" if maker is None else f"{shown(given)}, which executor={shown(maker)} makes,"
    kind = given if isinstance(given, type) else type(given)
    if hasattr(kind, "get_executor"):
        hint = "; it has one, though: give what its .get_executor() returns"
    elif hasattr(kind, "get_client"):
        hint = "; it has one, though: give what its .get_client().get_executor() returns"
    else:
        hint = ""
    return InputError(
        f"{subject} is neither an executor of concurrent.futures, such as ProcessPoolExecutor(4), nor a function that "
        f"makes one, nor the name of an engine: {', '.join(ENGINES)}{hint}"
    )


def _worker_count(executor: Executor) -> int | None:
    """Return the number of workers of an executor, if it has an attribute used by Python, loky or MPI."""
    for name in ("workers", "num_workers", "_max_workers"):
        if isinstance(workers := getattr(executor, name, None), int) and workers > 0:
            return workers
    return None
