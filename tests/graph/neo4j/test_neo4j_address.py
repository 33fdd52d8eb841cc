"""Addresses of graphs in Neo4j."""

import pytest

from lgm_core import InputError, LanguageGraph
from lgm_core.graph.neo4j.address import Neo4jAddress, is_neo4j_address, parse_address

VARIABLES = ("NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_only_the_host_is_needed() -> None:
    assert parse_address("bolt://localhost:7687") == Neo4jAddress("bolt://localhost:7687", None, None, "default")


def test_everything_may_stand_in_the_address() -> None:
    parsed = parse_address("neo4j+s://ada:p%40ss@db.example:7688/papers?graph=handbook&region=eu")
    assert parsed == Neo4jAddress("neo4j+s://db.example:7688?region=eu", ("ada", "p@ss"), "papers", "handbook")
    assert "p@ss" not in repr(parsed)


def test_what_is_missing_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in zip(VARIABLES, ("ada", "secret", "papers"), strict=True):
        monkeypatch.setenv(name, value)
    assert parse_address("bolt://h") == Neo4jAddress("bolt://h", ("ada", "secret"), "papers", "default")
    assert parse_address("bolt://bob:other@h/x") == Neo4jAddress("bolt://h", ("bob", "other"), "x", "default")


def test_a_password_alone_is_that_of_the_usual_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    assert parse_address("bolt://h").auth == ("neo4j", "secret")


@pytest.mark.parametrize("address", ["bolt://", "bolt://ada:secret@", "neo4j://ada:secret@h/a/b"])
def test_what_cannot_be_understood_is_refused_without_telling_the_password(address: str) -> None:
    with pytest.raises(InputError, match="is not an address of a graph in Neo4j") as refused:
        parse_address(address)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("place", "expected"),
    [("bolt+ssc://h", True), ("NEO4J://h", True), ("my.lgm", False), ("neo4j/my.lgm", False), ("http://h", False)],
)
def test_addresses_are_told_by_their_scheme(place: str, expected: bool) -> None:
    assert is_neo4j_address(place) is expected


def test_a_graph_named_by_an_address_is_opened_without_a_connection() -> None:
    pytest.importorskip("neo4j")
    with LanguageGraph("bolt://ada:secret@127.0.0.1:1?graph=handbook") as graph:
        assert str(graph.store) == "bolt://127.0.0.1:1, graph 'handbook'"
