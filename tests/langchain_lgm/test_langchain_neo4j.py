"""The LangChain door on a real Neo4j, through anything with the `query` of LangChain's `Neo4jGraph`.

LangChain's own is tested as well where `langchain-neo4j` is installed; its driver is not the one that LlamaIndex's
store wants, so they cannot share an environment.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_lgm import (
    ConceptIterativeAnswerer,
    ConceptIterativeRetriever,
    LanguageGraphBuilder,
    MetaRelationGraphTransformer,
)
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.door_program import Neo4jGraphAlike, first_three
from tests.support.neo4j_server import LocalServer, Server

PEARS = Document("A pear is a fruit. Pears are sweet.", id="pears", metadata={"year": 2021})
FRUITS = Document("Fruits contain many vitamins.", id="fruits", metadata={"year": 2019})
QUESTION = "What do pears contain?"


HAS_THEIRS = find_spec("langchain_neo4j") is not None


@pytest.fixture(params=["alike", "theirs"] if HAS_THEIRS else ["alike"])
def neo4j_graph(request: pytest.FixtureRequest, neo4j_server: Server, neo4j_driver: Any) -> Iterator[Any]:
    """Return a `Neo4jGraph` on an empty database, which can only be the tests' own."""
    if not isinstance(neo4j_server, LocalServer):
        pytest.skip("the server that NEO4J_URI names may hold a graph named `default`")
    if request.param == "alike":
        yield Neo4jGraphAlike(neo4j_driver)
    else:
        from langchain_neo4j import Neo4jGraph

        server = neo4j_server
        yield Neo4jGraph(server.uri, server.username, server.password, refresh_schema=False)
    neo4j_driver.execute_query("MATCH (n:LanguageGraph {graph: 'default'}) DETACH DELETE n")


def found(graph: Any, **options: Any) -> list[str]:
    retriever = ConceptIterativeRetriever(graph=graph, mode="sentences")
    return [document.page_content for document in retriever.invoke(QUESTION, **options)]


def test_a_graph_is_built_asked_filtered_and_deleted_from(neo4j_graph: Any) -> None:
    LanguageGraphBuilder(store=neo4j_graph, workers=1).build([PEARS, FRUITS])
    builder = LanguageGraphBuilder(
        store=neo4j_graph, llm=ScriptedChatModel(first_three), extraction=False, workers=1
    )  # knows nothing but the database
    everything = {"A pear is a fruit.", "Pears are sweet.", "Fruits contain many vitamins."}
    assert set(found(builder.graph)) == everything
    assert found(builder.graph, filter={"year": {"$lt": 2020}}) == ["Fruits contain many vitamins."]
    answer = ConceptIterativeAnswerer(builder.graph).invoke(QUESTION)
    assert {citation["text"] for citation in answer.response_metadata["citations"]} == everything
    builder.build([PEARS, FRUITS])
    assert builder.report.skipped == 2
    assert builder.delete(["fruits"])["num_deleted"] == 1
    assert set(found(builder.graph)) == {"A pear is a fruit.", "Pears are sweet."}


async def test_the_same_without_blocking(neo4j_graph: Any) -> None:
    builder = LanguageGraphBuilder(store=neo4j_graph, workers=1)
    await builder.abuild([PEARS, FRUITS])
    retriever = ConceptIterativeRetriever(graph=builder.graph, k=1)
    assert [document.id for document in await retriever.ainvoke(QUESTION, filter={"year": 2019})] == ["fruits#s0"]


if HAS_THEIRS:

    def test_graph_documents_fill_a_graph_of_the_users_own(neo4j_apoc_server: Server) -> None:
        from langchain_neo4j import Neo4jGraph

        server = neo4j_apoc_server
        if not isinstance(server, LocalServer):
            pytest.skip("the server that NEO4J_URI names may hold concepts")
        graph = Neo4jGraph(server.uri, server.username, server.password)
        graph.add_graph_documents(
            MetaRelationGraphTransformer().convert_to_graph_documents([PEARS]), include_source=True
        )
        (row,) = graph.query(
            "MATCH (d:Document)-[:MENTIONS]->(a:Concept)-[r:IS_A]->(b:Concept) "
            "RETURN d.text AS text, a.id AS a, b.id AS b, r {.evidence, .starts, .verdict} AS stated"
        )
        stated = {"evidence": ["A pear is a fruit."], "starts": [0], "verdict": "unknown"}
        assert row == {"text": PEARS.page_content, "a": "Pear", "b": "Fruit", "stated": stated}
        graph.query("MATCH (n) WHERE n:Concept OR n:Document DETACH DELETE n")
