"""Locks between processes: the system releases them however a process ends."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

__all__ = ["locked"]


@contextmanager
def locked(file: IO[bytes]) -> Iterator[None]:
    """Hold the lock of an open file; wait until nobody else does."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                break
            except OSError as error:
                if error.errno != errno.EDEADLOCK:  # what it raises when it has waited for ten seconds
                    raise
        try:
            yield
        finally:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
        yield
