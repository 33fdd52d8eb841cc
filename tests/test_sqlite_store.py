"""The embedded store: the contract, and what only a file can do wrong."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count, islice
from pathlib import Path

import pytest

from lgm_core.errors import InputError, SchemaVersionError, StoreError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite_schema import SCHEMA_VERSION, create_tables
from lgm_core.model import Verdict
from tests.store_contract import NewStore, StoreContract, exported
from tests.store_graphs import APPLES, BOATS, PEARS, document, numbered

PROJECT = Path(__file__).parents[1]


class TestSQLiteStore(StoreContract):
    @pytest.fixture
    def new_store(self, tmp_path: Path) -> Iterator[NewStore]:
        names = count()
        with ExitStack() as stack:
            yield lambda: stack.enter_context(SQLiteStore(tmp_path / f"{next(names)}.lgm"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graph.lgm"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(path) as store:
        yield store


# The file


def test_a_graph_outlives_its_store_in_one_file(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
        store.write_blob("index", b"data")
        before = exported(store), store.revision()
    assert [one.name for one in path.parent.iterdir()] == ["graph.lgm"]
    with SQLiteStore(str(path)) as store:
        assert (exported(store), store.revision()) == before
        assert store.read_blob("index") == b"data"


def test_making_a_store_touches_no_file(path: Path) -> None:
    store = SQLiteStore(path)
    assert not path.exists()
    store.close()
    SQLiteStore.open(path).close()
    assert path.exists()


def test_an_empty_file_becomes_a_graph(path: Path, store: SQLiteStore) -> None:
    path.touch()
    store.write(APPLES)
    assert list(store.scan()) == [APPLES]


@pytest.mark.parametrize("name", ["with space.lgm", "100%.lgm", "a?b#c.lgm", "naïve 東京.lgm"])
def test_a_graph_may_have_any_file_name(tmp_path: Path, name: str) -> None:
    with SQLiteStore(tmp_path / name) as store:
        store.write(APPLES)
    assert (tmp_path / name).stat().st_size > 0


def test_a_newer_format_is_refused_with_the_way_out(path: Path) -> None:
    SQLiteStore.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(
        SchemaVersionError, match=rf"graph\.lgm.* {SCHEMA_VERSION + 1}, .* {SCHEMA_VERSION};.* --upgrade"
    ):
        SQLiteStore.open(path)


def first_format(path: Path) -> None:
    """Write a graph as the first version of this library did."""
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            """
            CREATE TABLE first (
                id INTEGER PRIMARY KEY,
                section INTEGER NOT NULL,
                start INTEGER NOT NULL,
                "end" INTEGER NOT NULL,
                text TEXT NOT NULL,
                resolved TEXT,
                lemmas TEXT NOT NULL,
                mentions TEXT NOT NULL  -- the last column
            );
            INSERT INTO first SELECT id, section, start, "end", text, resolved, lemmas, mentions FROM sentence;
            DROP TABLE sentence;
            ALTER TABLE first RENAME TO sentence;
            ALTER TABLE document DROP COLUMN stamp;
            PRAGMA user_version = 1;
            """
        )


def test_a_file_of_the_first_format_is_read_and_brought_up_to_date(path: Path) -> None:
    first_format(path)
    with SQLiteStore(path) as store:
        assert list(store.scan()) == [APPLES]
        store.write(BOATS)
        assert store.delete(["apples"]) == 1
        assert list(store.scan()) == [BOATS]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_file_of_the_first_format_is_read_without_being_changed(path: Path) -> None:
    first_format(path)
    before = path.read_bytes()
    with SQLiteStore(path, read_only=True) as store:
        assert list(store.scan()) == [APPLES]
        assert [one.text for one in store.sentences_about(["apple"])][-1] == "Apples are sweet."
        assert [one.text for one in store.search_sentences(["sweet"])] == ["Apples are sweet."]
    assert path.read_bytes() == before


def test_another_file_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("Dear diary, today I met a database.\n" * 100, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"graph\.lgm.*not a SQLite database"):
        SQLiteStore.open(path)
    assert path.read_bytes() == before


def test_the_database_of_another_application_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE document (id)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"graph\.lgm.*another application"):
        SQLiteStore.open(path)
    assert path.read_bytes() == before


def test_a_damaged_graph_is_told(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([numbered(number) for number in range(50)])
    data = bytearray(path.read_bytes())
    data[4096 : len(data)] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)
    with SQLiteStore(path) as store, pytest.raises(StoreError, match=r"graph\.lgm.*damaged"):
        list(store.scan())


def test_a_folder_is_no_graph(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        SQLiteStore.open(tmp_path)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        SQLiteStore.open(tmp_path / "none" / "graph.lgm")


@pytest.mark.parametrize("name", ["", ":memory:"])
def test_a_graph_needs_a_file(name: str) -> None:
    with pytest.raises(InputError, match="a graph is a file"):
        SQLiteStore(name)


def test_an_unknown_durability_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match=r"'MAYBE'.*NORMAL, FULL"):
        SQLiteStore(path, synchronous="MAYBE")


def test_a_closed_store_says_so(store: SQLiteStore) -> None:
    store.write(APPLES)
    store.close()
    with pytest.raises(StoreError, match="was closed"):
        store.documents()


def test_a_scan_that_is_open_when_the_store_closes_ends_in_peace(store: SQLiteStore) -> None:
    store.write_many([APPLES, PEARS])
    scan = store.scan()
    assert next(scan) == APPLES
    store.close()
    assert next(scan) == PEARS


# Reading only


def test_a_graph_can_be_opened_for_reading_only(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with SQLiteStore.open(path, read_only=True) as store:
        assert list(store.scan()) == [APPLES]
        for change in (
            lambda: store.write(PEARS),
            lambda: store.delete(["apples"]),
            lambda: store.write_blob("a", b""),
        ):
            with pytest.raises(StoreError, match="reading only"):
                change()


def test_reading_only_makes_no_file(path: Path) -> None:
    with pytest.raises(StoreError, match="no such graph"):
        SQLiteStore.open(path, read_only=True)
    assert not path.exists()
    path.touch()
    with pytest.raises(StoreError, match="empty"):
        SQLiteStore.open(path, read_only=True)


def test_a_reader_sees_what_is_written_after_it_opened(path: Path, store: SQLiteStore) -> None:
    store.write(APPLES)
    with SQLiteStore.open(path, read_only=True) as reader:
        store.write(PEARS)
        assert reader.documents() == store.documents()


# Failures


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
from tests.store_graphs import numbered

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


def check_integrity(path: Path) -> None:
    """Let SQLite check the file, and the full-text index against the sentences."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.execute("INSERT INTO sentence_text (sentence_text, rank) VALUES ('integrity-check', 1)")


