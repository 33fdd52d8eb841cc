"""What a fault is, and how it is tried many times."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

Attempt = Callable[[Random, Path], int]
"""Let a fault strike at a moment that chance gives, in an empty folder; return how often it struck before the work was
done, 0 when it came too late. Raises anything, such as an AssertionError, when something is lost."""


IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where files are kept, if possible: processes end at more different moments when none waits for a disk."""


class Untried(Exception):
    """Say why a fault cannot be tried on this machine."""


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong in the middle of something.

    Attributes:
        name: what goes wrong, a colon, and in the middle of what.
        attempts: given an empty folder, begins what attempts share, such as servers and the undisturbed run, and yields
            what makes an attempt. Raises Untried where this machine lacks what it takes.
        times: how many attempts the short run makes; 0 leaves it to the long one.
    """

    name: str
    attempts: Callable[[Path], AbstractContextManager[Attempt]]
    times: int = 1


@dataclass
class Tried:
    """How a fault went.

    Attributes:
        struck: how often it struck.
        survived: how many of these lost nothing.
        losses: what the others lost, with the seed that brings it back.
        untried: why it was not tried; empty if it was.
    """

    struck: int = 0
    survived: int = 0
    losses: list[str] = field(default_factory=list)
    untried: str = ""


def tried(fault: Fault, seed: str, *, seconds: float = 0, most: int | None = None) -> Tried:
    """Try a fault, at least once, until the seconds are over or there were the most attempts that there may be."""
    told, end, number = Tried(), time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory(prefix="faults", dir=IN_MEMORY) as name:
        folder = Path(name)
        (folder / "shared").mkdir()
        try:
            with fault.attempts(folder / "shared") as attempt:
                while number < (most or 1) or (most is None and time.monotonic() < end):
                    number += 1
                    _add(told, attempt, folder / str(number), f"{seed} {fault.name} {number}")
        except Untried as reason:
            told.untried = str(reason)
    return told


def _add(told: Tried, attempt: Attempt, folder: Path, seed: str) -> None:
    """Make an attempt and count how it went."""
    folder.mkdir()
    try:
        struck = attempt(Random(seed), folder)
    except Untried:
        raise
    except Exception:
        told.struck += 1
        told.losses.append(f"seed {seed!r}:\n{traceback.format_exc()}")
    else:
        told.struck += struck
        told.survived += struck
    shutil.rmtree(folder, ignore_errors=True)
