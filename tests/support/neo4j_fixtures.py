"""The Neo4j servers of a test run, as fixtures."""

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.neo4j_server import Server, Unavailable, connected, shared_server

if TYPE_CHECKING:
    import neo4j


def or_skip(start: Callable[[], Server]) -> Server:
    """Start a server; where there can be none the test is skipped, except in CI, where it fails."""
    try:
        return start()
    except Unavailable as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no Neo4j: {error}")


@pytest.fixture(scope="session")
def neo4j_server() -> Server:
    """A server without plugins; `NEO4J_RELEASE=newest` in the environment chooses the newest release."""
    return or_skip(lambda: shared_server(apoc=False))


@pytest.fixture(scope="session")
def neo4j_apoc_server() -> Server:
    """A server with APOC core, for the hosts' own stores."""
    return or_skip(lambda: shared_server(apoc=True))


@pytest.fixture(scope="session")
def neo4j_driver(neo4j_server: Server) -> "Iterator[neo4j.Driver]":
    """A driver for the server without plugins."""
    with connected(neo4j_server) as driver:
        yield driver
