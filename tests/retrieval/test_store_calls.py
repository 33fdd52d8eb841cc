"""How often a question asks the store: each call is a round trip where the graph is on a server."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lgm_core import AskOptions, LanguageGraph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from tests.support.counting_store import CountingStore
from tests.support.small_graphs import ALIAS_OF, APPLES, BRIDGES, HAS_PART, IS_A, document_graph

KITCHEN = {"shelf": "kitchen"}
FILTERS = [None, KITCHEN]

# Both the concept and its parent have chains of aliases, which are followed to their ends.
AUBERGINES = document_graph(
    "aubergines",
    [
        "The aubergine is called eggplant.",
        "The eggplant is called brinjal.",
        "The brinjal is called melongene.",
        "An eggplant is a vegetable.",
        "A vegetable is called veggie.",
        "A veggie is called potherb.",
        "Potherbs are healthy.",
        "A melongene has a calyx.",
        "Calyxes can sting.",
        "Rain fell on the aubergine.",
        "Vegetables are food.",
        "Food is a ware.",
    ],
    concepts=[
        "aubergine",
        "eggplant",
        "brinjal",
        "melongene",
        "vegetable",
        "veggie",
        "potherb",
        "calyx",
        "rain",
        "food",
        "ware",
    ],
    relations=[
        ("aubergine", ALIAS_OF, "eggplant"),
        ("brinjal", ALIAS_OF, "eggplant"),
        ("brinjal", ALIAS_OF, "melongene"),
        ("eggplant", IS_A, "vegetable"),
        ("vegetable", ALIAS_OF, "veggie"),
        ("potherb", ALIAS_OF, "veggie"),
        ("melongene", HAS_PART, "calyx"),
        ("vegetable", IS_A, "food"),
        ("food", IS_A, "ware"),
    ],
    title="Aubergines",
    metadata=KITCHEN,
)
QUESTION = "Is the aubergine healthy?"


@pytest.fixture(params=["sqlite", "neo4j"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> LanguageGraphStore:
    if request.param == "sqlite":
        return SQLiteStore(tmp_path / "graph.lgm")
    from lgm_core.graph.neo4j import Neo4jStore

    return Neo4jStore.from_driver(request.getfixturevalue("neo4j_driver"), graph=f"calls-{secrets.token_hex(4)}")


@pytest.fixture
def graph(store: LanguageGraphStore) -> Iterator[LanguageGraph]:
    store.write_many([AUBERGINES, APPLES, BRIDGES])
    with LanguageGraph(store) as graph:
        graph.store = CountingStore(store)
        graph.ranker()
        graph.ranker(KITCHEN)
        yield graph


def counted(graph: LanguageGraph, ask: Callable[[], Any]) -> dict[str, int]:
    """Return how often each method of the store was called; the answer must not be empty."""
    store = graph.store
    assert isinstance(store, CountingStore)
    store.calls.clear()
    assert ask()
    return dict(store.calls)


@pytest.mark.parametrize("where", FILTERS, ids=str)
@pytest.mark.parametrize("question", [QUESTION, "What are apples rich in?", "What can a calyx do to food?"])
def test_a_question_without_a_model_takes_eleven_calls_at_most(
    graph: LanguageGraph, question: str, where: dict[str, str] | None
) -> None:
    calls = counted(graph, lambda: graph.ask(question, AskOptions(where=where)))
    assert sum(calls.values()) <= 11


def test_a_question_is_answered_from_what_was_read_once(graph: LanguageGraph) -> None:
    answers = []
    calls = counted(graph, lambda: answers.append(graph.ask(QUESTION)) or answers)
    paths = {citation.text: citation.path for citation in answers[0].citations}
    assert paths["Potherbs are healthy."] == (
        "aubergine",
        "also called eggplant",
        "is a vegetable",
        "also called veggie",
        "also called potherb",
    )
    assert calls["neighbours"] == 2
    assert calls["mentions"] == 1


@pytest.mark.parametrize("where", FILTERS, ids=str)
def test_retrieving_takes_five_calls_at_most(graph: LanguageGraph, where: dict[str, str] | None) -> None:
    assert sum(counted(graph, lambda: graph.retrieve_passages(QUESTION, where=where)).values()) <= 5
    assert sum(counted(graph, lambda: graph.retrieve_sentences(QUESTION, where=where)).values()) <= 5


@pytest.mark.parametrize("where", FILTERS, ids=str)
def test_explaining_a_concept_takes_thirteen_calls_at_most(graph: LanguageGraph, where: dict[str, str] | None) -> None:
    assert sum(counted(graph, lambda: graph.explain("aubergine", where=where)).values()) <= 13


@pytest.mark.parametrize("where", FILTERS, ids=str)
@pytest.mark.parametrize("other", ["ware", "rain"])
def test_relating_concepts_takes_thirteen_calls_at_most(
    graph: LanguageGraph, other: str, where: dict[str, str] | None
) -> None:
    assert sum(counted(graph, lambda: graph.relate("aubergine", other, where=where)).values()) <= 13
