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
