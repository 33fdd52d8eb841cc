"""What the graph lacks is found without reading all that is known of a concept."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lgm_core import Fact, FactOptions, LanguageGraph, SQLiteStore
from lgm_core.feedback import looking_up
from lgm_core.feedback.looking_up import FoundFacts, facts_in, lacking
from lgm_core.flow import Session, run
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import FactEvidence
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.store_graphs import document

HUB = 50


class Counting:
    """A store that counts the facts that are read from it."""

    def __init__(self, store: SQLiteStore) -> None:
        self.store, self.read = store, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def facts_about(self, *arguments: Any) -> list[Fact]:
        facts = self.store.facts_about(*arguments)
        self.read += len(facts)
        return facts


def born(number: int, predicate: str = "be delivered in") -> Fact:
    evidence = FactEvidence(f"d#{number}", 0, 5, "was born in", "parse")
    return Fact(f"person{number}", predicate, "rome", (), (evidence,))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with LanguageGraph(tmp_path / "hub.lgm") as graph:
        sentences = [f"[Person{number}|person{number}] was born in [Rome|rome]." for number in range(HUB)]
        facts = tuple(born(number) for number in range(HUB))
        graph.store.write(replace(document("d", *sentences), facts=facts))
        assert isinstance(graph.store, SQLiteStore)
        yield graph.store


def test_a_fact_is_looked_for_at_its_rarer_end(store: SQLiteStore) -> None:
    counting = Counting(store)
    view = GraphView(counting, question="Where was Person7 born?")  # type: ignore[arg-type]
    new = born(8, "die in")
    assert lacking(FoundFacts((born(7), born(9, "be deliverd in"), new)), view).facts == (new,)
    assert counting.read == 3


def test_what_a_request_tells_as_known_is_read_without_the_facts_of_a_hub(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking_up, "_MOST_READ", 10)
    counting, model = Counting(store), ScriptedChatModel(['{"entities": [], "facts": []}'])
    view = GraphView(counting, question="Where was Person7 born?")  # type: ignore[arg-type]
    run(facts_in({"Where was Person7 born?": ["d#7", "d#8"]}, view, FactOptions("llm"), "m"), Session(model))
    assert counting.read == 2
    assert "person7 | " in model.requests[0].messages[-1].content.lower()
