"""Engines by name: workers on this machine, or of a running Dask or Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lgm_core.errors import ExecutorError, InputError, shown
from lgm_core.worker_threads import available_cores

if TYPE_CHECKING:
    from lgm_core.learning.executors.dask_workers import DaskWorkers
    from lgm_core.learning.executors.ray_workers import RayWorkers

__all__ = ["ENGINES", "engine_executor"]

ENGINES = ("loky", "dask", "dask://HOST:PORT", "ray", "ray://HOST:PORT")
"""The names of engines; with an address, that of a Dask scheduler or Ray client server."""

_FIRST_SECONDS = 60.0
"""How long the first worker may take to answer: it imports this package."""


def engine_executor(name: str, workers: int | None = None) -> Callable[[], Executor]:
    """Return a factory of the engine's executor; nothing is started or connected before it is called.

    The factory raises MissingDependencyError if the engine is not installed here, and ExecutorError if nothing answers
    at the address.

    Args:
        name: one of `ENGINES`.
        workers: how many processes to start on this machine; None starts one per core. Ignored for running clusters.

    Raises:
        InputError: the engine is unknown, or its address is malformed.
    """
    kind, separator, _ = name.partition("://")
    if not separator and name in ENGINES:
        return partial(_local_executor, kind, workers or available_cores())
    if kind not in ("dask", "ray") or not separator:
        raise InputError(f"{shown(name)} is not a known engine; known are {', '.join(ENGINES)}{_hint(kind, name)}")
    return partial(_remote_executor, kind, *_address(name))


def _hint(kind: str, name: str) -> str:
    """Suggest the supported form of an address that Dask itself accepts."""
    if kind == "tls":
        return f'; for Dask\'s TLS, in Python: executor=Client("{name}", security=...).get_executor()'
    return f"; a Dask scheduler is dask://{name.removeprefix('tcp://')}" if kind == "tcp" else ""


def _local_executor(kind: str, workers: int) -> Executor:
    if kind != "loky":
        return _cluster(kind)(workers=workers)
    from lgm_core.learning.executors.loky_processes import LokyProcesses

    return LokyProcesses(workers)


def _remote_executor(kind: str, host: str, port: int) -> Executor:
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    executor = _cluster(kind)(place)
    try:
        executor.submit(available_cores).result(_FIRST_SECONDS)
    except Exception as error:  # any error, from another machine
        executor.shutdown()
        raise ExecutorError(
            f"no worker of {kind}://{place} can do this work ({type(error).__name__}: {error}); install the same "
            "release of this package, of Python and of the engine on all machines"
        ) from error
    return executor


def _cluster(kind: str) -> type[DaskWorkers] | type[RayWorkers]:
    if kind == "dask":
        from lgm_core.learning.executors.dask_workers import DaskWorkers

        return DaskWorkers
    from lgm_core.learning.executors.ray_workers import RayWorkers

    return RayWorkers


def _address(name: str) -> tuple[str, int]:
    try:
        parts = urlsplit(name)
        host, port = parts.hostname, parts.port
    except ValueError:  # the port is not a number, or an IPv6 address is incomplete
        host, port = None, None
    if not host or not port or parts.path.strip("/") or parts.query or parts.username:
        kind = name.partition("://")[0]
        example = {"dask": "dask://scheduler:8786", "ray": "ray://head:10001"}[kind]
        raise InputError(f"{shown(name)} has no host and port; write it as {example}")
    return host, port
