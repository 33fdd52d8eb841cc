"""The Neo4j store over LlamaIndex's connection, and what LlamaIndex's own tools see of the graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Verdict
from tests.graph.store_contract import APPLES, IS_A, PEARS, document, exported
from tests.graph.store_contract.additions import OVER_BOTH, SWEET
from tests.support.neo4j_server import Server
from tests.support.store_graphs import ORCHARD

pytest.importorskip("llama_index.graph_stores.neo4j")

from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

pytestmark = pytest.mark.filterwarnings("ignore:The `dict` method is deprecated")


@pytest.fixture(scope="module")
def theirs(neo4j_apoc_server: Server) -> Iterator[Any]:
    server = neo4j_apoc_server
    store = Neo4jPropertyGraphStore(server.username, server.password, server.uri, refresh_schema=False)
    yield store
    store.close()


@pytest.fixture
def store(theirs: Any) -> Iterator[Neo4jStore]:
    theirs.structured_query("MATCH (n) DETACH DELETE n")
    yield Neo4jStore.from_llama_index(theirs, graph="ours", labels=True)
    theirs.structured_query("MATCH (n) DETACH DELETE n")


def test_their_connection_loses_nothing_of_a_graph(store: Neo4jStore, tmp_path: Path) -> None:
    # More than 127 items anywhere, and zeros, are what it drops.
    lines = [f"The [Name{number}|name] of [thing{number % 3}]." for number in range(300)]
    graphs = [document("long", *lines, relations=[("name", IS_A, "word", at) for at in range(200)]), APPLES, PEARS]
    with SQLiteStore(tmp_path / "graph.lgm") as embedded:
        for other in (store, embedded):
            other.write_many([*graphs, ORCHARD])
            other.add(SWEET)
            other.write(document("pears", "A [pear]."))
            other.add(replace(OVER_BOTH, facts=OVER_BOTH.facts[:1]))
            other.undo(["run-1"])
            other.set_fact_verdicts({ORCHARD.facts[0].key: Verdict.INVALID})
        assert exported(store) == exported(embedded)
        assert (store.facts(), store.additions()) == (embedded.facts(), embedded.additions())
        assert store.profiles(["kent"]) == embedded.profiles(["kent"])
        for other in (store, embedded):
            other.delete(["apples"])
            other.write_blob("index", bytes(1000))
        assert exported(store) == exported(embedded)
        assert store.find_concepts(["name"]) == embedded.find_concepts(["name"])
        assert store.sentences_about(["name"]) == embedded.sentences_about(["name"])
        assert store.read_blob("index") == bytes(1000)


def test_their_store_sees_concepts_sentences_and_relations(store: Neo4jStore, theirs: Any) -> None:
    store.write(APPLES)
    concept, sentence = theirs.get(ids=["ours/concept/apple", "ours/sentence/apples#0"])
    assert isinstance(concept, EntityNode)
    assert (type(sentence), sentence.text) == (ChunkNode, "Apples are a type of fruit.")
    triplets = theirs.get_triplets(entity_names=["apple"])
    ((subject, relation, object_),) = triplets
    assert (subject.label, subject.name, relation.label, object_.name) == ("Concept", "apple", "IS_A", "fruit")
    found = theirs.get_rel_map([concept], depth=2)
    assert {(subject.id, relation.label, other.id) for subject, relation, other in found} == {
        ("ours/concept/apple", "IS_A", "ours/concept/fruit"),
        ("ours/concept/fruit", "HAS_PART", "ours/concept/vitamin"),
    }


def test_their_store_counts_nothing_of_a_graph_unless_asked_for(store: Neo4jStore, theirs: Any) -> None:
    Neo4jStore.from_llama_index(theirs, graph="plain").write_many([APPLES, ORCHARD])
    assert theirs.get() == []
    store.write(APPLES)
    assert theirs.get() != []


def test_their_store_sees_facts(store: Neo4jStore, theirs: Any) -> None:
    store.write(ORCHARD)
    told = {
        (subject.name, relation.label, relation.properties["predicate"], object_.label, object_.name)
        for subject, relation, object_ in theirs.get_triplets(entity_names=["orchard"])
    }
    assert told == {
        ("orchard", "FACT", "plant by", "Concept", "mary cook"),
        ("orchard", "FACT", "plant in", "Value", "1904"),
        ("orchard", "FACT", "stand in", "Concept", "kent"),
    }


def test_their_schema_for_text_to_cypher_tells_of_the_graph(store: Neo4jStore, theirs: Any) -> None:
    store.write(APPLES)
    schema = theirs.get_schema_str(refresh=True)
    assert "(:Sentence)-[:MENTIONS]->(:Concept)" in schema
    assert "(:Concept)-[:IS_A]->(:Concept)" in schema


def test_their_vector_retriever_finds_concepts_that_were_given_vectors(store: Neo4jStore, theirs: Any) -> None:
    from llama_index.core import MockEmbedding
    from llama_index.core.indices.property_graph import VectorContextRetriever

    store.write(APPLES)
    theirs.structured_query(
        "MATCH (c:LanguageGraph:Concept {graph: 'ours', key: 'apple'}) "
        "CALL db.create.setNodeVectorProperty(c, 'embedding', $vector)",
        param_map={"vector": [0.5] * 4},
    )
    theirs.structured_query("CALL db.awaitIndexes(60)")
    retriever = VectorContextRetriever(theirs, embed_model=MockEmbedding(4), include_text=False, path_depth=1)
    assert [node.node.get_content() for node in retriever.retrieve("apples")] == [
        "ours/concept/apple -> IS_A -> ours/concept/fruit"
    ]


def test_their_nodes_stay_as_they_are(store: Neo4jStore, theirs: Any) -> None:
    theirs.upsert_nodes([ChunkNode(text="Apples are sweet.", id_="apples"), EntityNode(name="apple", label="Concept")])
    theirs.upsert_relations([Relation(label="IS_A", source_id="apple", target_id="fruit")])
    query = "MATCH (n) WHERE NOT n:LanguageGraph OPTIONAL MATCH (n)-[r]-(m) RETURN n, type(r), m ORDER BY n.id"
    before = theirs.structured_query(query)
    store.write_many([APPLES, PEARS])
    store.delete(["apples"])
    assert theirs.structured_query(query) == before
    assert len(before) == 3


def test_what_they_delete_by_name_is_theirs_to_delete(store: Neo4jStore, theirs: Any) -> None:
    theirs.upsert_nodes([EntityNode(name="apples", label="Word")])
    store.write(APPLES)
    theirs.delete(ids=["apples"])
    assert store.documents() == [APPLES.document]
