"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["TEMPORARY", "written_whole"]

TEMPORARY = ".tmp"
"""How the names of files end that are not whole yet; only a process that was killed leaves any."""


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Lend a file to write to, which takes the place of another once it is on the disk; if that fails, it is removed.

    Who may read the other may read the new one, and nobody else, at no time.

    Raises:
        OSError: it cannot be written; what stood in its place stays.
    """
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{TEMPORARY}")
    try:
        with open(temporary, "xb", opener=_for_the_owner if path.exists() else None) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
