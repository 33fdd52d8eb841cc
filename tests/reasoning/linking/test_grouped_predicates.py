"""Groups of predicates answer questions that use another wording than the facts."""

from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.feedback.looking_up import FoundFacts, lacking
from lgm_core.model import Addition, PredicateGroup
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.reasoning.execution.graphs import executed, graph_of
from tests.support.counting_store import CountingStore

DOCUMENTS = [
    Document.from_text("Ann Alba haunts Sea Wind. Bo Alba keels Sea Wind.", id="ship"),
    Document.from_text("Cy Alba keels Old Wind.", id="other"),
]
CLAIMS = [("Ann Alba", "haunts", "Sea Wind"), ("Bo Alba", "keels", "Sea Wind"), ("Cy Alba", "keels", "Old Wind")]
PLAN = "Retrieval(s=s1, p=p1:moors, o=o1[{}])\nOutput(s1)"


@pytest.fixture(name="graph")
def _graph(tmp_path: Path) -> LanguageGraph:
    return graph_of(tmp_path / "graph.lgm", DOCUMENTS, CLAIMS)


def group(graph: LanguageGraph, document: str = "ship", id: str = "run") -> None:
    groups = (PredicateGroup(document, "keel", ("keel", "moor"), "", "lexicon", id),)
    graph.store.add(Addition(id, "construction", "", "2026-01-01T00:00:00Z", predicate_groups=groups))


def test_a_fact_answers_a_plan_by_another_wording_of_its_group(graph: LanguageGraph) -> None:
    assert executed(graph, PLAN.format("Sea Wind")).answers == ()
    group(graph)
    assert executed(graph, PLAN.format("Sea Wind")).answers == ("Bo Alba",)
    assert executed(graph, PLAN.format("Old Wind")).answers == ()  # the group is that of another document
    graph.undo("run")
    assert executed(graph, PLAN.format("Sea Wind")).answers == ()


def test_paths_of_facts_prefer_a_wording_of_the_group(graph: LanguageGraph) -> None:
    def first() -> str:
        return graph.retrieve_facts("Who moors Sea Wind?").paths[0].facts[0].predicate

    assert first() == "haunt"
    group(graph)
    assert first() == "keel"


def test_what_a_known_fact_says_in_another_wording_is_not_lacking(graph: LanguageGraph) -> None:
    (known,) = graph.store.facts(predicate="keel", concept="sea wind")
    found = FoundFacts((replace(known, predicate="moor"),))
    assert lacking(found, GraphView(graph.store)).facts == found.facts
    group(graph)
    assert lacking(found, GraphView(graph.store)).facts == ()


def test_groups_are_read_once_for_each_revision(graph: LanguageGraph) -> None:
    store = CountingStore(graph.store)
    (fact,) = graph.store.facts(predicate="keel", concept="sea wind")
    for _ in range(3):
        assert GraphView(store).grouped_predicates(fact) == ()
    assert store.calls["predicate_groups"] == 1
    group(graph)
    assert [GraphView(store).grouped_predicates(fact) for _ in range(2)] == [("moor",)] * 2
    assert store.calls["predicate_groups"] == 2
