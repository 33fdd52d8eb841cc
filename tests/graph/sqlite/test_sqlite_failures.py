"""What can go wrong with the file of an embedded graph, and what must not be lost then."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from lgm_core.errors import StoreError
from lgm_core.graph.canonical import canonical
from lgm_core.graph.sqlite import SQLiteStore
from tests.graph.store_contract import exported
from tests.support.sqlite_files import PROJECT, adder, check_integrity, writer
from tests.support.store_graphs import APPLES, numbered

KILLS = 20 if os.environ.get("LGM_FULL") else 3
"""Of those that add; `LGM_FULL=1` kills more."""


def test_a_locked_graph_is_told_after_the_timeout(path: Path) -> None:
    SQLiteStore.open(path).close()
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        SQLiteStore(path, timeout=0.05) as store,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"graph\.lgm.*locked"):
            store.write(APPLES)
        assert store.documents() == []
        other.execute("ROLLBACK")
        store.write(APPLES)


FILL = """
import resource, signal, sys
from lgm_core.errors import StoreError
from lgm_core.graph.sqlite import SQLiteStore
from tests.support.store_graphs import numbered

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
store = SQLiteStore(sys.argv[1])
try:
    for number in range(2000):
        store.write(numbered(number))
        print(number, flush=True)
except StoreError as error:
    sys.exit(str(error))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files as Unix does")
def test_a_full_disk_is_told_and_loses_nothing_acknowledged(path: Path) -> None:
    command = [sys.executable, "-c", FILL, str(path)]
    process = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    acknowledged = [int(line) for line in process.stdout.split()]
    assert process.returncode == 1
    assert "graph.lgm: the disk " in process.stderr
    assert acknowledged
    with SQLiteStore(path) as store:
        assert list(store.scan())[: len(acknowledged)] == [numbered(number) for number in acknowledged]


@pytest.mark.thorough
def test_kills_lose_nothing_acknowledged_and_leave_no_trace(tmp_path: Path, path: Path) -> None:
    acknowledged: set[str] = set()
    for _ in range(4):
        with writer(path, 0, 4000) as process:
            assert process.stdout is not None
            acknowledged |= {line.strip() for line in islice(process.stdout, random.randint(1, 60))}
            process.kill()
            acknowledged |= {line.strip() for line in process.stdout if line.endswith("\n")}
        with SQLiteStore(path) as store:
            graphs = {graph.document.id: graph for graph in store.scan()}
            assert set() != acknowledged <= graphs.keys()
            assert [id for id, graph in graphs.items() if graph != numbered(int(id[1:]))] == []
        check_integrity(path)
    with SQLiteStore(path) as store, SQLiteStore(tmp_path / "undisturbed.lgm") as undisturbed:
        last = max(int(id[1:]) for id in graphs) + 20
        for number in range(last):
            store.write(numbered(number))
            undisturbed.write(numbered(number))
        assert exported(store) == exported(undisturbed)


@pytest.mark.thorough
def test_after_kills_all_additions_are_whole_and_can_be_taken_back(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([numbered(number) for number in range(12)])
        before, statistics = exported(store), store.statistics()
    for kill in range(KILLS):
        with adder(path, kill, 10_000, undoing=True) as process:
            assert process.stdout is not None
            told = list(islice(process.stdout, random.randint(1, 15)))
            time.sleep(random.random() / 50)
            process.kill()
            told += [line for line in process.stdout if line.endswith("\n")]
        with SQLiteStore(path) as store:
            # What it was about to do is done or not done.
            assert len({record.id for record in store.additions()} ^ set(told[-1].split())) <= 1
            assert [graph for graph in store.scan() if graph != canonical(graph)] == []
        check_integrity(path)
    with SQLiteStore(path) as store:
        store.undo([record.id for record in store.additions()])
        assert (exported(store), store.statistics()) == (before, statistics)
