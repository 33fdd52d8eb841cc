"""Measure questions under load: eight readers and a writer of one graph, in threads, in processes, in one event loop.

The writer builds changed documents and deletes others, one call after another; each document has a word of its version.
Readers ask for such words. A write that was acknowledged before a question began must be seen by it, and what was
deleted or replaced before must not. Slices of time with one reader, with all readers, and with the writer too take
turns, so that what else the machine does falls on all of them alike.

    python benchmarks/load.py --seconds 300 --ways threads,processes,loop
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_longlong
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer

from lgm_core import Document, LanguageGraph
from lgm_core.hosts import in_thread

app = typer.Typer(help=__doc__)

CALLS = ("retrieve_passages", "retrieve_sentences", "ask", "explain", "retrieve_facts")

PHASES = ("one reader", "readers", "readers and writer")
OVER = len(PHASES)

_TOKEN = re.compile(r"tok(\d+)v(\d+)x", re.IGNORECASE)
_TOGETHER = 3
"""Documents in one call of the writer."""

_PLACES = ("Ghent", "Porto", "Lviv", "Oslo", "Turin", "Cork", "Riga", "Ulm")
_THINGS = ("lantern", "kettle", "bridge", "harbour", "violin", "compass", "ladder", "anvil", "saddle", "loom")


def token(number: int, version: int) -> str:
    """Return a word that only one version of one document has."""
    return f"Tok{number}v{version}x"


def changing(number: int, version: int) -> Document:
    """Return a version of a document that changes."""
    name, place = token(number, version), _PLACES[version % len(_PLACES)]
    text = f"{name} is a kind of parcel. Odo Krell sent {name} to {place}. {name} contains a {_THINGS[number % 10]}."
    return Document.from_text(text, id=f"changing{number}", title=name)


def lasting(number: int) -> Document:
    """Return a document that stays."""
    chance = random.Random(number)
    thing, place = chance.choice(_THINGS), chance.choice(_PLACES)
    text = (
        f"The {thing} number {number} is a kind of tool. It was made in {place} by Jan Belov {number % 50}. "
        f"It consists of a {chance.choice(_THINGS)} and a parcel. People in {chance.choice(_PLACES)} use it each day."
    )
    return Document.from_text(text, id=f"lasting{number}", title=f"{thing.title()} {number}")


class Board:
    """What the writer has begun and what was acknowledged, for readers in any thread or process.

    The state of a document only grows: twice its version when it is there, one more when it is deleted.
    """

    def __init__(self, size: int, readers: int) -> None:
        self.size = size
        self.begun = multiprocessing.RawArray(c_longlong, [2] * size)
        self.acknowledged = multiprocessing.RawArray(c_longlong, [2] * size)
        self.phase = multiprocessing.RawValue(c_longlong, 0)
        self.ready = multiprocessing.RawArray(c_longlong, readers + 1)


@dataclass
class Told:
    """What one reader or writer has seen.

    Attributes:
        seconds: of each call, by phase and name of the call.
        processor: seconds of the processor, where a call stays in its thread; likewise.
        wrong: errors, and reads that were stale.
    """

    seconds: dict[tuple[int, str], list[float]] = field(default_factory=dict)
    processor: dict[tuple[int, str], list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def add(self, phase: int, name: str, seconds: float, processor: float) -> None:
        """Note how long a call took."""
        self.seconds.setdefault((phase, name), []).append(seconds)
        self.processor.setdefault((phase, name), []).append(processor)


@dataclass
class Look:
    """A question for the word of a document, and what was acknowledged before it."""

    call: str
    number: int
    before: list[int]

    @classmethod
    def of(cls, board: Board, chance: random.Random) -> Look:
        """Draw a question."""
        return cls(chance.choice(CALLS), chance.randrange(board.size), list(board.acknowledged))

    @property
    def question(self) -> str:
        """Return the question, or the name to be explained."""
        name = token(self.number, self.before[self.number] // 2)
        return name if self.call == "explain" else f"What is {name}?"

    def problems(self, result: Any, board: Board) -> Iterable[str]:  # noqa: ANN401 - of any call
        """Yield what is wrong with a result."""
        found = {(int(number), int(version)) for number, version in _TOKEN.findall(_sentences(self.call, result))}
        for number, version in sorted(found):
            if 2 * version < self.before[number]:
                yield f"{self.call} showed {token(number, version)}, which was gone before"
        state = self.before[self.number]
        if state % 2 == 0 and board.begun[self.number] == state and (self.number, state // 2) not in found:
            yield f"{self.call} did not show {token(self.number, state // 2)}, which was there before and after"


def _sentences(call: str, result: Any) -> str:  # noqa: ANN401 - of any call
    """Return what a result shows of documents, without what it repeats of the question."""
    if call in ("retrieve_passages", "retrieve_sentences"):
        return " ".join(hit.text if call == "retrieve_passages" else hit.sentence.text for hit in result)
    if call == "ask":
        return repr(result.citations)
    return repr((result.paths, result.facts)) if call == "retrieve_facts" else repr(result)


class Writer:
    """Changes documents, and says so before and after."""

    def __init__(self, board: Board, seed: int) -> None:
        self._board, self._chance = board, random.Random(seed)

    def next(self) -> tuple[str, list[tuple[int, int]], list[Any]]:
        """Begin a change: return the call, the documents with the states that it leads to, and its argument."""
        numbers = self._chance.sample(range(self._board.size), _TOGETHER)
        states = [self._board.acknowledged[number] for number in numbers]
        if self._chance.random() < 0.3 and all(state % 2 == 0 for state in states):
            call, after, what = "delete", [state + 1 for state in states], [f"changing{number}" for number in numbers]
        else:
            call, after = "build", [2 * (state // 2) + 2 for state in states]
            what = [changing(number, state // 2) for number, state in zip(numbers, after, strict=True)]
        for number, state in zip(numbers, after, strict=True):
            self._board.begun[number] = state
        return call, list(zip(numbers, after, strict=True)), what

    def acknowledge(self, changed: Iterable[tuple[int, int]]) -> None:
        """Say that a change is done."""
        for number, state in changed:
            self._board.acknowledged[number] = state


_SETTINGS = {"build": {"workers": 1}, "delete": {}}


async def _called(graph: LanguageGraph, call: str, argument: object, *, awaited: bool) -> Any:  # noqa: ANN401 - of any call
    """Call a method, or await its twin, or else the method in a worker thread."""
    if awaited:
        settings = _SETTINGS.get(call, {})
        if twin := getattr(graph, f"a{call}", None):
            return await twin(argument, **settings)
        return await in_thread(getattr(graph, call), argument, **settings)
    return getattr(graph, call)(argument, **_SETTINGS.get(call, {}))


async def read(graph: LanguageGraph, board: Board, index: int, pause: float, *, awaited: bool = False) -> Told:
    """Ask until the time is over; the first reader always, others in the phases of all."""
    told, chance = Told(), random.Random(index)
    await _called(graph, CALLS[0], "What is a parcel?", awaited=awaited)
    board.ready[index] = True
    while (phase := board.phase.value) != OVER:
        if index and not phase:
            await asyncio.sleep(0.005)
            continue
        look, began, processor = Look.of(board, chance), time.perf_counter(), time.thread_time()
        try:
            result = await _called(graph, look.call, look.question, awaited=awaited)
        except Exception as error:
            told.wrong.append(f"{look.call}: {error!r}")
        else:
            told.add(phase, look.call, time.perf_counter() - began, time.thread_time() - processor)
            told.wrong += look.problems(result, board)
        await asyncio.sleep(chance.uniform(0, 2 * pause))
    return told


async def write(graph: LanguageGraph, board: Board, pause: float, *, awaited: bool = False) -> Told:
    """Change documents in the phases with a writer."""
    told, writer = Told(), Writer(board, 0)
    board.ready[-1] = True
    while (phase := board.phase.value) != OVER:
        if phase != OVER - 1:
            await asyncio.sleep(0.005)
            continue
        call, changed, what = writer.next()
        began, processor = time.perf_counter(), time.thread_time()
        try:
            await _called(graph, call, what, awaited=awaited)
        except Exception as error:
            told.wrong.append(f"{call}: {error!r}")
        else:
            told.add(phase, call, time.perf_counter() - began, time.thread_time() - processor)
            writer.acknowledge(changed)
        await asyncio.sleep(pause)
    return told


def in_threads(path: Path, board: Board, readers: int, pauses: tuple[float, float]) -> list[Told]:
    """Let threads share one graph."""
    with LanguageGraph(path) as graph, ThreadPoolExecutor(readers + 1) as threads:
        work = [read(graph, board, index, pauses[0]) for index in range(readers)]
        return list(threads.map(asyncio.run, [*work, write(graph, board, pauses[1])]))


def in_loop(path: Path, board: Board, readers: int, pauses: tuple[float, float]) -> list[Told]:
    """Let tasks of one event loop share one graph."""

    async def work() -> list[Told]:
        with LanguageGraph(path) as graph:
            reading = [read(graph, board, index, pauses[0], awaited=True) for index in range(readers)]
            return await asyncio.gather(*reading, write(graph, board, pauses[1], awaited=True))

    return asyncio.run(work())


def in_processes(path: Path, board: Board, readers: int, pauses: tuple[float, float]) -> list[Told]:
    """Let processes open the graph for themselves; the writer is the last."""
    context = multiprocessing.get_context("spawn")
    ends = [context.Pipe(duplex=False) for _ in range(readers + 1)]
    processes = [
        context.Process(target=_work, args=(writer, path, board, job, pauses))
        for job, (_, writer) in zip([*range(readers), -1], ends, strict=True)
    ]
    for process in processes:
        process.start()
    for _, writer in ends:
        writer.close()  # so that a process that ends with an error is noticed
    told = [reader.recv() for reader, _ in ends]
    for process in processes:
        process.join()
    return told


def _work(end: Connection, path: Path, board: Board, job: int, pauses: tuple[float, float]) -> None:
    with LanguageGraph(path) as graph:
        end.send(asyncio.run(write(graph, board, pauses[1]) if job < 0 else read(graph, board, job, pauses[0])))


WAYS = {"threads": in_threads, "processes": in_processes, "loop": in_loop}


def built(path: Path, documents: int, size: int) -> Path:
    """Build a graph of documents that stay and documents that change."""
    with LanguageGraph(path) as graph:
        graph.build([*map(lasting, range(documents)), *(changing(number, 1) for number in range(size))], facts="open")
        graph.ranker()
    return path


def under_load(
    way: str,
    path: Path,
    *,
    seconds: float,
    slices: int,
    size: int,
    readers: int = 8,
    pauses: tuple[float, float] = (0.0, 0.0),
) -> list[Told]:
    """Let readers and a writer work on a graph for some time.

    Args:
        way: `threads`, `processes` or `loop`.
        path: the graph, as `built` leaves it.
        seconds: how long in all.
        slices: how often each phase comes.
        size: how many documents change.
        readers: how many readers there are.
        pauses: of readers and of the writer, after each call.
    """
    board = Board(size, readers)

    def pace() -> None:
        while not all(board.ready):
            time.sleep(0.005)
        for each in range(slices * len(PHASES)):
            board.phase.value = each % len(PHASES)
            time.sleep(seconds / slices / len(PHASES))
        board.phase.value = OVER

    pacing = threading.Thread(target=pace, daemon=True)
    pacing.start()
    told = WAYS[way](path, board, readers, pauses)
    pacing.join()
    return told


def share(values: list[float], part: float) -> float:
    """Return the value that a part of the values are not above; 0 of none."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)] if values else 0.0