WRITE = """
import sys
from lgm_core.graph.sqlite import SQLiteStore
from tests.store_graphs import numbered

path, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with SQLiteStore(path) as store:
    known = {one.id for one in store.documents()}
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
            assert acknowledged <= graphs.keys()
            assert all(graph == numbered(int(id[1:])) for id, graph in graphs.items())
        check_integrity(path)
    with SQLiteStore(path) as store, SQLiteStore(tmp_path / "undisturbed.lgm") as undisturbed:
        last = max(int(id[1:]) for id in graphs) + 20
        for number in range(last):
            store.write(numbered(number))
            undisturbed.write(numbered(number))
        assert exported(store) == exported(undisturbed)


# Several at a time


def test_two_processes_write_while_a_thread_reads(tmp_path: Path, path: Path, store: SQLiteStore) -> None:
    seen: list[int] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            graphs = list(store.scan())
            if all(graph == numbered(int(graph.document.id[1:])) for graph in graphs):
                seen.append(len(graphs))

    reader = threading.Thread(target=read)
    with writer(path, 0, 80) as one, writer(path, 80, 160) as other:
        reader.start()
        assert [one.wait(60), other.wait(60)] == [0, 0]
        done.set()
        reader.join()
    assert seen == sorted(seen)
    assert seen
    with SQLiteStore(tmp_path / "alone.lgm") as alone:
        alone.write_many([numbered(number) for number in range(160)])
        assert exported(store) == exported(alone)


def test_many_processes_can_make_the_same_graph(path: Path) -> None:
    writers = [writer(path, 10 * number, 10 * number + 10) for number in range(3)]
    for process in writers:
        with process:
            assert process.wait(60) == 0
    with SQLiteStore(path) as store:
        assert len(store.documents()) == 30


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
    return sum(os.path.realpath(one) == str(path) for one in Path("/proc/self/fd").iterdir())


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


# Full text


def test_the_full_text_index_ranks_sentences(store: SQLiteStore) -> None:
    store.write_many([APPLES, PEARS, BOATS])
    assert [one.id for one in store.search_sentences(["vitamins"])] == ["apples#1"]
    assert store.search_sentences(["fruit", "too"])[0].id == "pears#1"
    assert len(store.search_sentences(["fruit", "boat"], limit=2)) == 2
    assert store.search_sentences([]) == store.search_sentences([" ", "nothing"]) == []


def test_equally_good_sentences_come_in_document_order(store: SQLiteStore) -> None:
    for name in ("c", "a", "b"):
        store.write(document(name, "A [stone] lies.", "A [stone] lies."))
    assert [one.id for one in store.search_sentences(["stone"])] == ["a#0", "a#1", "b#0", "b#1", "c#0", "c#1"]


@pytest.mark.parametrize(
    "lemma", ['"', "*", "a AND b", "NEAR(", "c++", "co-op", "lemmas:x", "^a", "\x00", "it's", "{", "-a"]
)
def test_any_text_can_be_searched(store: SQLiteStore, lemma: str) -> None:
    store.write(document("a", "A co-op wrote c++, a and b."))
    assert isinstance(store.search_sentences([lemma]), list)


def test_the_full_text_index_follows_every_change(path: Path, store: SQLiteStore) -> None:
    store.write_many([APPLES, PEARS, BOATS])
    store.write(document("apples", "[Plums|plum] are blue.", "So is the sky.", "The sea, too."))
    store.delete(["boats"])
    assert store.search_sentences(["vitamins", "dinghy"]) == []
    assert [one.id for one in store.search_sentences(["blue"])] == ["apples#0"]
    store.close()
    check_integrity(path)


def test_a_graph_without_full_text_index_works_but_for_searching(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        create_tables(connection, text_index=False)
    with SQLiteStore(path) as store:
        store.write_many([APPLES, PEARS])
        store.delete(["apples"])
        assert list(store.scan()) == [PEARS]
        with pytest.raises(StoreError, match="no full-text index"):
            store.search_sentences(["pear"])


def test_a_deleted_text_is_overwritten(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, document("secret", "The key is under the [flower pot].")])
        store.delete(["secret"])
    data = path.read_bytes()
    assert b"Apples are a type" in data
    assert b"under the flower" not in data
