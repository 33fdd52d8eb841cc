"""Dask workers: of a running cluster, or of one started on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from lgm_core.errors import ExecutorError, missing_extra

__all__ = ["DaskWorkers"]

R = TypeVar("R")

CONNECTION_SECONDS = 10.0
"""How long a scheduler may take to answer."""

_SECONDS = 30.0
"""How long a cluster may be without a worker until it counts as lost."""

_CHECKS = 6
"""How often workers are checked within that time."""


class DaskWorkers(Executor):
    """An executor on a Dask cluster, whose work fails with BrokenExecutor after some time without a worker.

    Dask's own executor would wait forever, because a cluster may grow again.

    Args:
        address: HOST:PORT of the scheduler; empty starts a cluster of processes on this machine, which end with this
            one.
        workers: how many processes to start.
        seconds: how long the cluster may be without a worker.

    Attributes:
        address: the address of the scheduler.
        client: Dask's connection to it.

    Raises:
        ExecutorError: there is no Dask scheduler at the address, or no worker comes.
        MissingDependencyError: Dask is not installed.
    """

    def __init__(self, address: str = "", *, workers: int = 1, seconds: float = _SECONDS) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise missing_extra("a Dask cluster", "dask") from error

        self._seconds = seconds
        self._cluster = None if address else _LocalCluster(workers)
        self.address = place = self._cluster.address if self._cluster else f"tcp://{address}"
        try:
            self.client = Client(place, timeout=CONNECTION_SECONDS if address else _SECONDS, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:
            if self._cluster is not None:
                self._cluster.close()
            raise ExecutorError(
                f"no Dask scheduler answers at {place} ({error}); start the cluster, or correct the address"
            ) from error
        self._executor = self.client.get_executor(pure=False)
        self._under_way: set[Future[Any]] = set()
        self._is_over = threading.Event()
        try:
            self.client.wait_for_workers(1, timeout=seconds)
        except Exception as error:
            self.shutdown()
            raise ExecutorError(f"the Dask cluster at {place} has no worker; start some") from error
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def workers(self) -> int:
        """Return how many documents the cluster can analyse at a time."""
        return sum(self.client.nthreads().values())

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:  # noqa: ANN401
        """Call a function on a worker.

        Raises:
            BrokenExecutor: the executor was shut down, or lost its cluster.
        """
        if self.client.status != "running":
            raise BrokenExecutor("the connection to the Dask cluster was lost or closed")
        future: Future[R] = self._executor.submit(fn, *args, **kwargs)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, and end it if it was started here; work under way is dropped."""
        self._is_over.set()
        with suppress(Exception):  # whatever failed, there is nothing left to do
            self.client.close()
        if self._cluster is not None:
            self._cluster.close()

    def _watch(self) -> None:
        """Fail the work under way if the cluster has had no worker for too long."""
        lonely = 0
        while not self._is_over.wait(self._seconds / _CHECKS):
            lonely = 0 if self._has_workers() else lonely + 1
            if lonely >= _CHECKS:
                for future in list(self._under_way):
                    with suppress(Exception):  # it may be done by now
                        future.set_exception(BrokenExecutor("the Dask cluster has no worker any more"))

    def _has_workers(self) -> bool:
        try:
            return bool(self.client.nthreads())
        except Exception:  # the scheduler may be gone, too
            return False


class _LocalCluster:
    """A cluster in a separate process, because Dask starts workers by importing the caller's script again."""

    def __init__(self, workers: int) -> None:
        command = [sys.executable, "-m", "lgm_core.learning.executors.dask_cluster", str(workers)]
        paths = os.pathsep.join([os.fspath(path) for path in sys.path if path] or [""])
        self._process = subprocess.Popen(  # noqa: S603  # our own module
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
            process_group=0,  # Ctrl-C is for the build process
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        if not self.address:
            self.close()
            raise ExecutorError("a Dask cluster could not be started on this machine; see its error above")

    def close(self) -> None:
        """End the cluster."""
        self._process.communicate()  # this ends its input, and with it the cluster
