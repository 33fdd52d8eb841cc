"""Worker processes on this machine, for callers without an executor.

They come from loky, which unlike the standard pool neither forks a threaded process nor re-imports the caller's script,
so it works from notebooks, servers and scripts without a `__main__` guard.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

from loky import ProcessPoolExecutor

__all__ = ["LokyProcesses"]

_PARENT_SECONDS = 1.0
"""How often a worker checks whether its parent still exists."""


class LokyProcesses(ProcessPoolExecutor):  # type: ignore[misc]  # loky has no types
    """A pool of worker processes that end with their parent."""

    def __init__(self, workers: int) -> None:
        super().__init__(max_workers=workers, initializer=_begin_worker, initargs=(os.getpid(),))

    def shutdown(self, wait: bool = True, **options: Any) -> None:  # noqa: ANN401
        """End the processes; during their work, unless the caller waits."""
        super().shutdown(wait=True, kill_workers=not wait or bool(options.get("kill_workers")))


def _begin_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, and end with it in any case: a killed parent cannot end its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(1)
