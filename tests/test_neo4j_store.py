"""The Neo4j store on a real server: the contract, and what only a shared server can do wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import neo4j
import pytest

from lgm_core.graph.neo4j import Neo4jStore
from tests.neo4j_server import Server, serving
from tests.store_contract import NewStore, StoreContract

GRAPHS = count()


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Server]:
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def driver(neo4j_server: Server) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(
        neo4j_server.uri, auth=(neo4j_server.username, neo4j_server.password)
    ) as driver:
        yield driver


class TestNeo4jStore(StoreContract):
    @pytest.fixture
    def new_store(self, driver: neo4j.Driver) -> NewStore:
        return lambda: Neo4jStore.from_driver(driver, graph=f"contract-{next(GRAPHS)}")
