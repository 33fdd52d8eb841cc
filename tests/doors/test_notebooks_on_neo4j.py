"""The notebook of both doors on Neo4j; by itself, so that the others do not wait for the server's other tests."""

from pathlib import Path
from typing import Any

import nbformat

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "one_graph_two_doors.ipynb"


def test_two_doors_runs_on_neo4j(run: Any, neo4j_server: Any, neo4j_driver: Any, monkeypatch: Any) -> None:
    for name in ("uri", "username", "password"):
        monkeypatch.setenv(f"NEO4J_{name.upper()}", getattr(neo4j_server, name))
    done = run(nbformat.read(NOTEBOOK, as_version=4))
    assert "Neo4jStore" in str(done.cells[1].outputs)
    neo4j_driver.execute_query("MATCH (n:LanguageGraph {graph: 'two-doors'}) DETACH DELETE n")
