"""Graph files that other versions have written."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.errors import SchemaVersionError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.schema import SCHEMA_VERSION
from tests.graph.store_contract.additions import SWEET
from tests.graph.store_contract.constructed_documents import CONSTRUCTED
from tests.support.store_graphs import APPLES, BOATS, ORCHARD


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
