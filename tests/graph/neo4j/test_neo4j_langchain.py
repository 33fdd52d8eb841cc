"""The Neo4j store over LangChain's connection.

LangChain's own `Neo4jGraph` wants a major version of the driver that LlamaIndex's store refuses, so the two cannot be
installed together; here stands what its `query` does, on the real driver and a real server.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import neo4j
import pytest

from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from tests.graph.store_contract import APPLES, IS_A, PEARS, document, exported

MOST_ITEMS = 128


class Neo4jGraph:
    """Queries as LangChain's class of this name does; with `sanitize`, long lists are dropped from what comes back."""

    def __init__(self, driver: neo4j.Driver, *, sanitize: bool) -> None:
        self._driver, self._sanitize = driver, sanitize

    def query(
        self, query: str, params: dict[str, Any] | None = None, session_params: dict[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        rows = [record.data() for record in self._driver.execute_query(query, parameters_=params or {}).records]
        return [sanitized(row) for row in rows] if self._sanitize else rows


def sanitized(value: Any) -> Any:
    """Drop long lists wherever they are."""
    if isinstance(value, dict):
        kept = {key: sanitized(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item is not None or value[key] is None}
    if isinstance(value, list):
        return [sanitized(item) for item in value] if len(value) < MOST_ITEMS else None
    return value


@pytest.fixture(params=[False, True], ids=["as it comes", "sanitised"])
def theirs(neo4j_driver: neo4j.Driver, request: pytest.FixtureRequest) -> Neo4jGraph:
    return Neo4jGraph(neo4j_driver, sanitize=request.param)


def test_their_connection_loses_nothing_of_a_graph(theirs: Neo4jGraph, tmp_path: Path, request: Any) -> None:
    lines = [f"The [Name{number}|name] of [thing{number % 3}]." for number in range(300)]
    graphs = [document("long", *lines, relations=[("name", IS_A, "word", at) for at in range(200)]), APPLES, PEARS]
    name = f"langchain-{request.node.callspec.id.replace(' ', '-')}"
    with SQLiteStore(tmp_path / "graph.lgm") as embedded:
        for other in (Neo4jStore.from_langchain(theirs, graph=name), embedded):
            other.write_many(graphs)
            other.write(document("pears", "A [pear]."))
            other.delete(["apples"])
            other.write_blob("index", bytes(1000))
        store = Neo4jStore.from_langchain(theirs, graph=name)
        assert exported(store) == exported(embedded)
        assert store.sentences_about(["name"]) == embedded.sentences_about(["name"])
        assert store.read_blob("index") == bytes(1000)
    theirs.query("MATCH (n:LanguageGraph {graph: $graph}) DETACH DELETE n", params={"graph": name})
