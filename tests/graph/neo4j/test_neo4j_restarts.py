"""A Neo4j server that goes away in the middle of a build, and comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from lgm_core import Document, LanguageGraph, LGMError
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import driver_query
from tests.graph.store_contract import exported
from tests.support.neo4j_fixtures import or_skip
from tests.support.neo4j_server import LocalServer, connected

KINDS = ("fruit", "tool", "boat", "tree", "bird")
NOTES = [
    Document.from_text(
        "\n\n".join(
            f"The thing{number}x{line} is a kind of {KINDS[line % 5]}. Every {KINDS[line % 5]} has parts. "
            f"Lili bought it in shop {number}. She liked it."
            for line in range(3)
        ),
        id=f"note-{number:03}",
    )
    for number in range(40)
]
"""Some 480 sentences in 40 documents, which are learned in two transactions."""


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    server = LocalServer()
    try:
        or_skip(server.start)
        yield server
    finally:
        server.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with LanguageGraph(tmp_path_factory.mktemp("undisturbed") / "graph.lgm") as graph:
        assert graph.build(NOTES, workers=1).sentences > 400
        return exported(graph.store)


def built(driver: neo4j.Driver, name: str, *, before_second_write: Callable[[], object] = lambda: None) -> bytes:
    """Build a graph through the facade, letting something happen before the second of its writes; return its export."""
    run, writes = driver_query(driver, None), 0

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        nonlocal writes
        writes += "change" in parameters
        if writes == 2 and "change" in parameters:
            before_second_write()
        return run(statement, parameters)

    with LanguageGraph(Neo4jStore(query, graph=name)) as graph:
        graph.build(NOTES, workers=1)
        return exported(graph.store)


def test_a_build_without_its_server_ends_with_a_clear_error_and_a_second_one_completes(
    server: LocalServer, undisturbed: bytes
) -> None:
    name = "killed"
    with connected(server, max_transaction_retry_time=1) as driver:
        with pytest.raises(LGMError, match="try again; documents written so far are complete") as caught:
            built(driver, name, before_second_write=server.kill)
        assert str(server.port) in str(caught.value)
        server.start()
        learned = Neo4jStore.from_driver(driver, graph=name).documents()
        assert 0 < len(learned) < len(NOTES)
        assert built(driver, name) == undisturbed


def test_a_build_goes_on_when_its_server_is_back_soon(server: LocalServer, undisturbed: bytes) -> None:
    def restart() -> None:
        server.kill()
        server.start()

    with connected(server, max_transaction_retry_time=60) as driver:
        assert built(driver, "soon-back", before_second_write=restart) == undisturbed
