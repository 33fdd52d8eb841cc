"""A graph that is on no local disk keeps its index among the blobs of the store, which nobody reads without need."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lgm_core import LanguageGraph, SQLiteStore
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import Row, driver_query
from lgm_core.graph.neo4j.cypher_reading import READ_BLOB
from tests.support.kept_indexes import NoFile
from tests.support.texts import many_documents


class WatchedBlobs(NoFile):
    """Counts by name which blobs are read and written."""

    def __init__(self, store: SQLiteStore) -> None:
        super().__init__(store)
        self.blobs, self.read, self.written = store, Counter[str](), Counter[str]()

    def read_blob(self, name: str) -> bytes | None:
        data = self.blobs.read_blob(name)
        self.read[name] += data is not None
        return data

    def write_blob(self, name: str, data: bytes, **options: Any) -> None:
        self.written[name] += 1
        self.blobs.write_blob(name, data, **options)


def test_a_small_addition_and_the_next_question_read_no_index(tmp_path: Path) -> None:
    *most, last = many_documents(40)
    store = WatchedBlobs(SQLiteStore(tmp_path / "g.lgm"))
    with LanguageGraph(store) as graph:  # type: ignore[arg-type]
        graph.build(most, workers=1)
        graph.retrieve_passages("What is number 3?")
        store.read.clear()
        store.written.clear()
        assert graph.build(last, workers=1).learned == 1
        assert "d00039" in {passage.document.id for passage in graph.retrieve_passages("What is number 39?")}
    assert set(+store.read) == {"ranking-index-summary"}
    assert not store.written


def test_the_first_index_is_read_once_at_most(tmp_path: Path) -> None:
    store = WatchedBlobs(SQLiteStore(tmp_path / "g.lgm"))
    with LanguageGraph(store) as graph:  # type: ignore[arg-type]
        graph.build(many_documents(40), workers=1)
        graph.retrieve_passages("What is number 3?")
    assert (store.written["ranking-index-base"], store.read["ranking-index-base"]) == (1, 1)


def test_a_small_addition_reads_of_the_index_its_size_alone(neo4j_driver: Any) -> None:
    name, read = f"index-{secrets.token_hex(4)}", Counter[str]()
    send = driver_query(neo4j_driver, None)

    def watched(statement: str, parameters: Mapping[str, Any]) -> Sequence[Row]:
        rows = send(statement, parameters)
        if statement == READ_BLOB:
            read[parameters["id"].rpartition(":")[2]] += sum(len(row["data"]) for row in rows)
        return rows

    *most, last = many_documents(40)
    with LanguageGraph(Neo4jStore(watched, graph=name)) as graph:
        graph.build(most, workers=1)
        graph.retrieve_passages("What is number 3?")
        whole = sum(read.values())
        read.clear()
        graph.build(last, workers=1)
        assert "d00039" in {passage.document.id for passage in graph.retrieve_passages("What is number 39?")}
    assert sum(read.values()) * 20 < whole, (read, whole)
