"""Attacks are done in a process of their own, which may not use more than its share of processor and memory."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
import traceback
from collections.abc import Collection, Sequence
from math import log2
from pathlib import Path
from typing import Any

from lgm_core.errors import LGMError
from tests.hostile.all_attacks import DOORS
from tests.hostile.attack import Attack, Struck

try:
    import resource
except ImportError:  # Windows has no limits of a process
    resource = None  # type: ignore[assignment]

SECONDS = 60
"""Of a processor, that the attacks on a door may take together; what grows with the square of its input takes hours."""

MEGABYTES = 3000
"""Of address space beyond what a process begins with, of which libraries reserve some; bombs unpack to more."""

GROWTH = 2.6
"""Times the time that twice the input may take."""

TURNS = 3
"""Times that what grew faster is measured, until it does not."""

SLACK = 0.2
"""Seconds of a processor by which measurements of the same differ."""

LONGEST_MESSAGE = 1000
"""Characters of an error: it may quote what was given, but not all of it."""

_CONTEXT = multiprocessing.get_context("forkserver" if resource else "spawn")
if resource:
    _CONTEXT.set_forkserver_preload(["__main__", "tests.hostile.all_attacks"])


def struck(
    door: str, factor: int = 1, *, seconds: int = SECONDS, every: int = 1, only: Collection[str] = ()
) -> list[Struck]:
    """Do attacks on a door one after another, of so many times their size.

    When the process dies, the attack that it was at has the problem, and the others go on in another one.

    Args:
        door: that is struck.
        factor: times the sizes of the attacks.
        seconds: of a processor, that a process may take.
        every: do every so many attacks; 1 does all.
        only: do the attacks of these names; empty does all.
    """
    attacks = [number for number in range(0, len(DOORS[door]), every) if not only or DOORS[door][number].name in only]
    results: list[Struck] = []
    while len(results) < len(attacks):
        reader, writer = _CONTEXT.Pipe(duplex=False)
        process = _CONTEXT.Process(target=_strike_all, args=(writer, door, attacks[len(results) :], factor, seconds))
        process.start()
        writer.close()
        try:
            reader.recv()  # it has begun
        except EOFError:
            raise RuntimeError("the process of the attacks did not begin; its error is above") from None
        try:
            while True:
                results.append(reader.recv())
        except (EOFError, OSError):
            pass
        process.join()
        reader.close()
        if len(results) < len(attacks):
            died = f"the process died (exit code {process.exitcode}): out of processor time or memory"
            results.append(Struck(DOORS[door][attacks[len(results)]].name, "", died, float(seconds), 0.0))
    return results


def grown(door: str, before: Sequence[Struck], factor: int, times: int) -> list[str]:
    """Do attacks again, of several times their size; tell those whose time grew faster than their size.

    Twice as much input may take 2.6 times the time, which leaves room for caches that fill, and not for squares. What
    grew faster is measured again in both sizes, as other processes slow both down, but seldom alike.
    """
    allowed = times ** log2(GROWTH)
    former = {each.name: each.seconds for each in before}
    faster: list[str] = []
    for _ in range(TURNS):
        if not former:
            break
        again = struck(door, factor * times, seconds=SECONDS * times, only=list(former))
        slow = [each for each in again if each.seconds > allowed * former[each.name] + SLACK]
        faster = [
            f"{each.name}: {former[each.name]:.2f} s, {times} times as much {each.seconds:.2f} s" for each in slow
        ]
        former = {each.name: each.seconds for each in _struck_again(door, factor, slow)}
    return faster


def _struck_again(door: str, factor: int, before: Sequence[Struck]) -> list[Struck]:
    return struck(door, factor, only=[each.name for each in before]) if before else []


def _strike_all(writer: Any, door: str, attacks: Sequence[int], factor: int, seconds: int) -> None:
    if resource:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        if (pages := Path("/proc/self/statm")).exists():
            limit = int(pages.read_text().split()[0]) * resource.getpagesize() + MEGABYTES * 2**20
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    writer.send(None)
    _strike(DOORS[door][0], 1)  # the first one loads modules and builds the graph that is asked
    for number in attacks:
        writer.send(_strike(DOORS[door][number], factor))


def _strike(attack: Attack, factor: int) -> Struck:
    given = attack.make(attack.size * factor)
    memory, began = _largest_memory(), time.process_time()
    error = problem = ""
    with tempfile.TemporaryDirectory() as folder:
        try:
            attack.strike(given, Path(folder))
        except LGMError as refused:
            error = str(refused)
            if len(error) > LONGEST_MESSAGE:
                problem = f"the message of the error has {len(error)} characters: {error[:300]}"
        except BaseException:
            problem = traceback.format_exc(limit=-4)
    seconds = time.process_time() - began
    return Struck(attack.name, error[:300], problem[:3000], seconds, _largest_memory() - memory)


def _largest_memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 if resource else 0.0
