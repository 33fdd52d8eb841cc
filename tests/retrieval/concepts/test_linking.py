"""Finding a question's concepts in the graph."""

from pathlib import Path

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from tests.support.small_graphs import APPLES, document_graph

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
