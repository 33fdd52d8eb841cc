"""What the Neo4j store does when other writers are at the same nodes."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import neo4j
import pytest
from neo4j.exceptions import ClientError

from lgm_core.errors import StoreError
from lgm_core.graph.neo4j import Neo4jStore


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
