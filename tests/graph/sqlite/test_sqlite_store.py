"""The embedded store: the contract, and what only a file can do wrong."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from lgm_core.errors import InputError, SchemaVersionError, StoreError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.schema import SCHEMA_VERSION
from tests.graph.store_contract import NewStore, StoreContract, exported
from tests.graph.store_contract.additions import SWEET
from tests.graph.store_contract.constructed_documents import CONSTRUCTED
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, document, numbered


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


def test_a_newer_format_is_refused_with_the_way_out(path: Path) -> None:
    SQLiteStore.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(
        SchemaVersionError, match=rf"graph\.lgm.* {SCHEMA_VERSION + 1}, .* {SCHEMA_VERSION};.* newer version"
    ):
        SQLiteStore.open(path)


WITHOUT_COUNTS = """
    DROP INDEX added_by_addition; CREATE INDEX added_by_addition ON added (addition);
    ALTER TABLE added DROP COLUMN facts; ALTER TABLE added DROP COLUMN profiles;
    ALTER TABLE added DROP COLUMN relations; ALTER TABLE added DROP COLUMN mentions;
    ALTER TABLE added DROP COLUMN predicate_groups;
"""
"""Makes a graph like those of before format 9."""

WITHOUT_GROUPS = f"""{WITHOUT_COUNTS}
    DROP TABLE predicate_group; ALTER TABLE sentence DROP COLUMN paragraph;
    ALTER TABLE profile DROP COLUMN entity_class; ALTER TABLE profile DROP COLUMN is_familiar;
    ALTER TABLE profile DROP COLUMN relevance; ALTER TABLE profile DROP COLUMN origin;
"""
"""Makes a graph like those of before format 8."""

WITHOUT_FACTS = f"""{WITHOUT_GROUPS}
    DROP TABLE fact; DROP TABLE fact_evidence; DROP TABLE profile; DROP TABLE addition; DROP TABLE added;
