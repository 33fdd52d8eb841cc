"""The Neo4j store on a real server: the contract, and what only a shared server can do wrong."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import neo4j
import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError, SchemaVersionError, StoreError
from lgm_core.graph.export import export_jsonl
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import FORMAT
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Verdict
from tests.graph.store_contract import APPLES, BOATS, IS_A, PEARS, NewStore, StoreContract, document
from tests.support.neo4j_server import Server, free_port, new_name


def exported(store: LanguageGraphStore) -> bytes:
    out = io.BytesIO()
    export_jsonl(store, out)
    return out.getvalue()


def everything(driver: Any) -> list[str]:
    """Say all that a database holds but language graphs."""
    nodes = driver.execute_query("MATCH (n) WHERE NOT n:LanguageGraph RETURN labels(n), properties(n)").records
    relations = driver.execute_query(
        "MATCH (a)-[r]->(b) WHERE NOT a:LanguageGraph OR NOT b:LanguageGraph RETURN type(r), properties(r)"
    ).records
    return sorted(map(repr, (record.values() for record in (*nodes, *relations))))


@pytest.fixture
def store(neo4j_driver: Any) -> Neo4jStore:
    return Neo4jStore.from_driver(neo4j_driver, graph=new_name())


class TestNeo4jStore(StoreContract):
    @pytest.fixture
    def new_store(self, neo4j_driver: Any) -> NewStore:
        return lambda: Neo4jStore.from_driver(neo4j_driver, graph=new_name())


def test_a_graph_is_opened_by_its_address(neo4j_server: Server) -> None:
    login = f"{quote(neo4j_server.username)}:{quote(neo4j_server.password)}"
    scheme, _, host = neo4j_server.uri.partition("://")
    name = new_name()
    address = f"{scheme}://{login}@{host}?graph={name}"
    with LanguageGraph(address) as graph:
        with pytest.raises(StoreError, match=f"graph '{name}': there is no such graph") as error:
            graph.statistics()
        assert neo4j_server.password not in str(error.value)
        graph.build(Document.from_text("A pear is a fruit.", id="pears"))
    with LanguageGraph(address) as graph:
        assert [record.id for record in graph.documents()] == ["pears"]


def test_a_wrong_name_lists_the_graphs_that_are_there(neo4j_driver: neo4j.Driver) -> None:
    first = new_name()
    names = [first, f"{first}-b", f"{first}.c", f"{first}0"]
    for name in names:
        Neo4jStore.from_driver(neo4j_driver, graph=name).create()
    with LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=f"{first}-typo")) as graph:
        assert set(names) <= set(graph.store.graphs(10_000))
        assert len(graph.store.graphs(2)) == 2
        with pytest.raises(StoreError, match=r"there is no such graph \(there are .*\); check the name"):
            graph.statistics()


# One database, many graphs


def test_graphs_in_one_database_know_nothing_of_each_other(neo4j_driver: Any) -> None:
    first, other = (Neo4jStore.from_driver(neo4j_driver, graph=new_name()) for _ in range(2))
    first.write_many([APPLES, PEARS])
    other.write(document("apples", "An [apple] fell."))
    before = exported(other), other.revision(), other.statistics()
    first.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID})
    first.write_blob("index", b"data")
    first.delete(["apples"])
    assert (exported(other), other.revision(), other.statistics()) == before
    assert other.read_blob("index") is None
    assert other.neighbours(["apple"]) == []


@pytest.mark.parametrize("name", ["", "a/b", "two words", "x" * 101])
def test_a_graph_needs_a_plain_name(name: str) -> None:
    with pytest.raises(InputError, match="letters, digits"):
        Neo4jStore(lambda query, parameters: [], graph=name)


def test_other_data_is_neither_read_nor_changed(neo4j_driver: Any, store: Neo4jStore) -> None:
    neo4j_driver.execute_query(
        """
        CREATE (d:Document {id: 'apples', graph: $graph, document_id: 'apples', title: 'mine'})
        CREATE (d)-[:HAS_SECTION]->(:Section {id: 'apples#s0'})-[:HAS_SENTENCE]->(s:Sentence:Chunk {id: 'apples#0'})
        CREATE (s)-[:MENTIONS]->(a:Concept:__Entity__ {id: 'apple', graph: $graph, key: 'apple', name: 'apple'})
        CREATE (a)-[:IS_A]->(:Concept {id: 'fruit', graph: $graph, key: 'fruit'})
        """,
        graph=store.graph,
    )
    before = everything(neo4j_driver)
    assert store.documents() == store.sentences_about(["apple"]) == store.relations() == []
    store.write_many([APPLES, PEARS])
    store.write(replace(APPLES, relations=()))
    store.set_verdicts({("is_a", "apple", "fruit"): Verdict.INVALID})
    assert store.statistics().documents == 2
    assert store.statistics().relations == {"alias_of": 0, "has_part": 0, "is_a": 1}
    store.delete(["apples", "pears"])
    assert everything(neo4j_driver) == before
    neo4j_driver.execute_query(
        "MATCH (:Document {graph: $graph, title: 'mine'})-[*0..4]->(n) WITH DISTINCT n DETACH DELETE n",
        graph=store.graph,
    )


def test_relations_that_others_draw_to_our_nodes_do_not_keep_them(neo4j_driver: Any, store: Neo4jStore) -> None:
    store.write(APPLES)
    neo4j_driver.execute_query(
        "MATCH (c:LanguageGraph {graph: $graph, key: 'vitamin'}) CREATE (:Note)-[:IS_A]->(:Note)-[:ABOUT]->(c)",
        graph=store.graph,
    )
    store.delete(["apples"])
    assert store.find_concepts(["vitamin"]) == []
    assert len(neo4j_driver.execute_query("MATCH (n:Note) DETACH DELETE n RETURN n").records) == 2


def test_nodes_and_relations_are_what_the_documentation_says(neo4j_driver: Any, store: Neo4jStore) -> None:
    store.write(replace(APPLES, references=document("apples", "a", "b", references=[(1, 0)]).references))
    found = neo4j_driver.execute_query(
        """
        MATCH (d:SourceDocument {graph: $graph})-[:HAS_SECTION]->(:Section)-[:HAS_SENTENCE]->(one:Sentence)
            -[:NEXT]->(two:Sentence)-[:REFERS_TO]->(one)
        MATCH (one)-[m:MENTIONS]->(apple:Concept {key: 'apple'})-[r:IS_A]->(:Concept {key: 'fruit'})
        RETURN d.document_id, one.position, one.text, one.mentions, m.surface, COUNT { (apple)<-[:MENTIONS]-() },
            r.verdict, labels(one), labels(apple)
        """,
        graph=store.graph,
    ).records
    *values, sentence, concept = found[0].values()
    assert values == [
        "apples", 0, "Apples are a type of fruit.", '[["apple",0,6,0],["fruit",21,26,0]]', "Apples", 2, "unknown",
    ]  # fmt: skip
    assert set(sentence) == {"LanguageGraph", "Sentence"}
    assert set(concept) == {"LanguageGraph", "Concept"}


# Writers at the same time


def test_writers_at_the_same_time_give_the_graph_of_one(neo4j_driver: Any, tmp_path: Path) -> None:
    name = new_name()
    graphs = [
        document(f"d{number}", f"[A{number % 3}|a] is a [b{number % 5}].", relations=[("a", IS_A, "c", 0)])
        for number in range(24)
    ]

    def write(some: list[Any]) -> None:
        store = Neo4jStore.from_driver(neo4j_driver, graph=name)
        for graph in some:
            store.write(graph)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, (graphs[:12], graphs[6:18], graphs[12:], graphs[::2])))
    with SQLiteStore(tmp_path / "graph.lgm") as alone:
        alone.write_many(graphs)
        assert exported(Neo4jStore.from_driver(neo4j_driver, graph=name)) == exported(alone)


def test_a_document_that_somebody_changes_meanwhile_is_read_again(neo4j_driver: Any, tmp_path: Path) -> None:
    name = new_name()
    other = Neo4jStore.from_driver(neo4j_driver, graph=name)
    other.write_many([document("a", "The [first]."), PEARS])
    meanwhile: list[Callable[[], object]] = [
        lambda: other.write(document("a", "The [second].", "Of [two].")),
        lambda: other.delete(["a"]),
    ]

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        if "change" in parameters and meanwhile:
            meanwhile.pop(0)()
        return neo4j_driver.execute_query(statement, parameters).records

    Neo4jStore(lambda *call: [row.data() for row in query(*call)], graph=name).write(document("a", "The [third]."))
    assert meanwhile == []
    with SQLiteStore(tmp_path / "graph.lgm") as alone:
        alone.write_many([document("a", "The [third]."), PEARS])
        assert exported(other) == exported(alone)


# What can go wrong


def test_a_write_that_fails_at_the_last_moment_leaves_nothing_behind(neo4j_driver: Any, store: Neo4jStore) -> None:
    def failing(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        broken = statement.replace("RETURN g.revision AS revision", "RETURN 1 / (g.revision - g.revision)")
        return [record.data() for record in neo4j_driver.execute_query(broken, parameters).records]

    store.write_many([PEARS, BOATS])
    before = exported(store), store.revision()
    with pytest.raises(StoreError, match="by zero"):
        Neo4jStore(failing, graph=store.graph).write_many([APPLES, document("pears", "A [plum].")])
    assert (exported(store), store.revision()) == before


def test_without_the_right_to_prepare_the_error_has_the_statements(neo4j_driver: Any) -> None:
    def read_only(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        if statement.startswith("SHOW CONSTRAINTS"):
            return []
        with neo4j_driver.session(default_access_mode="READ", notifications_min_severity="OFF") as session:
            return session.run(statement, parameters).data()

    store = Neo4jStore(read_only, graph=new_name())
    assert store.documents() == []
    with pytest.raises(StoreError, match="let somebody who has it run this once") as caught:
        store.write(APPLES)
    assert "CREATE CONSTRAINT language_graph_id IF NOT EXISTS" in str(caught.value)


@pytest.mark.parametrize("other", [FORMAT - 1, FORMAT + 1])
def test_a_graph_of_another_format_is_refused_and_stays_as_it_is(
    neo4j_driver: Any, store: Neo4jStore, other: int
) -> None:
    store.write(APPLES)
    set_format = "MATCH (g:LanguageGraph {graph: $graph}) WHERE g.format IS NOT NULL SET g.format = $format"
    neo4j_driver.execute_query(set_format, graph=store.graph, format=other)
    opened = Neo4jStore.from_driver(neo4j_driver, graph=store.graph)
    calls: list[Callable[[], object]] = [
        opened.documents,
        lambda: opened.write(PEARS),
        lambda: opened.write_blob("vectors", b"[]"),
        lambda: opened.delete(["apples"]),
    ]
    for call in calls:
        with pytest.raises(SchemaVersionError, match=f"'{store.graph}' in Neo4j has format {other}, .* {FORMAT} alone"):
            call()
    neo4j_driver.execute_query(set_format, graph=store.graph, format=FORMAT)
    assert list(Neo4jStore.from_driver(neo4j_driver, graph=store.graph).scan()) == [APPLES]


def test_a_server_that_is_not_there_is_said_so() -> None:
    uri = f"bolt://127.0.0.1:{free_port()}"
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", "secret"), max_transaction_retry_time=0) as driver:
        with pytest.raises(StoreError, match="cannot be reached") as caught:
            Neo4jStore.from_driver(driver).documents()
        assert "secret" not in str(caught.value)


def test_wrong_passwords_are_said_so(neo4j_server: Any) -> None:
    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=("neo4j", "wrong-password")) as driver:
        with pytest.raises(StoreError, match="user name or password") as caught:
            Neo4jStore.from_driver(driver).documents()
        assert "wrong-password" not in str(caught.value)


# Order, text and size


def test_the_server_orders_ids_by_code_point_like_python(store: Neo4jStore) -> None:
    # In UTF-16 the last two would be the other way round.
    names = ["B", "a", "é", "\uff5e", "🍐"]
    store.write_many([document(name, "A [pear].") for name in names])
    assert sorted(names) == names
    assert [sentence.document_id for sentence in store.sentences_about(["pear"], limit=4)] == names[:4]
    assert [graph.document.id for graph in store.scan()] == names


def test_large_blobs_are_kept_in_blocks(store: Neo4jStore) -> None:
    data = random.Random(1).randbytes(5_000_000)
    store.write_blob("index", data)
    assert store.read_blob("index") == data
    store.write_blob("index", data[:2_000_000])
    assert store.read_blob("index") == data[:2_000_000]
    assert store.delete_blobs("") == 1
