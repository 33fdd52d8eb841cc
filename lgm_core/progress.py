"""The progress of long work, reported to a watcher if there is one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Progress", "Watcher", "counted", "is_watched", "tell_progress", "ticking", "watch_progress"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a piece of work.

    Attributes:
        work: what is done: `learning`, `indexing`, `judging`. Several works with different names may run at once.
        done: how much of it is done; the work has ended when this is `total`.
        total: how much there is; None if unknown.
        unit: what is counted: `documents`.
        note: more information, such as a rate.
        is_part: whether it is a part of other current work, such as the requests of one of its steps.
        skipped: how much of `done` took no work, such as unchanged documents; it says nothing about the pace.
    """

    work: str
    done: int
    total: int | None = None
    unit: str = ""
    note: str = ""
    is_part: bool = False
    skipped: int = 0


Watcher = Callable[[Progress], None]
"""Called with progress, often, possibly from several threads; it must be quick."""

_WATCHER: ContextVar[Watcher | None] = ContextVar("lgm_watcher", default=None)


@contextmanager
def watch_progress(watcher: Watcher) -> Iterator[None]:
    """Report the progress of all long work inside, by this task and the tasks that it starts, to a function.

    ```python
    from lgm_core import LanguageGraph, watch_progress

    with watch_progress(print):
        LanguageGraph("my.lgm").build("docs/")
    ```

    Args:
        watcher: called with each `Progress`, often, possibly from several threads.
    """
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def is_watched() -> bool:
    """Return whether there is a watcher, for progress that is costly to compute."""
    return _WATCHER.get() is not None


def tell_progress(
    work: str, done: int, total: int | None = None, unit: str = "", *, note: str = "", skipped: int = 0
) -> None:
    """Report the progress of a piece of work; see `Progress`."""
    watcher = _WATCHER.get()
    if watcher is not None:
        watcher(Progress(work, done, total, unit, note, skipped=skipped))


def counted(items: Iterable[T], work: str, unit: str, total: int | None = None) -> Iterator[T]:
    """Yield items, and report each as done when the next one is requested.

    Args:
        items: the items.
        work: what is done with them.
        unit: what they are.
        total: how many there are, if known; None takes the length of items that have one.
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    done = 0
    tell_progress(work, done, total, unit)
    for item in items:
        yield item
        done += 1
        tell_progress(work, done, total, unit)
    if done != total:  # the total is known now
        tell_progress(work, done, done, unit)


def ticking(work: str, total: int, unit: str, *, is_part: bool = False) -> Callable[[], None]:
    """Return a function to call once for each finished part of work, from any thread."""
    watcher = _WATCHER.get()
    if watcher is None:
        return lambda: None
    watch, lock, done = watcher, threading.Lock(), 0

    def tick() -> None:
        nonlocal done
        with lock:
            done += 1
            watch(Progress(work, done, total, unit, is_part=is_part))

    watch(Progress(work, 0, total, unit, is_part=is_part))
    return tick
