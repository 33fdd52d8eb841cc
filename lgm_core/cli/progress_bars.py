"""Bars of long work on a terminal."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn
from rich.progress import Progress as Bars
from rich.text import Text

from lgm_core.progress import Progress

__all__ = ["Pace", "ProgressBars", "ProgressLines", "duration"]

_LEAST_KNOWN = 30.0
"""Seconds that an estimate looks back at least; later a quarter of the time spent, since work changes its pace."""

_FIRST_LINE, _LONGEST_SILENCE = 10.0, 300.0
"""Seconds of work until the first line, which then double from line to line, and the most between two."""


def duration(seconds: float) -> str:
    """Return a time in words, no more precise than an estimate is."""
    if seconds < 55:
        return f"{max(round(seconds), 1)} s"
    if seconds < 59.5 * 60:
        return f"{max(round(seconds / 60), 1)} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 10 else f"{hours:.0f} h"


class Pace:
    """Estimates how long the rest of some work takes, from how fast it went lately.

    Attributes:
        began: the time at its beginning, in seconds.
    """

    def __init__(self, began: float) -> None:
        self.began = began
        self._seen: deque[tuple[float, int]] = deque([(began, 0)])
        self._skipped = 0

    def note(self, now: float, done: int, skipped: int = 0) -> None:
        """Record how much is done, and how much of it took no work."""
        self._skipped = skipped
        done -= skipped
        if done < self._seen[-1][1]:  # begun anew
            self.began = now
            self._seen.clear()
        self._seen.append((now, done))
        earliest = now - max(_LEAST_KNOWN, (now - self.began) / 4)
        while len(self._seen) > 2 and self._seen[1][0] <= earliest:
            self._seen.popleft()

    def left(self, now: float, total: int | None) -> float | None:
        """Return the seconds left; None while that cannot be told."""
        (first, before), (last, done) = self._seen[0], self._seen[-1]
        if total is None or total < done + self._skipped or done <= before or last <= first:
            return None
        rest = (total - self._skipped - done) * (last - first) / (done - before)
        return max(rest - (now - last), 0.0)


class ProgressLines:
    """Tells of long work by a line now and then, as for a log.

    Args:
        write: writes a line.
        clock: tells the time, in seconds.
    """

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float]) -> None:
        self._write, self._clock = write, clock
        self._silence, self._told = _FIRST_LINE, clock()
        self._lock = threading.Lock()
        self._under_way: dict[str, tuple[Progress, Pace]] = {}

    def __call__(self, progress: Progress) -> None:
        """Take note of progress, and tell of all that is under way if it is time."""
        with self._lock:
            now = self._clock()
            _, pace = self._under_way.pop(progress.work, (progress, Pace(now)))
            pace.note(now, progress.done, progress.skipped)
            if progress.done != progress.total:
                self._under_way[progress.work] = progress, pace
            began = min((pace.began for _, pace in self._under_way.values()), default=now)
            if now - max(self._told, began) >= self._silence:
                self._told, self._silence = now, min(2 * self._silence, _LONGEST_SILENCE)
                ordered = sorted(self._under_way.values(), key=lambda each: each[0].is_part)
                self._write("; ".join(_line(each, pace.left(now, each.total)) for each, pace in ordered))


def _line(progress: Progress, left: float | None) -> str:
    told = [count_told(progress)]
    if progress.total and progress.done < progress.total:
        told[0] += f" ({progress.done / progress.total:.0%})"
    told += [progress.note] if progress.note else []
    told += [f"about {duration(left)} left"] if left is not None else []
    return f"{progress.work}: {', '.join(part for part in told if part)}" if any(told) else f"{progress.work} …"


def count_told(progress: Progress) -> str:
    """Return how much is done of how much, in words; empty for work without a unit."""
    if not progress.unit:
        return ""
    of = f" of {progress.total:,}" if progress.total is not None and progress.done <= progress.total else ""
    return f"{progress.done:,}{of} {progress.unit}"


class _Told(ProgressColumn):
    """How much is done, the time left, or the time spent where that is not known, and what else there is to tell."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock

    def render(self, task: Task) -> Text:
        """Render the column of a row."""
        progress: Progress = task.fields["progress"]
        pace: Pace = task.fields["pace"]
        left = pace.left(self._clock(), progress.total)
        spent = f"for {duration(task.elapsed)}" if task.elapsed and task.elapsed >= 1 else ""
        time = spent if left is None else f"{duration(left)} left"
        count = count_told(progress).replace(" of ", "/")
        share = (
            f"{progress.done / progress.total:>4.0%}  " if progress.total and progress.done < progress.total else " "
        )
        told = share + " · ".join(part for part in (count, time, progress.note) if part)
        return Text(told, no_wrap=True, overflow="ellipsis")


class _Bars(Bars):
    """Bars with a remark below them."""

    remark = ""

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yield what is drawn."""
        yield from super().get_renderables()
        if self.remark:
            yield Text(self.remark)


class ProgressBars:
    """Shows a bar for each work under way, from the first that is told of; they vanish at the end.

    Args:
        clock: tells the time, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._bars = _Bars(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=10),
            _Told(clock),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
        )
        self._rows: dict[str, TaskID] = {}
        self._paces: dict[str, Pace] = {}

    def __call__(self, progress: Progress) -> None:
        """Show how far a piece of work is."""
        with self._lock:
            now = self._clock()
            pace = self._paces.setdefault(progress.work, Pace(now))
            pace.note(now, progress.done, progress.skipped)
            if progress.done == progress.total:
                if progress.work in self._rows:
                    self._bars.remove_task(self._rows.pop(progress.work))
                del self._paces[progress.work]
                if not self._rows:
                    self._bars.stop()  # what is printed meanwhile stays as it is
                return
            fields: dict[str, Any] = {"progress": progress, "pace": pace}
            if progress.work not in self._rows:
                self._bars.start()
                name = f"  {progress.work}" if progress.is_part else progress.work
                self._rows[progress.work] = self._bars.add_task(name, total=progress.total, **fields)
            self._bars.update(self._rows[progress.work], completed=progress.done, total=progress.total, **fields)

    @property
    def is_shown(self) -> bool:
        """Return whether there is a bar now."""
        return bool(self._rows)

    def remark(self, text: str) -> None:
        """Show a remark below the bars; may be called by a handler of signals, since it only leaves it to be drawn."""
        self._bars.remark = text

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Wipe the bars out while something else is printed, which may end within a line if no bar is there."""
        with self._lock:
            if self._rows:
                self._bars.stop()
            yield
            if self._rows:
                self._bars.start()

    def stop(self) -> None:
        """Wipe the bars out."""
        self._bars.stop()
