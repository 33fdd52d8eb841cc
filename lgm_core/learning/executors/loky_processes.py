"""Worker processes of this machine, for who brings no executor.

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
"""How often a worker looks whether its parent is still there."""


class LokyProcesses(ProcessPoolExecutor):  # type: ignore[misc]  # loky has no types
    """A pool of worker processes that end with their parent."""

    def __init__(self, workers: int) -> None:
        super().__init__(max_workers=workers, initializer=_begin_worker, initargs=(os.getpid(),))

    def shutdown(self, wait: bool = True, **options: Any) -> None:  # noqa: ANN401
        """End the processes; in the middle of their work, if nobody waits for it."""
        super().shutdown(wait=True, kill_workers=not wait or bool(options.get("kill_workers")))


def _begin_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, and end with it however it ends: killed, it cannot end its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(1)
