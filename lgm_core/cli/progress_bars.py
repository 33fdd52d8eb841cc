"""Progress of long work: bars on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn
from rich.progress import Progress as Bars
from rich.text import Text

from lgm_core.progress import Progress

__all__ = ["ProgressBars", "ProgressLines", "duration", "seconds_left"]

_FIRST_LINE = 10.0
"""Seconds of work before the first line; the intervals then double."""

_LONGEST_SILENCE = 300.0
"""The most seconds between two lines."""


def duration(seconds: float) -> str:
    """Return a time in words, no more precise than an estimate is."""
    if seconds < 55:
        return f"{max(round(seconds), 1)} s"
    if seconds < 59.5 * 60:
        return f"{max(round(seconds / 60), 1)} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 10 else f"{hours:.0f} h"


def seconds_left(progress: Progress, spent: float) -> float | None:
    """Estimate how many seconds the rest takes if it goes on as it did so far; None if that is unknown.

    Args:
        progress: how far the work is; what it skipped says nothing about its pace.
        spent: seconds of work so far.
    """
    worked = progress.done - progress.skipped
    if progress.total is None or progress.total < progress.done or worked <= 0 or spent <= 0:
        return None
    return (progress.total - progress.done) * spent / worked


def _count(progress: Progress) -> str:
    if not progress.unit:
        return ""
    of = f" of {progress.total:,}" if progress.total is not None and progress.done <= progress.total else ""
    return f"{progress.done:,}{of} {progress.unit}"


def _share(progress: Progress) -> str:
    return f"{progress.done / progress.total:.0%}" if progress.total and progress.done < progress.total else ""


class ProgressLines:
    """Writes a line about long work now and then, as for a log.

    Args:
        write: writes a line.
        clock: returns the time in seconds.
    """

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float]) -> None:
        self._write, self._clock = write, clock
        self._silence, self._written = _FIRST_LINE, clock()
        self._lock = threading.Lock()
        self._under_way: dict[str, tuple[Progress, float]] = {}

    def __call__(self, progress: Progress) -> None:
        """Remember the progress, and write a line about everything under way if it is time for one."""
        with self._lock:
            now = self._clock()
            _, began = self._under_way.pop(progress.work, (progress, now))
            if progress.done != progress.total:
                self._under_way[progress.work] = progress, began
            began = min((began for _, began in self._under_way.values()), default=now)
            if now - max(self._written, began) >= self._silence:
                self._written, self._silence = now, min(2 * self._silence, _LONGEST_SILENCE)
                ordered = sorted(self._under_way.values(), key=lambda each: each[0].is_part)
                self._write("; ".join(_line(each, seconds_left(each, now - began)) for each, began in ordered))


def _line(progress: Progress, left: float | None) -> str:
    share = f" ({_share(progress)})" if _share(progress) else ""
    remaining = "" if left is None else f"about {duration(left)} left"
    parts = [part for part in (f"{_count(progress)}{share}", progress.note, remaining) if part]
    return f"{progress.work}: {', '.join(parts)}" if parts else f"{progress.work} …"


class _Details(ProgressColumn):
    """What stands behind a bar: the share, the count, the time left (else the time spent), and the note."""

    def render(self, task: Task) -> Text:
        """Render the column of a row."""
        progress: Progress = task.fields["progress"]
        spent = task.elapsed or 0.0
        left = seconds_left(progress, spent)
        time = (f"for {duration(spent)}" if spent >= 1 else "") if left is None else f"{duration(left)} left"
        details = " · ".join(part for part in (_count(progress).replace(" of ", "/"), time, progress.note) if part)
        return Text(f"{_share(progress):>4}  {details}".lstrip(" "), no_wrap=True, overflow="ellipsis")


class _Bars(Bars):
    """Bars with a remark below them."""

    remark = ""

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yield what is drawn."""
        yield from super().get_renderables()
        if self.remark:
            yield Text(self.remark)


class ProgressBars:
    """Shows a bar for each piece of work while it is under way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bars = _Bars(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=10),
            _Details(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
        )
        self._rows: dict[str, TaskID] = {}

    def __call__(self, progress: Progress) -> None:
        """Show how far a piece of work is."""
        with self._lock:
            if progress.done == progress.total:
                if progress.work in self._rows:
                    self._bars.remove_task(self._rows.pop(progress.work))
                if not self._rows:
                    self._bars.stop()  # so that what is printed from now on stays as it is
                return
            if progress.work not in self._rows:
                self._bars.start()
                name = f"  {progress.work}" if progress.is_part else progress.work
                self._rows[progress.work] = self._bars.add_task(name, total=progress.total, progress=progress)
            row = self._rows[progress.work]
            self._bars.update(row, completed=progress.done, total=progress.total, progress=progress)

    @property
    def is_shown(self) -> bool:
        """Return whether a bar is on the screen."""
        return bool(self._rows)

    def remark(self, text: str) -> None:
        """Show a remark below the bars; safe in a signal handler, since the bars draw it later."""
        self._bars.remark = text

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Remove the bars while something else is printed; without bars, it may end in the middle of a line."""
        with self._lock:
            if self._rows:
                self._bars.stop()
            yield
            if self._rows:
                self._bars.start()

    def stop(self) -> None:
        """Remove the bars."""
        self._bars.stop()
