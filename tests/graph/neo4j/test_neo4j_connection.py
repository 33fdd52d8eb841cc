"""What the Neo4j store does when other writers are at the same nodes."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import neo4j
import pytest
from neo4j.exceptions import ClientError

from lgm_core.errors import StoreError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import FORMAT, GraphConnection
from lgm_core.model import Document
from tests.support.neo4j_server import free_port
from tests.support.store_graphs import ORCHARD


class DeletedMeanwhile(ClientError):
    """What the server raises for a node that somebody deletes while a statement looks at it."""

    code = "Neo.ClientError.Statement.EntityNotFound"


class Busy:
    """A connection on which the first statements meet nodes that are being deleted."""

    def __init__(self, failures: int) -> None:
        self.failures, self.calls = failures, 0

    def __call__(self, statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        self.calls += 1
        if self.calls <= self.failures:
            raise DeletedMeanwhile("Unable to load NODE 1.")
        return []


def test_a_statement_that_met_a_deletion_is_run_again() -> None:
    query = Busy(failures=2)
    assert Neo4jStore(query).revision() == 0
    assert query.calls > 2


def test_one_that_always_does_ends_with_the_error() -> None:
    query = Busy(failures=1000)
    with pytest.raises(StoreError, match="Unable to load NODE"):
        Neo4jStore(query).revision()
    assert query.calls < 100


def test_blobs_are_written_read_and_deleted_at_once(neo4j_driver: neo4j.Driver) -> None:
    graph = f"busy-{uuid4().hex}"
    store = Neo4jStore.from_driver(neo4j_driver, graph=graph)

    def work(number: int) -> None:
        for step in range(6):
            if (step + number) % 3 == 0:
                store.delete_blobs("index")
            else:
                store.write_blob("index", bytes(100))
            assert store.read_blob("index") in (None, bytes(100))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    neo4j_driver.execute_query("MATCH (n:LanguageGraph {graph: $graph}) DETACH DELETE n", graph=graph)


def test_writers_at_once_give_every_change_a_revision_of_its_own(neo4j_driver: neo4j.Driver) -> None:
    graph = f"busy-{uuid4().hex}"

    def work(number: int) -> None:
        with LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=graph)) as user:
            for step in range(6):
                user.build([Document.from_text("A cart is a vehicle.", id=f"{number}-{step}")], workers=1)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    stamps = [record.stamp for record in Neo4jStore.from_driver(neo4j_driver, graph=graph).documents()]
    assert len(stamps) == 18
    assert len(set(stamps)) == 18


def test_rows_of_nodes_half_made_are_left_out() -> None:
    known = {"key": "cart", "frequency": 1, "surface": None, "count": 1}
    query = Scripted([{"format": FORMAT, "revision": 1}], [known, known | {"key": None}])
    assert [concept.key for concept in Neo4jStore(query).find_concepts(["cart", "wheel"])] == ["cart"]


class Scripted:
    """A connection that gives prepared rows, one list a statement."""

    def __init__(self, *rows: list[dict[str, Any]]) -> None:
        self.left = list(rows)

    def __call__(self, statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        return self.left.pop(0)


def test_the_log_says_nothing_of_our_statements_and_all_of_others(
    neo4j_driver: neo4j.Driver, caplog: pytest.LogCaptureFixture
) -> None:
    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        return [dict(record) for record in neo4j_driver.execute_query(statement, parameters).records]

    statement = f"MATCH (n) RETURN n.property_{uuid4().hex} AS nothing LIMIT 1"
    GraphConnection(query, "handbook").read(statement)
    assert [record.name for record in caplog.records] == []
    query(statement, {})
    assert [record.name for record in caplog.records] == ["neo4j.notifications"]


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_server_that_is_not_there_is_not_waited_for(scheme: str, caplog: pytest.LogCaptureFixture) -> None:
    with neo4j.GraphDatabase.driver(f"{scheme}://127.0.0.1:{free_port()}", auth=("neo4j", "secret")) as driver:
        graph = LanguageGraph(Neo4jStore.from_driver(driver))
        for use in (graph.statistics, lambda: graph.retrieve_passages("What is a cart?")):
            caplog.clear()
            with pytest.raises(StoreError, match="cannot be reached; make sure that it runs"):
                use()
            assert len([record for record in caplog.records if "will be retried" in record.getMessage()]) <= 2


def test_the_schema_for_language_models_is_short_and_true(neo4j_driver: neo4j.Driver) -> None:
    name = f"schema-{uuid4().hex}"
    store = Neo4jStore.from_driver(neo4j_driver, graph=name)
    with LanguageGraph(store) as graph:
        graph.build([Document.from_text("An apple is a kind of fruit. Apples have seeds.", id="apples")], workers=1)
        graph.store.write(ORCHARD)
        schema = store.cypher_schema()
    assert len(schema) < 1500
    example = schema.splitlines()[-1]
    assert [record["c.key"] for record in neo4j_driver.execute_query(example).records] == ["fruit"]
    held = neo4j_driver.execute_query(
        "MATCH (n {graph: $name}) UNWIND labels(n) AS label RETURN DISTINCT label, keys(n)", name=name
    )
    properties = {}
    for label, keys in held.records:
        properties.setdefault(label, set()).update(keys)
    told = dict(re.findall(r"^\(:(\w+) \{([\w, ]+)\}\)", schema, re.MULTILINE))
    assert told.keys() == {"SourceDocument", "Section", "Sentence", "Concept", "Value"}
    for label, names in told.items():
        assert set(names.split(", ")) <= properties[label]
    neo4j_driver.execute_query("MATCH (n:LanguageGraph {graph: $name}) DETACH DELETE n", name=name)