"""
"""Makes a graph like those of before format 7."""


def third_format(path: Path, language: str = "en") -> None:
    """Write a graph as in format 3, with one language for all documents and a full-text index."""
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            WITHOUT_FACTS
            + """
            CREATE VIRTUAL TABLE sentence_text
                USING fts5(lemmas, content='sentence', content_rowid='id', tokenize='unicode61');
            INSERT INTO sentence_text (rowid, lemmas) SELECT id, lemmas FROM sentence;
            DROP INDEX document_by_language;
            DROP INDEX document_by_stamp;
            DROP TABLE place;
            ALTER TABLE document DROP COLUMN language;
            PRAGMA user_version = 3;
            """
        )
        if language != "en":
            connection.execute("INSERT INTO blob VALUES ('graph-language', ?)", (language.encode(),))
        connection.commit()


def first_format(path: Path) -> None:
    """Write a graph as the first version of this library did."""
    third_format(path)
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
        assert store.documents()[0].stamp
        store.set_places({"apples": "/docs/apples.txt"})
        assert store.places(["apples"]) == {"apples": "/docs/apples.txt"}
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
        assert store.places(["apples"]) == {}
        assert [sentence.text for sentence in store.sentences_about(["apple"])][-1] == "Apples are sweet."
    assert path.read_bytes() == before


def test_a_file_of_the_fourth_format_is_read_and_brought_up_to_date(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            WITHOUT_FACTS + "DROP INDEX document_by_stamp; DROP TABLE place; PRAGMA user_version = 4;"
        )
    with SQLiteStore(path, read_only=True) as store:
        assert (list(store.scan()), store.places(["apples"])) == ([APPLES], {})
    with SQLiteStore(path) as store:
        store.set_places({"apples": "/docs/apples.txt"})
        assert (list(store.scan()), store.places(["apples"])) == ([APPLES], {"apples": "/docs/apples.txt"})


def test_a_file_of_the_fifth_format_is_read_and_brought_up_to_date(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
        store.set_places({"apples": "/docs/apples.txt"})
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WITHOUT_FACTS + "DROP INDEX document_by_stamp; PRAGMA user_version = 5;")
    with SQLiteStore(path, read_only=True) as store:
        assert (list(store.scan()), store.places(["apples"])) == ([APPLES], {"apples": "/docs/apples.txt"})
        assert [record.id for record in store.changed_since(0)[0]] == ["apples"]
    with SQLiteStore(path) as store:
        assert store.changed_since(store.revision()) == ([], 1)
    with closing(sqlite3.connect(path)) as connection:
        indexes = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
        assert "document_by_stamp" in indexes


def test_a_file_of_the_sixth_format_is_read_and_gets_facts(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WITHOUT_FACTS + "PRAGMA user_version = 6;")
    before = path.read_bytes()
    with SQLiteStore(path, read_only=True) as store:
        assert (list(store.scan()), store.facts(), store.additions()) == ([APPLES], [], [])
        assert store.statistics().facts == 0
    assert path.read_bytes() == before
    with SQLiteStore(path) as store:
        store.write(ORCHARD)
        assert [fact.predicate for fact in store.facts()] == ["plant by", "plant in", "stand in"]


def test_a_file_of_the_seventh_format_is_read_and_gets_groups_and_paragraphs(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, ORCHARD])
        store.add(SWEET)
        before, counted = list(store.scan()), store.additions()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WITHOUT_GROUPS)
        # As that version wrote them: a profile had four fields.
        (pieces,) = connection.execute("SELECT pieces FROM added").fetchone()
        shorter = [piece[:6] if piece[0] == "p" else piece for piece in json.loads(pieces)]
        connection.execute("UPDATE added SET pieces = ?", (json.dumps(shorter),))
        connection.execute("PRAGMA user_version = 7")
        connection.commit()
    data = path.read_bytes()
    with SQLiteStore(path, read_only=True) as store:
        assert (list(store.scan()), store.predicate_groups(), store.additions()) == (before, [], counted)
        assert store.profiles(["apple"]) == list(SWEET.profiles)
        assert store.sentences(["apples#0"])[0].paragraph == -1
    assert path.read_bytes() == data
    with SQLiteStore(path) as store:
        assert store.additions() == counted
        store.write(CONSTRUCTED)
        assert store.undo([SWEET.id]) == 1
        assert list(store.scan()) == [APPLES, CONSTRUCTED, ORCHARD]


def test_a_file_of_the_eighth_format_is_read_and_counts_additions(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, CONSTRUCTED, ORCHARD])
        store.add(SWEET)
        counted, before = store.additions(), list(store.scan())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WITHOUT_COUNTS + "PRAGMA user_version = 8;")
    data = path.read_bytes()
    with SQLiteStore(path, read_only=True) as store:
        assert (store.additions(), list(store.scan())) == (counted, before)
    assert path.read_bytes() == data
    with SQLiteStore(path) as store:
        assert (store.additions(), list(store.scan())) == (counted, before)


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


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_language_of_an_older_graph_becomes_that_of_its_documents(path: Path, language: str) -> None:
    third_format(path, language)
    before = path.read_bytes()
    with SQLiteStore(path, read_only=True) as store:
        assert store.languages() == [language]
        assert [record.language for record in store.documents()] == [language]
    assert path.read_bytes() == before
    with SQLiteStore(path) as store:
        assert store.languages() == [language]
        assert store.read_blob("graph-language") is None
        assert list(store.scan()) == [replace(APPLES, document=replace(APPLES.document, language=language))]


def test_the_full_text_index_of_an_older_graph_goes_and_leaves_no_words(path: Path) -> None:
    third_format(path)
    with SQLiteStore(path) as store:
        store.delete(["apples"])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'sentence_text%'").fetchall() == []
    assert b"vitamin" not in path.read_bytes()


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


def test_a_replaced_text_is_overwritten_in_file_and_log(path: Path, store: SQLiteStore) -> None:
    old = document("fruit", "Zyxxor sells plums.")
    store.write(old)
    store.write(document("fruit", "Plums are sold."))
    written = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Plums are sold" in written
    assert b"yxxor" not in written


def test_a_reader_of_an_older_file_sees_what_comes_after_it_was_brought_up_to_date(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WITHOUT_FACTS + "PRAGMA user_version = 6;")
    with SQLiteStore(path, read_only=True) as reader:
        assert reader.facts() == []
        with SQLiteStore(path) as store:
            store.write(ORCHARD)
        assert len(reader.facts()) == 3
