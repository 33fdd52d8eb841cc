"""The embedded store: the contract, and what only a file can do wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

import pytest

from lgm_core.errors import InputError, SchemaVersionError, StoreError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.tables import FORMAT
from tests.graph.store_contract import NewStore, StoreContract, exported
from tests.graph.store_contract.additions import SWEET
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, document, numbered


class TestSQLiteStore(StoreContract):
    @pytest.fixture
    def new_store(self, tmp_path: Path) -> Iterator[NewStore]:
        names = count()
        with ExitStack() as stack:
            yield lambda: stack.enter_context(SQLiteStore(tmp_path / f"{next(names)}.lgm"))


# The file


def test_a_graph_outlives_its_store_in_one_file(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
        store.write_blob("index", b"data")
        before = exported(store), store.revision()
    assert [file.name for file in path.parent.iterdir()] == ["graph.lgm"]
    with SQLiteStore(str(path)) as store:
        assert (exported(store), store.revision()) == before
        assert store.read_blob("index") == b"data"


def test_a_copy_is_the_graph_of_that_moment_and_replaces_the_copy_before(store: SQLiteStore, path: Path) -> None:
    store.write_many([APPLES, BOATS])
    copy = path.with_name("copy.lgm")
    store.copy_to(copy)
    with SQLiteStore(copy) as copied:
        assert exported(copied) == exported(store)
        store.delete([BOATS.document.id])
        store.write(PEARS)
        assert exported(copied) != exported(store)
        store.copy_to(copy)
        assert exported(copied) == exported(store)
    assert b"boat" not in copy.read_bytes()


def test_a_graph_is_its_own_copy(store: SQLiteStore, path: Path) -> None:
    store.write(APPLES)
    before = exported(store)
    store.copy_to(path)
    assert exported(store) == before


def test_a_copy_that_cannot_be_written_is_told(store: SQLiteStore, path: Path) -> None:
    store.write(APPLES)
    other = path.with_name("notes.txt")
    other.write_text("my notes " * 100, "utf-8")
    with pytest.raises(StoreError, match=r"notes\.txt.*not a database"):
        store.copy_to(other)
    assert other.read_text("utf-8").startswith("my notes")


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


def test_additions_are_counted_without_reading_what_they_gave(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, ORCHARD])
        store.add(SWEET)
        counted = store.additions()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE added SET pieces = 'unreadable'")
        connection.commit()
    with SQLiteStore(path, read_only=True) as store:
        assert store.additions() == counted


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


# Text that is deleted or replaced stays nowhere in the file.


def test_a_deleted_text_is_overwritten_in_file_and_log(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, document("secret", "The key is under the [flower pot].")])
        store.write_blob("reply:1", b"The key is under the flower pot.")
        store.delete(["secret"])
        data = b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))
    assert b"Apples are a type" in data
    assert b"flower" not in data


def test_a_text_deleted_while_somebody_reads_is_overwritten_when_all_are_done(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, document("secret", "The key is under the [flower pot].")])
        scan = store.scan()
        assert next(scan) == APPLES
        assert store.delete(["secret"]) == 1
        assert len(list(scan)) == 1
    assert b"Apples are a type" in path.read_bytes()
    assert b"flower" not in path.read_bytes()


def test_a_replaced_text_is_overwritten_in_file_and_log(path: Path, store: SQLiteStore) -> None:
    old = document("fruit", "Zyxxor sells plums.")
    store.write(old)
    store.write(document("fruit", "Plums are sold."))
    written = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Plums are sold" in written
    assert b"yxxor" not in written


# Graph files of another format: refused with the way out, and left as they are.


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("other", [FORMAT - 1, FORMAT + 1])
def test_a_file_of_another_format_is_refused_with_the_way_out_and_not_changed(
    path: Path, other: int, read_only: bool
) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {other}")
    before = path.read_bytes()
    wanted = rf"graph\.lgm has format {other}, .* reads format {FORMAT} alone\..* lgm build DOCUMENTS --graph PLACE"
    with pytest.raises(SchemaVersionError, match=wanted):
        SQLiteStore.open(path, read_only=read_only)
    if not read_only:
        with SQLiteStore(path) as store, pytest.raises(SchemaVersionError, match=wanted):
            store.write(APPLES)
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT}")
    with SQLiteStore(path) as store:
        assert list(store.scan()) == [APPLES]
