"""How far long work is, for whoever wants to show it; without a watcher nothing is done."""

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
    """How far a piece of work is.

    Attributes:
        work: what is done: `learning`, `indexing`, `judging`. Works of several names may be under way at once.
        done: how much of it is done; the work has ended when this is `total`.
        total: how much there is; None where nobody knows.
        unit: of what: `documents`.
        note: what else there is to tell, such as a rate.
        is_part: whether it is a part of other work under way, such as the requests of one of its steps.
        skipped: how much of what is done took no work, such as documents that are unchanged; no measure of its pace.
    """

    work: str
    done: int
    total: int | None = None
    unit: str = ""
    note: str = ""
    is_part: bool = False
    skipped: int = 0


Watcher = Callable[[Progress], None]
"""Called with how far work is, often, possibly from several threads; it must be quick."""

_WATCHER: ContextVar[Watcher | None] = ContextVar("lgm_watcher", default=None)


@contextmanager
def watch_progress(watcher: Watcher) -> Iterator[None]:
    """Tell a function how far all long work is that is done inside, by this task and the tasks that it starts.

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
    """Return whether anybody wants to know, for what would cost something to find out."""
    return _WATCHER.get() is not None


def tell_progress(
    work: str, done: int, total: int | None = None, unit: str = "", *, note: str = "", skipped: int = 0
) -> None:
    """Tell how far a piece of work is; see `Progress`."""
    watcher = _WATCHER.get()
    if watcher is not None:
        watcher(Progress(work, done, total, unit, note, skipped=skipped))


def counted(items: Iterable[T], work: str, unit: str, total: int | None = None) -> Iterator[T]:
    """Yield items, and tell of each when it was worked on, which is when the next one is asked for.

    Args:
        items: the items.
        work: what is done with them.
        unit: what they are.
        total: how many there are, if that can be told beforehand; None asks those that know it, as lists do.
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    done = 0
    tell_progress(work, done, total, unit)
    for item in items:
        yield item
        done += 1
        tell_progress(work, done, total, unit)
    if done != total:  # now it is known
        tell_progress(work, done, done, unit)


def ticking(work: str, total: int, unit: str, *, is_part: bool = False) -> Callable[[], None]:
    """Return what is to be called once for each part of work that is done, from any thread."""
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
