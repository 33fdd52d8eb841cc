"""What an operation begins and ends with when nothing disturbs it."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.faults.children import Child
from tests.faults.fault import IN_MEMORY
from tests.faults.operations import GRAPH, Operation, seen

_LOOKED_EACH = 0.002
"""Seconds between two looks at how much room an operation takes."""


@dataclass(frozen=True)
class Undisturbed:
    """What an operation begins and ends with when nothing disturbs it.

    Attributes:
        before: a folder with the graph that it begins with.
        after: one with the graph that it ends with.
        seconds: that it took.
        most: bytes that its files had together at a time, as far as this was seen.
        seen: what is seen of the graph afterwards.
    """

    before: Path
    after: Path
    seconds: float
    most: int
    seen: tuple[bytes, list[Any]]


@cache
def undisturbed(operation: Operation) -> Undisturbed:
    """Do an operation undisturbed, once for all faults that disturb it."""
    kept = tempfile.TemporaryDirectory(prefix="undisturbed", dir=IN_MEMORY)
    atexit.register(kept.cleanup)
    before, after = Path(kept.name) / "before", Path(kept.name) / "after"
    before.mkdir()
    operation.before(before / GRAPH)
    shutil.copytree(before, after)
    child, most = Child(operation.perform, after / GRAPH), 0
    while child.wait(_LOOKED_EACH):
        most = max(most, bytes_of(after))
    assert child.end() == 0, f"the process ended with an error ({child.refused})"
    assert child.is_done, child.refused
    return Undisturbed(before, after, child.seconds, max(most, bytes_of(after)), seen(after / GRAPH))


def bytes_of(folder: Path) -> int:
    """Return how many bytes the files of a folder have, in whole pages."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # it was removed since
            total += -(-path.stat().st_size // 4096) * 4096 if path.is_file() else 0
    return total
