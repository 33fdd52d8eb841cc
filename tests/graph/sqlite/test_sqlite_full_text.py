"""The full-text index of the embedded store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lgm_core.errors import StoreError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.schema import create_tables
from tests.support.sqlite_files import check_integrity
from tests.support.store_graphs import APPLES, BOATS, PEARS, document


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graph.lgm"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(path) as store:
        yield store


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
