"""Several readers and writers of one embedded graph: threads, processes, forked children."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.tables import prepare
from lgm_core.model import Verdict
from tests.graph.store_contract import exported
from tests.graph.store_contract.additions import random_addition
from tests.support.sqlite_files import adder, writer
from tests.support.store_graphs import APPLES, BOATS, PEARS, numbered


def test_two_processes_write_while_a_thread_reads(tmp_path: Path, path: Path, store: SQLiteStore) -> None:
    counts: list[int] = []
    torn: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            graphs = list(store.scan())
            counts.append(len(graphs))
            torn.extend(graph.document.id for graph in graphs if graph != numbered(int(graph.document.id[1:])))

    reader = threading.Thread(target=read)
    with writer(path, 0, 80) as first, writer(path, 80, 160) as other:
        reader.start()
        assert [first.wait(60), other.wait(60)] == [0, 0]
        done.set()
        reader.join()
    assert torn == []
    assert counts == sorted(counts)
    assert counts[-1] > 0
    with SQLiteStore(tmp_path / "alone.lgm") as alone:
        alone.write_many([numbered(number) for number in range(160)])
        assert exported(store) == exported(alone)


def test_two_processes_add_to_the_same_documents_and_lose_nothing(tmp_path: Path, path: Path) -> None:
    graphs = [numbered(number) for number in range(12)]
    with SQLiteStore(path) as store:
        store.write_many(graphs)
        before = exported(store)
    with adder(path, 1, 10, undoing=False) as first, adder(path, 2, 10, undoing=False) as other:
        assert first.communicate(timeout=60)[0].count("\n") == 10
        assert other.communicate(timeout=60)[0].count("\n") == 10
    with SQLiteStore(path) as store, SQLiteStore(tmp_path / "alone.lgm") as alone:
        alone.write_many(graphs)
        for seed in (1, 2):
            random_ = random.Random(seed)
            for number in range(10):
                alone.add(random_addition(random_, f"run-{seed}-{number}", graphs))
        assert exported(store) == exported(alone)
        assert store.additions() == alone.additions()
        assert store.undo([record.id for record in store.additions()]) == 20
        assert exported(store) == before


def test_many_processes_can_make_the_same_graph(path: Path) -> None:
    writers = [writer(path, 10 * number, 10 * number + 10) for number in range(3)]
    for process in writers:
        with process:
            assert process.wait(60) == 0
    with SQLiteStore(path) as store:
        assert len(store.documents()) == 30


@pytest.mark.parametrize("moment", ["PRAGMA user_version", "PRAGMA application_id"])
def test_a_file_that_another_process_is_just_making_is_no_other_application(path: Path, moment: str) -> None:
    def make_graph(statement: str) -> None:
        if statement == moment and not path.stat().st_size:
            SQLiteStore.open(path).close()

    path.touch()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.set_trace_callback(make_graph)
        prepare(connection, path, read_only=False)
    assert path.stat().st_size > 0


def test_threads_share_a_store(store: SQLiteStore) -> None:
    failures: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for number in range(first, first + 20):
                store.write(numbered(number))
                assert store.sentences([f"d{number:05}#0"]) == [numbered(number).sentences[0]]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(20 * number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(store.documents()) == 100


def open_files(path: Path) -> int:
    """Count this process's handles on a file."""
    return sum(os.path.realpath(file) == str(path) for file in Path("/proc/self/fd").iterdir())


def write_in_child(store: SQLiteStore) -> None:
    before = open_files(store.path)
    store.write(PEARS)
    os._exit(0 if open_files(store.path) > before and len(store.documents()) == 2 else 1)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at open files as Linux shows them")
def test_a_forked_child_opens_the_file_for_itself(store: SQLiteStore) -> None:
    store.write(APPLES)
    child = multiprocessing.get_context("fork").Process(target=write_in_child, args=(store,))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    store.write(BOATS)
    assert len(store.documents()) == 3


def test_recording_a_verdict_again_changes_nothing(store: SQLiteStore) -> None:
    key = ("is_a", "apple", "fruit")
    store.write(APPLES)
    store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
    revision = store.revision()
    store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
    assert store.revision() == revision


def test_a_scan_shows_one_moment(store: SQLiteStore) -> None:
    store.write_many([numbered(number) for number in range(200)])
    scan = store.scan()
    first = next(scan)
    store.delete([numbered(number).document.id for number in range(100, 200)])
    store.write(numbered(500))
    assert [first, *scan] == [numbered(number) for number in range(200)]
