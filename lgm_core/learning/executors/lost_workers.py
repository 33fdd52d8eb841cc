"""Tell the failures that mean that a worker died from those of the work itself, in words of any engine."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError

__all__ = ["is_worker_lost"]

_BY_ENGINE = {
    "distributed": {"ClosedClientError", "CommClosedError", "FutureCancelledError", "KilledWorker"},
    "ray": {
        "ActorDiedError",
        "NodeDiedError",
        "ObjectLostError",
        "OutOfMemoryError",
        "WorkerCrashedError",
    },
}
"""The exceptions by which engines tell of it, by the package they come from; nothing of an engine is imported here."""


def is_worker_lost(error: BaseException) -> bool:
    """Tell whether work has failed because its worker ended, or was lost from sight, and not by itself."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    return any(kind.__name__ in _BY_ENGINE.get(kind.__module__.partition(".")[0], ()) for kind in type(error).__mro__)
