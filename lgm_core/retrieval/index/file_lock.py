"""Locks between processes: the system releases them however a process ends."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

__all__ = ["locked"]


@contextmanager
def locked(file: IO[bytes], *, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of an open file, and tell that it is held; `wait` until nobody else does."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                break
            except OSError as error:
                if not wait and error.errno == errno.EACCES:
                    yield False
                    return
                if error.errno != errno.EDEADLOCK:  # what it raises when it has waited for ten seconds
                    raise
        try:
            yield True
        finally:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_held = True
        except BlockingIOError:
            is_held = False
        yield is_held
