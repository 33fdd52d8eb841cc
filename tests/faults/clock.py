"""A clock that is set back, and forward again, while a graph changes: nothing but the times of additions tells.

The clock is that which the process sees; the machine's own would disturb everything else on it.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from random import Random

from lgm_core.model import addition
from tests.faults.children import Child, Tell
from tests.faults.fault import Attempt, Fault
from tests.faults.operations import GRAPH, OPERATIONS, Operation, opened, seen
from tests.faults.undisturbed import undisturbed

_DAYS = 4000

_DATED = ("learn_from_questions",)
"""What is tried in the short run, too, of what writes down when it was done."""


def with_another_clock(tell: Tell, operation: Operation, place: Path, seed: int) -> None:
    """Do something while each look at the clock shows another day, often one before the last."""
    chance, now = Random(seed), time.time

    class Erratic(datetime):
        @classmethod
        def now(cls, zone: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(zone) + timedelta(days=chance.uniform(-_DAYS, _DAYS))

    addition.datetime = Erratic  # type: ignore[misc]
    time.time = lambda: now() + chance.uniform(-_DAYS, _DAYS) * 86_400
    operation.perform(tell, place)


def scatter_times(folder: Path, random: Random) -> None:
    """Let files be from any time, past and to come."""
    for path in folder.rglob("*"):
        moment = time.time() + random.uniform(-_DAYS, _DAYS) * 86_400
        os.utime(path, (moment, moment))


@contextmanager
def clocks_set_back(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Let a process that is killed at any moment, and the files that it leaves, have times that are wrong."""
    whole = undisturbed(operation)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(whole.before, place, dirs_exist_ok=True)
        scatter_times(place, random)
        child = Child(with_another_clock, operation, place / GRAPH, random.randrange(10**6))
        child.wait(random.uniform(0, 2 * whole.seconds))
        child.kill()
        scatter_times(place, random)
        with opened(place / GRAPH) as graph:
            operation.check(graph, child.told)
        operation.perform(lambda _: None, place / GRAPH)
        assert seen(place / GRAPH) == whole.seen
        return 1

    yield attempt


FAULTS = tuple(
    Fault(f"clock set back: {each.name}", partial(clocks_set_back, each), times=int(each.name in _DATED))
    for each in OPERATIONS
)
