"""The Neo4j store over LangChain's connection."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from tests.neo4j_server import Server
from tests.store_contract import APPLES, IS_A, PEARS, document, exported

pytest.importorskip("langchain_neo4j")

from langchain_neo4j import Neo4jGraph


@pytest.fixture(params=[False, True], ids=["as it comes", "sanitised"])
def theirs(neo4j_server: Server, request: pytest.FixtureRequest) -> Any:
    server = neo4j_server
    return Neo4jGraph(server.uri, server.username, server.password, refresh_schema=False, sanitize=request.param)


def test_their_connection_loses_nothing_of_a_graph(theirs: Any, tmp_path: Path) -> None:
    # More than 127 items anywhere are what it drops when it sanitises.
    lines = [f"The [Name{number}|name] of [thing{number % 3}]." for number in range(300)]
    graphs = [document("long", *lines, relations=[("name", IS_A, "word", at) for at in range(200)]), APPLES, PEARS]
    name = "langchain-sanitised" if theirs.sanitize else "langchain"
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
