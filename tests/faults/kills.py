"""Processes that are killed in the middle of a change."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

from tests.faults.children import Child
from tests.faults.fault import Attempt, Fault, Untried
from tests.faults.operations import GRAPH, OPERATIONS, Operation, opened, seen, undisturbed

_AGAIN = 0.3
"""How often the process that goes on is killed, too."""


@contextmanager
def kills(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Kill what makes a change at any moment of the time that it takes, sometimes more than once."""
    if not hasattr(signal, "SIGKILL"):
        raise Untried("processes cannot be killed here")
    whole = undisturbed(operation)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(whole.before, place, dirs_exist_ok=True)
        struck = 0
        while not struck or random.random() < _AGAIN:
            child = Child(operation.perform, place / GRAPH)
            if not child.wait(random.uniform(0, whole.seconds)):
                child.end()
                break
            child.kill()
            struck += not child.is_done
            with opened(place / GRAPH) as graph:
                operation.check(graph, child.told)
        operation.perform(lambda _: None, place / GRAPH)
        assert seen(place / GRAPH) == whole.seen
        return struck

    yield attempt


FAULTS = (*(Fault(f"process killed: {each.name}", partial(kills, each), times=1) for each in OPERATIONS),)
