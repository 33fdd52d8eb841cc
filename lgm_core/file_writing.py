"""Writing files completely or not at all."""

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
"""The suffix of incomplete files; only a killed process leaves any."""


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write to, which replaces an existing file once it is on the disk, and is removed on an error.

    At every moment the new file is only readable for those who can read the existing one.

    Raises:
        OSError: it cannot be written; an existing file is unchanged.
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
