"""Finding a question's concepts in the graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.hosts.property_graphs.concept_entities import concept_entities
from lgm_core.model import Evidence, Fact, MetaRelation, RelationKind
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.retrieval.rendering import render_explanation, render_relationship
from tests.support.counting_store import CountingStore
from tests.support.small_graphs import APPLES, document_graph
from tests.support.store_graphs import document, stated

CITIES = document_graph(
    "cities",
    [
        "New York and the New York Philharmonic are famous.",
        "York is older.",
        "The US has a senate.",
        "A kind of name is a thing.",
    ],
    concepts=["New York", "New York Philharmonic", "York", "US", "senate", "kind", "name", "thing"],
)


@pytest.fixture
def store(tmp_path: Path) -> LanguageGraphStore:
    store = SQLiteStore(tmp_path / "graph.lgm")
    store.write(APPLES)
    store.write(CITIES)
    return store


def linked(store: LanguageGraphStore, text: str) -> list[str]:
    return list(link_concepts(GraphView(store), text))


@pytest.mark.parametrize(
    ("question", "concepts"),
    [
        ("What are apples rich in?", ["apple"]),
        ("Do APPLES have vitamins?", ["apple", "vitamin"]),
        ("Is the fruit's taste like an apple?", ["fruit", "apple"]),
        ("apple, apples or Apple?", ["apple"]),
        ("Who leads the New York Philharmonic?", ["new york philharmonic"]),
        ("Who is the mayor of New York?", ["new york"]),
        ("Is York near New York?", ["york", "new york"]),
        ("Which “fruit” is sweet?", ["fruit"]),
    ],
)
def test_finds_the_longest_phrases_that_are_concepts(
    store: LanguageGraphStore, question: str, concepts: list[str]
) -> None:
    assert linked(store, question) == concepts


def test_a_question_about_nothing_in_the_graph_has_no_concepts(store: LanguageGraphStore) -> None:
    assert linked(store, "Why do volcanoes erupt?") == []
    assert linked(store, "") == []
    assert linked(store, "?! ... ¿") == []


def test_a_phrase_does_not_reach_across_the_end_of_a_question(store: LanguageGraphStore) -> None:
    assert linked(store, "What is new? York has walls.") == ["york"]


def test_a_pronoun_is_no_concept_but_a_name_spelled_like_one_is(store: LanguageGraphStore) -> None:
    assert linked(store, "Does the US pay us?") == ["us"]
    assert linked(store, "Who pays us?") == []


def test_words_for_the_form_of_an_answer_count_only_when_there_is_nothing_else(store: LanguageGraphStore) -> None:
    assert linked(store, "What kind of fruit is it?") == ["fruit"]
    assert linked(store, "What kind is it?") == ["kind"]


def test_reads_phrases_that_an_answer_misses(store: LanguageGraphStore) -> None:
    assert linked(store, "New York senate; vitamin content") == ["new york", "senate", "vitamin"]


def test_each_concept_comes_with_the_number_of_sentences_that_mention_it(store: LanguageGraphStore) -> None:
    assert link_concepts(GraphView(store), "Are apples a fruit?") == {"apple": 2, "fruit": 2}


# Several things of one name: a name finds them all, and none is shown by its number.

TEXT = document(
    "mill",
    "The [tool] of the [miller] is a [hammer].",
    "The [baker] bought a [tool|tool~2] of [brass].",
    "The [tool|tool~2] is small.",
)
GRAPH = replace(
    TEXT,
    facts=(
        Fact("baker", "buy", "tool~2", (), stated("mill#1", 10, 16, "bought")),
        Fact("tool", "be", "hammer", (), stated("mill#0", 23, 25, "is")),
    ),
    relations=(
        MetaRelation(RelationKind.HAS_PART, "tool~2", "brass", (Evidence("mill#1", "x"),)),
        MetaRelation(RelationKind.IS_A, "tool", "hammer", (Evidence("mill#0", "x"),)),
    ),
)


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.store.write(GRAPH)
        yield graph


def test_a_name_is_linked_to_all_of_its_senses(graph: LanguageGraph) -> None:
    view = GraphView(graph.store)
    assert view.keys_of("the tools") == ["tool", "tool~2"]
    assert link_concepts(view, "Which tool has the miller?") == {"tool": 1, "tool~2": 2, "miller": 1}
    assert start_concepts(view, "Is the Tool small?") == ["tool", "tool~2"]


def test_a_sense_is_found_though_the_first_is_gone(graph: LanguageGraph) -> None:
    graph.store.write(document("mill", "A [tool|tool~2] of [brass]."))
    assert link_concepts(GraphView(graph.store), "What is the tool?") == {"tool~2": 1}
    explanation = graph.explain("tool")
    assert explanation is not None
    assert (explanation.concept.key, explanation.senses) == ("tool~2", ())


def test_facts_of_all_senses_are_shown_without_numbers(graph: LanguageGraph) -> None:
    assert [str(fact) for fact in graph.facts("tool")] == ["tool — is — hammer", "baker — bought — tool"]
    assert [str(fact) for fact in graph.facts("baker")] == ["baker — bought — tool"]


def test_each_sense_is_explained_by_itself(graph: LanguageGraph) -> None:
    explanation = graph.explain("tool")
    assert explanation is not None
    (other,) = explanation.senses
    assert ends(explanation.parents) == [("tool", "hammer")]
    assert ends(other.parts) == [("tool~2", "brass")]
    assert [citation.number for citation in explanation.citations] == [1, 2, 3]
    lines = render_explanation("tool", explanation).text.splitlines()
    assert lines[0] == "tool: in 1 sentence."
    assert "tool (2): in 2 sentences." in lines
    assert "tool — has part — brass [2]" in lines
    assert "~" not in "".join(lines)


def test_a_chain_of_relations_starts_from_any_sense(graph: LanguageGraph) -> None:
    relationship = graph.relate("tool", "brass")
    assert ends(relationship.path) == [("tool~2", "brass")]
    assert "~" not in render_relationship(relationship).text
    assert ends(graph.relate("hammer", "tool").path) == [("tool", "hammer")]
    assert graph.relate("tool", "tool").path == ()


def test_hosts_are_told_two_things_of_two_names() -> None:
    entities = concept_entities(GRAPH, only_related=True)
    assert [entities[key].name for key in ("tool", "tool~2")] == ["Tool", "Tool (2)"]


def test_senses_are_asked_for_once(graph: LanguageGraph) -> None:
    store = CountingStore(graph.store)
    view = GraphView(store)
    for _ in range(2):
        link_concepts(view, "Which tool has the miller?")
        view.keys_of("tool")
    assert store.calls == {"frequencies": 2, "languages": 1}


def ends(relations):
    return [(relation.subject, relation.object) for relation in relations]
