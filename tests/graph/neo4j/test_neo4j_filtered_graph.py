"""A filtered graph in Neo4j tells what a graph without the other documents tells."""

import secrets
from typing import Any

from lgm_core import AskOptions, LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from tests.support.filtered_graphs import OURS, QUESTIONS, THEIRS, WHERE, told, without_stamps


def test_a_filtered_graph_tells_what_a_graph_without_the_others_tells(neo4j_driver: Any) -> None:
    name = secrets.token_hex(4)
    with (
        LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=f"all-{name}")) as everything,
        LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=f"ours-{name}")) as ours,
    ):
        everything.build([*OURS, *THEIRS], workers=1)
        ours.build(OURS, workers=1)
        filtered, alone = (
            told(graph, where, QUESTIONS[:1], [AskOptions()]) for graph, where in ((everything, WHERE), (ours, None))
        )
        assert [without_stamps(result) for result in filtered] == [without_stamps(result) for result in alone]
