"""Bars of long work on a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn
from rich.progress import Progress as Bars
from rich.text import Text

from lgm_core.cli.terminal.progress_lines import Pace, count_told, duration
from lgm_core.progress import Progress

__all__ = ["ProgressBars"]


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
