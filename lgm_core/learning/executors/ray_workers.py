"""Ray workers: of a running cluster, or of one started on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, TypeVar

from lgm_core.errors import ExecutorError, missing_extra

__all__ = ["RayWorkers"]

R = TypeVar("R")

_RESULT_BYTES = 256 * 1024 * 1024
"""Memory for the results of a cluster on this machine; a chunk's take about a megabyte."""


class RayWorkers(Executor):
    """An executor on a Ray cluster.

    If the caller is already connected to one, it is used and left unchanged.

    Args:
        address: HOST:PORT of the cluster's client server; empty uses the cluster of the caller's job (`RAY_ADDRESS`),
            or starts one on this machine.
        workers: how many processes to start.

    Raises:
        ExecutorError: there is no Ray cluster at the address, or none could be started.
        MissingDependencyError: Ray is not installed.
    """

    def __init__(self, address: str = "", *, workers: int = 1) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # disables usage reports
        try:
            import ray
        except ImportError as error:
            raise missing_extra("a Ray cluster", "ray") from error

        self._ray = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            try:
                _connect(ray, address, workers)
            except Exception as error:  # Ray also raises built-in errors
                ray.shutdown()
                place = f"at ray://{address}" if address else "of this machine"
                raise ExecutorError(
                    f"no Ray cluster {place} can be used ({error}); make sure that it runs with this version of Ray "
                    f"({ray.__version__}) and of Python, and that RAY_AUTH_MODE=token is set if it asks for a token"
                ) from error
        self._call = ray.remote(max_retries=0)(_call)  # the build itself retries

    @property
    def workers(self) -> int:
        """Return how many documents the cluster can analyse at a time."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:  # noqa: ANN401
        """Call a function on a worker.

        Raises:
            BrokenExecutor: the connection was lost or shut down.
        """
        try:
            task = self._call.remote(fn, args, kwargs)
        except ConnectionError as error:
            raise BrokenExecutor(str(error)) from error
        future: Future[R] = Future()

        def pass_on(done: Future[R]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            error = done.exception()
            if error is None:
                future.set_result(done.result())
            else:
                future.set_exception(BrokenExecutor(str(error)) if isinstance(error, ConnectionError) else error)

        task.future().add_done_callback(pass_on)
        future.add_done_callback(lambda done: self._ray.cancel(task) if done.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, and end it if it was started here; work under way is dropped."""
        if self._is_own:
            self._ray.shutdown()


def _connect(ray: Any, address: str, workers: int) -> None:  # noqa: ANN401
    """Connect to a cluster, or start one without showing its logs."""
    quiet = {"log_to_driver": False, "logging_level": "error"}
    if address:
        ray.init(f"ray://{address}", **quiet)
    elif os.environ.get("RAY_ADDRESS"):
        ray.init(**quiet)
    else:
        ray.init("local", num_cpus=workers, object_store_memory=_RESULT_BYTES, include_dashboard=False, **quiet)


def _call(function: Callable[..., R], arguments: tuple[Any, ...], options: dict[str, Any]) -> R:
    return function(*arguments, **options)
