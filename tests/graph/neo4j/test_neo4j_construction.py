"""What is constructed in Neo4j is what is constructed in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lgm_core import LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from tests.graph.store_contract import exported
from tests.support.neo4j_server import new_name
from tests.support.papers import PAPER


def test_a_document_is_constructed_alike_in_both_stores(neo4j_driver: Any, tmp_path: Path) -> None:
    paper = tmp_path / "ferries.md"
    paper.write_text(PAPER, encoding="utf-8")
    with (
        LanguageGraph(tmp_path / "graph.lgm") as here,
        LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=new_name())) as there,
    ):
        report = here.construct(paper)
        assert there.construct(paper) == report
        assert exported(there.store) == exported(here.store)
        assert there.entities("ferries.md") == here.entities("ferries.md")
        assert there.construct("ferries.md") == report
        paper.write_text(PAPER.replace("Jonas Berg", "Mira Voss"), encoding="utf-8")
        assert there.construct(paper) == here.construct(paper)
        assert exported(there.store) == exported(here.store)
        for graph in (here, there):
            graph.undo(graph.additions())
        assert exported(there.store) == exported(here.store)
