"""Bars of long work on a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from rich.console import Console
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
        share = f"{progress.done / progress.total:>4.0%}  " if progress.total else " "
        told = share + " · ".join(part for part in (count, time, progress.note) if part)
        return Text(told, no_wrap=True, overflow="ellipsis")


class ProgressBars:
    """Shows a bar for each work under way, from the first that is told of; they vanish at the end.

    Args:
        clock: tells the time, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._bars = Bars(
            TextColumn("{task.description}"),
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
            pace.note(now, progress.done)
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

    def stop(self) -> None:
        """Wipe the bars out."""
        self._bars.stop()