@app.command()
def load(
    seconds: Annotated[float, typer.Option(help="How long each way takes.")] = 60,
    ways: Annotated[str, typer.Option(help="Of threads, processes, loop; joined by commas.")] = ",".join(WAYS),
    documents: Annotated[int, typer.Option(help="How many documents stay as they are.")] = 1000,
    size: Annotated[int, typer.Option(help="How many documents change.")] = 60,
    readers: Annotated[int, typer.Option(help="How many readers there are.")] = 8,
    slices: Annotated[int, typer.Option(help="How often each phase comes.")] = 10,
    pause: Annotated[float, typer.Option(help="Seconds that a reader waits before it asks again, in the mean.")] = 0.5,
    writer_pause: Annotated[float, typer.Option(help="Seconds that the writer waits before it writes again.")] = 0.5,
) -> None:
    """Print how long calls take, by phase, and what was wrong."""
    print("p50 and p95 in ms; how many calls; processor: ms of a call, where calls stay in their threads\n")
    print("| way | call | " + " | ".join(PHASES) + " | p95 to one reader | to readers | processor |")
    print("|---|---|" + "---:|" * (len(PHASES) + 3))
    ends = []
    with tempfile.TemporaryDirectory() as scratch:
        for way in ways.split(","):
            path = built(Path(scratch) / f"{way}.lgm", documents, size)
            pauses = (pause, writer_pause)
            told = under_load(way, path, seconds=seconds, slices=slices, size=size, readers=readers, pauses=pauses)
            _print_calls(way, told)
            wrong = Counter(problem for each in told for problem in each.wrong)
            ends.append(f"{way}: errors and stale reads: {wrong.total()} {wrong.most_common(5) if wrong else ''}")
    print("\n" + "\n".join(ends))


def _print_calls(way: str, told: list[Told]) -> None:
    def all_of(kind: str, phase: int, calls: Iterable[str]) -> list[float]:
        return [value for each in told for call in calls for value in getattr(each, kind).get((phase, call), [])]

    for name, calls in (
        *((call, [call]) for call in CALLS),
        ("all", CALLS),
        ("build", ["build"]),
        ("delete", ["delete"]),
    ):
        each = [all_of("seconds", phase, calls) for phase in range(len(PHASES))]
        cells = [f"{1000 * share(of, 0.5):.0f}, {1000 * share(of, 0.95):.0f} ({len(of)})" if of else "" for of in each]
        *others, last = (share(of, 0.95) for of in each)
        cells += [f"{last / of:.2f}" if of else "" for of in others]
        processor = [all_of("processor", phase, calls) for phase in range(len(PHASES))]
        means = [f"{1000 * fmean(of):.0f}" for of in processor if of]
        print(f"| {way} | {name} | {' | '.join(cells)} | {'' if way == 'loop' else ', '.join(means)} |", flush=True)


if __name__ == "__main__":
    app()
