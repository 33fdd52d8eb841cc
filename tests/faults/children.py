"""Processes that do a piece of work and tell how far they are, so that they can be killed in the middle of it."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lgm_core.errors import LGMError

Tell = Callable[[Any], None]
"""Acknowledge something, so that the process that waits knows it."""

Work = Callable[..., None]
"""A function of a module, of `tell` and further arguments."""

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["__main__", "tests.faults.all_faults"])

_BEGUN, _DONE, _REFUSED = "begun", "done", "refused"


class Child:
    """A process at work.

    Attributes:
        told: what it has acknowledged.
        refused: the error of ours that its work ended with, empty if none did.
        is_done: whether its work is done.
        seconds: that its work took, when it has ended by itself.
    """

    def __init__(self, work: Work, *arguments: Any) -> None:
        self._reader, writer = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_at_work, args=(writer, work, arguments))
        self._process.start()
        writer.close()
        self.told: list[Any] = []
        self.refused, self.is_done, self.seconds = "", False, 0.0
        if self._reader.poll(60):
            self._reader.recv()  # it has begun
        self._began = time.monotonic()

    @property
    def pid(self) -> int:
        """Return its number."""
        return self._process.pid or 0

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until it has ended; tell whether it is still at work."""
        self._process.join(seconds)
        return self._process.exitcode is None

    def kill(self) -> None:
        """Kill it, and hear what it has acknowledged."""
        self._process.kill()
        self.end()

    def end(self) -> int:
        """Wait until it ends, hear what it has acknowledged, and return its exit code."""
        try:
            while True:
                kind, value = self._reader.recv()
                if kind == _DONE:
                    self.is_done, self.seconds = True, time.monotonic() - self._began
                elif kind == _REFUSED:
                    self.refused = value
                else:
                    self.told.append(value)
        except (EOFError, OSError):
            pass
        self._process.join()
        self._reader.close()
        return self._process.exitcode or 0

    def workers(self) -> list[int]:
        """Return the numbers of its worker processes, where the system tells them."""
        found = []
        for task in Path(f"/proc/{self.pid}/task").glob("*/children"):
            for pid in task.read_text().split():
                command = Path(f"/proc/{pid}/cmdline")
                if command.exists() and b"popen_loky" in command.read_bytes():
                    found.append(int(pid))
        return found


def _at_work(writer: Any, work: Work, arguments: tuple[Any, ...]) -> None:
    writer.send((_BEGUN, None))
    try:
        work(lambda value: writer.send(("told", value)), *arguments)
        writer.send((_DONE, None))
    except LGMError as error:
        writer.send((_REFUSED, f"{type(error).__name__}: {error}"))
