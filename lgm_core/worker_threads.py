"""The cores of this process, and our own threads for blocking work of an event loop: the host's stay free."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

__all__ = ["available_cores", "in_thread"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

_MOST_THREADS = 64
"""The most threads. They cost little: most read from a store, or wait while one of them makes the index for all. A
host's pool only has about six on a small machine, which it needs for other things, such as resolving addresses of
servers."""

_pools: dict[int, ThreadPoolExecutor] = {}
"""The pool of this process by its id: a forked process has the pool of its parent, but none of its threads."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


async def in_thread(work: Callable[_P, _R], /, *arguments: _P.args, **named: _P.kwargs) -> _R:
    """Run a function in a worker thread, in a copy of the caller's context, and return its result."""
    process = os.getpid()
    if process not in _pools:
        _pools.setdefault(process, ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="lgm-async"))
    call = partial(copy_context().run, work, *arguments, **named)
    return await asyncio.get_running_loop().run_in_executor(_pools[process], call)
