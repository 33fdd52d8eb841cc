"""What an attack is, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Attack:
    """One kind of hostile input at one door.

    Attributes:
        name: what is given to the door.
        make: returns what is given, of about so many characters or parts.
        strike: gives it to the door, in an empty folder; it checks what comes back, and raises what the door raises.
        size: of a short run.
    """

    name: str
    make: Callable[[int], Any]
    strike: Callable[[Any, Path], object]
    size: int = 5_000


@dataclass(frozen=True, slots=True)
class Struck:
    """What came of an attack.

    Attributes:
        name: of the attack.
        error: the first line of the clear error that it was refused with; empty where it was answered.
        problem: what is wrong: the traceback of any other error, or how the process died; empty where nothing is.
        seconds: of a processor.
        megabytes: by which the largest memory of the process had grown.
    """

    name: str
    error: str
    problem: str
    seconds: float
    megabytes: float
