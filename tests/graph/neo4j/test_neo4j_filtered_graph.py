"""A filtered graph in Neo4j tells what a graph without the other documents tells."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core import AskOptions, LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import Row, driver_query
from lgm_core.graph.neo4j.cypher_reading import DOCUMENT_PAGE
from lgm_core.model import DocumentGraph
from tests.support.filtered_graphs import OURS, QUESTIONS, THEIRS, WHERE, told, without_stamps
from tests.support.small_graphs import document_graph


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


def test_the_documents_that_pass_a_filter_are_read_once_until_the_graph_changes(neo4j_driver: Any) -> None:
    name = f"passing-{secrets.token_hex(4)}"
    pages: list[str] = []
    send = driver_query(neo4j_driver, None)

    def watched(statement: str, parameters: Mapping[str, Any]) -> Sequence[Row]:
        pages.extend([statement] if statement == DOCUMENT_PAGE else [])
        return send(statement, parameters)

    store, writer = Neo4jStore(watched, graph=name), Neo4jStore.from_driver(neo4j_driver, graph=name)
    writer.write_many([document("apples", year=1), document("pears", year=True)])

    def found(where: dict[str, Any]) -> tuple[dict[str, int], list[str]]:
        about = store.sentences_about(["fruit"], limit=5, where=where)
        return store.frequencies(["fruit"], where), [sentence.document_id for sentence in about]

    assert found({"year": 1}) == found({"year": 1}) == ({"fruit": 1}, ["apples"])
    assert found({"year": True}) == ({"fruit": 1}, ["pears"])
    read = len(pages)
    assert found({"year": 1}) == ({"fruit": 1}, ["apples"])
    assert len(pages) == read
    writer.write_many([document("pears", year=1)])
    assert found({"year": 1}) == ({"fruit": 2}, ["apples", "pears"])
    assert len(pages) > read


def document(id: str, **metadata: int) -> DocumentGraph:
    return document_graph(id, [f"{id.title()} are fruit."], concepts=["fruit"], metadata=metadata)
