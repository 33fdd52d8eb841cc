"""Processes that are killed in the middle of a change: the one that makes it, or a worker of a build."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

from tests.faults.children import Child
from tests.faults.fault import Attempt, Fault, Untried
from tests.faults.operations import GRAPH, OPERATIONS, Operation, build, check_built, opened, seen
from tests.faults.undisturbed import undisturbed

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


@contextmanager
def worker_kills(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Kill a worker process in the middle of a build, which does its work again."""
    if not Path("/proc/self/task").exists():
        raise Untried("the system does not tell which processes are workers")
    whole = undisturbed(operation)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(whole.before, place, dirs_exist_ok=True)
        child = Child(operation.perform, place / GRAPH)
        child.wait(random.uniform(0, whole.seconds))
        struck = 0
        if workers := child.workers():
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)
                struck = 1
        assert child.end() == 0
        assert child.is_done, child.refused
        assert seen(place / GRAPH) == whole.seen
        return struck

    yield attempt


_SHORT = ("delete", "construct")
"""What is killed in the short run, too."""

_WORKERS = Operation("build", OPERATIONS[0].before, partial(build, workers=2), check_built)

FAULTS = (
    *(
        Fault(f"process killed: {each.name}", partial(kills, each), times=int(each.name in _SHORT))
        for each in OPERATIONS
    ),
    Fault("worker killed: build", partial(worker_kills, _WORKERS), times=0),
)
