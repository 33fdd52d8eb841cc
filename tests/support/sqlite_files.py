"""Processes that write embedded graphs, and checks of the files they leave."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def check_integrity(path: Path) -> None:
    """Let SQLite check the file."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def blobs(path: Path) -> dict[str, bytes]:
    """Return all blobs of a graph file by name."""
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT name, data FROM blob").fetchall())


WRITE = """
import sys
from lgm_core.graph.sqlite import SQLiteStore
from tests.support.store_graphs import numbered

path, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with SQLiteStore(path) as store:
    known = {record.id for record in store.documents()}
    for number in range(first, last):
        graph = numbered(number)
        if graph.document.id not in known:
            store.write(graph)
            print(graph.document.id, flush=True)
"""


def writer(path: Path, first: int, last: int) -> subprocess.Popen[str]:
    """Start a process that writes documents and prints the id of each when it is written."""
    command = [sys.executable, "-c", WRITE, str(path), str(first), str(last)]
    return subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True)


ADD = """
import random, sys
from lgm_core.graph.sqlite import SQLiteStore
from tests.graph.store_contract.additions import random_addition
from tests.support.store_graphs import numbered

path, seed, count, undoing = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "True"
random_, graphs = random.Random(int(seed)), [numbered(number) for number in range(12)]
with SQLiteStore(path) as store:
    held = [record.id for record in store.additions()]
    for number in range(count):
        if undoing and held and random_.random() < 0.4:
            store.undo([random_.choice(held)])
        else:
            store.add(random_addition(random_, f"run-{number % 5}" if undoing else f"run-{seed}-{number}", graphs))
        held = [record.id for record in store.additions()]
        print(*held, flush=True)
"""


def adder(path: Path, seed: int, count: int, *, undoing: bool) -> subprocess.Popen[str]:
    """Start a process that adds to the first twelve documents, and prints the ids of all additions after each change.

    Args:
        path: the graph.
        seed: what chance begins with.
        count: how many changes it makes.
        undoing: whether it adds under few ids and takes additions back, too; otherwise each has an id of its own.
    """
    command = [sys.executable, "-c", ADD, str(path), str(seed), str(count), str(undoing)]
    return subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True)
