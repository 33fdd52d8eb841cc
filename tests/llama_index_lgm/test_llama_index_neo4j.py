"""The LlamaIndex door on a real Neo4j, beside LlamaIndex's own property graphs in the same database."""

import asyncio
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from llama_index.core import Document, MockEmbedding, PropertyGraphIndex, Settings
from llama_index.core.graph_stores.types import ChunkNode, PropertyGraphStore
from llama_index.core.indices.property_graph import TextToCypherRetriever, VectorContextRetriever

from lgm_core.errors import StoreError
from lgm_core.graph.neo4j import Neo4jStore
from llama_index_lgm import LanguageGraphIndex, MetaRelationExtractor, read_property_graph
from tests.support.llama_index_texts import BOAT, DOCUMENTS, QUESTION, ScriptedLLM
from tests.support.neo4j_server import LocalServer, Server, connected

# LlamaIndex's own store uses what its own dependencies deprecate.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

NUMBERS = count()
PEAR = Document(text="A pear is a fruit. Pears are rich in fibre.", id_="pear", metadata={"title": "Pear"})


@pytest.fixture(autouse=True)
def no_settings() -> Iterator[None]:
    before, Settings._llm = Settings._llm, None
    yield
    Settings._llm = before


@pytest.fixture
def property_graph_store(neo4j_apoc_server: Server) -> Iterator[PropertyGraphStore]:
    """LlamaIndex's own store on an empty database, which can only be the tests' own."""
    if not isinstance(neo4j_apoc_server, LocalServer):
        pytest.skip("the server that NEO4J_URI names may hold data; these tests empty the database")
    from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

    with connected(neo4j_apoc_server) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
    store = Neo4jPropertyGraphStore(
        username=neo4j_apoc_server.username, password=neo4j_apoc_server.password, url=neo4j_apoc_server.uri
    )
    yield store
    store.close()
    asyncio.run(store._async_driver.close())  # which the store opens and never closes


def found(index: LanguageGraphIndex, question: str) -> list[tuple[str, float, str]]:
    nodes = index.as_retriever(mode="sentences").retrieve(question)
    return [(result.node.node_id, round(result.score or 0, 6), result.text) for result in nodes]


def a_day(graph_store: Any, again: Any) -> list[Any]:
    """Build, open again as another process would, ask, insert, delete, ask again."""
    LanguageGraphIndex.from_documents(DOCUMENTS, store=graph_store)
    index = LanguageGraphIndex.from_existing(again)
    seen: list[Any] = [found(index, QUESTION)]
    index.insert(PEAR)
    seen.append(found(index, "Which fruits are rich in fibre?"))
    index.delete_ref_doc("apple")
    seen += [found(index, QUESTION), sorted(index.ref_doc_info), index.graph.statistics()]
    return seen


def test_neo4j_and_the_embedded_store_find_the_same(property_graph_store: Any, tmp_path: Any) -> None:
    path = tmp_path / "my.lgm"
    assert a_day(property_graph_store, property_graph_store) == a_day(path, path)


def test_llama_indexs_own_queries_see_the_graph(property_graph_store: Any) -> None:
    store = Neo4jStore.from_llama_index(property_graph_store, labels=True)
    LanguageGraphIndex.from_documents(DOCUMENTS, store=store)
    rows = property_graph_store.structured_query(
        "MATCH (s:Chunk)-[:MENTIONS]->(c:__Entity__ {name: 'boat'}) RETURN s.text AS text ORDER BY text"
    )
    assert rows == [{"text": "A boat is a vessel."}, {"text": "Boats have hulls, and a hull is made of wood."}]


def test_a_property_graph_index_over_the_database_retrieves_by_vectors_and_by_cypher(property_graph_store: Any) -> None:
    store = Neo4jStore.from_llama_index(property_graph_store, labels=True)
    LanguageGraphIndex.from_documents(DOCUMENTS, store=store)
    embed_model = MockEmbedding(4)
    concepts = property_graph_store.structured_query(
        "MATCH (c:LanguageGraph:Concept) RETURN c.id AS id, c.name AS name"
    )
    vectors = embed_model.get_text_embedding_batch([concept["name"] for concept in concepts])
    property_graph_store.structured_query(
        "UNWIND $rows AS row MATCH (c:LanguageGraph:Concept {id: row.id}) SET c.embedding = row.vector",
        param_map={"rows": [{"id": concept["id"], "vector": v} for concept, v in zip(concepts, vectors, strict=True)]},
    )
    property_graph_store.structured_query("CALL db.awaitIndexes(60)")
    graph = PropertyGraphIndex.from_existing(
        property_graph_store, llm=ScriptedLLM(), embed_model=embed_model, kg_extractors=[], use_async=False
    )
    by_vector = VectorContextRetriever(
        graph.property_graph_store, embed_model=embed_model, similarity_top_k=len(concepts), path_depth=1
    )
    cypher = "MATCH (:Concept {name: 'apple'})-[:IS_A]->(kind:Concept) RETURN kind.name AS kind"
    by_cypher = TextToCypherRetriever(graph.property_graph_store, llm=ScriptedLLM(lambda _: cypher))
    triplets = [result.text for result in graph.as_retriever(sub_retrievers=[by_vector]).retrieve(QUESTION)]
    assert "default/concept/apple -> IS_A -> default/concept/fruit" in triplets
    (told,) = graph.as_retriever(sub_retrievers=[by_cypher]).retrieve(QUESTION)
    assert "{'kind': 'fruit'}" in told.text


def test_a_property_graph_is_enriched_and_its_own_nodes_stay_as_they_were(property_graph_store: Any) -> None:
    PropertyGraphIndex.from_documents(
        [BOAT],
        property_graph_store=property_graph_store,
        kg_extractors=[MetaRelationExtractor()],
        embed_kg_nodes=False,
        use_async=False,
    )
    own = "MATCH (n) WHERE NOT n:LanguageGraph RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS p"
    before = property_graph_store.structured_query(own)
    index = LanguageGraphIndex(store=Neo4jStore.from_llama_index(property_graph_store, labels=True))
    assert index.enrich(property_graph_store).learned == 1
    assert index.enrich(property_graph_store).skipped == 1
    assert property_graph_store.structured_query(own) == before
    assert set(index.ref_doc_info) == {"boat"}
    assert index.as_retriever().retrieve("What is a boat?")[0].node.ref_doc_id == "boat"


def test_sentences_of_a_language_graph_are_no_chunks_of_a_property_graph(property_graph_store: Any) -> None:
    code = Document(text="LIMIT = 1.5\n", id_="limit.py", metadata={"file_path": "limit.py"})  # has no lemmas
    store = Neo4jStore.from_llama_index(property_graph_store, labels=True)
    LanguageGraphIndex.from_documents([BOAT, code], store=store)
    assert [node.text for node in property_graph_store.get() if isinstance(node, ChunkNode)]
    assert list(read_property_graph(property_graph_store)) == []


def test_another_graph_of_the_database_is_a_store_of_the_engine(property_graph_store: Any) -> None:
    first = Neo4jStore.from_llama_index(property_graph_store, graph=f"first-{next(NUMBERS)}")
    second = Neo4jStore.from_llama_index(property_graph_store, graph=f"second-{next(NUMBERS)}")
    LanguageGraphIndex.from_documents([BOAT], store=first)
    assert set(LanguageGraphIndex.from_existing(first).ref_doc_info) == {"boat"}
    assert LanguageGraphIndex(store=second).ref_doc_info == {}
    with pytest.raises(StoreError, match=r"second-\d+.*there is no such graph"):
        LanguageGraphIndex.from_existing(second)
