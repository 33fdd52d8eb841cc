"""Graphs that another release made: an older one's are brought up to date, a newer one's are refused.

Older releases are taken out of the history of this project and really run, in processes of their own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from lgm_core import LanguageGraph, SchemaVersionError
from lgm_core.graph.sqlite.schema import SCHEMA_VERSION
from tests.faults.fault import Attempt, Fault, Untried
from tests.faults.operations import GRAPH, embedded, held, opened, seen
from tests.support.texts import many_documents

ROOT = Path(__file__).parents[2]

LAST_WITH_FORMAT = {3: "0e9be11", 6: "dbc0bf5", 8: "b3916a1"}
"""Commits by the format of the graphs that they write."""

BUILD = """
import json, sys
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.model import Document

with LanguageGraph(sys.argv[1]) as graph:
    for id, title, text in json.loads(sys.argv[2]):
        graph.build([Document.from_text(text, id=id, title=title)], workers=1)
        print(id, flush=True)
    graph.retrieve_passages("Where was the lantern made?")
"""


def release(commit: str, folder: Path) -> Path:
    """Return a folder with the package as it was at a commit."""
    packed = subprocess.run(["git", "archive", commit, "lgm_core"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        raise Untried(f"there is no commit {commit} here")
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


def at_work(package: Path, place: Path, rows: list[tuple[str, str, str]]) -> subprocess.Popen[str]:
    """Let a release build documents one by one, and print the id of each."""
    environment = os.environ | {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", BUILD, str(place), json.dumps(rows)]
    piped = subprocess.PIPE
    return subprocess.Popen(command, env=environment, cwd=place.parent, stdout=piped, stderr=piped, text=True)


@contextmanager
def older_graphs(format: int, folder: Path) -> Iterator[Attempt]:
    """Let an older release, which may be killed, make a graph that this one reads, and goes on with."""
    with suppress(FileNotFoundError):
        package = release(LAST_WITH_FORMAT[format], folder)

    def attempt(random: Random, place: Path) -> int:
        documents = random.sample(many_documents(60, seed=random.randrange(99)), 12)
        rows = [(each.id, each.title, each.text) for each in documents[:9]]
        with at_work(package, place / GRAPH, rows) as process:
            assert process.stdout is not None
            built = [process.stdout.readline().strip() for _ in range(random.randrange(1, 10))]
            if random.random() < 0.7:
                process.kill()
            built += process.stdout.read().split()
        with closing(sqlite3.connect(place / GRAPH)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (format,)
        with LanguageGraph(place / GRAPH, embed=embedded) as graph:
            assert set(built) <= held(graph)
        with opened(place / GRAPH) as graph:
            graph.build(documents, workers=1)
        with opened(place / "new.lgm") as graph:
            graph.build(documents, workers=1)
        assert seen(place / GRAPH) == seen(place / "new.lgm")
        before = (place / GRAPH).read_bytes()
        with at_work(package, place / GRAPH, rows) as process:
            assert process.wait() != 0
            assert process.stderr is not None
            assert re.search(f"SchemaVersionError: .*format {SCHEMA_VERSION}", process.stderr.read())
        assert (place / GRAPH).read_bytes() == before
        return 1

    yield attempt


@contextmanager
def newer_graphs(folder: Path) -> Iterator[Attempt]:
    """Let a newer release have made the graph: all that touches it says so, and nothing changes."""
    with opened(folder / GRAPH) as graph:
        graph.build(many_documents(5), workers=1, index=True)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(folder, place, dirs_exist_ok=True)
        newer = SCHEMA_VERSION + random.randrange(1, 90)
        with closing(sqlite3.connect(place / GRAPH)) as connection:
            connection.execute(f"PRAGMA user_version = {newer}")
        before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
        calls: list[Callable[[LanguageGraph], object]] = [
            lambda graph: graph.build(many_documents(7), workers=1),
            lambda graph: graph.delete("d00001"),
            lambda graph: graph.retrieve_passages("Where was the lantern made?"),
            lambda graph: graph.statistics(),
            lambda graph: graph.export(place / "export.jsonl"),
        ]
        random.shuffle(calls)
        with opened(place / GRAPH) as graph:
            for call in calls:
                with pytest.raises(SchemaVersionError, match=f"format {newer}, .* newer version"):
                    call(graph)
        assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before
        return 1

    yield attempt


FAULTS = (
    *(
        Fault(f"older release: graph of format {format}", partial(older_graphs, format), times=int(format == 3))
        for format in LAST_WITH_FORMAT
    ),
    Fault("newer release: its graph", newer_graphs),
)
