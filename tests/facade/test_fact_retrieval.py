"""Retrieving facts by the facade, the command, agents' tools and both doors."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import AskOptions, Cancelled, Document, FactRetrievalOptions, FeedbackOptions, InputError, LanguageGraph
from lgm_core.errors import LanguageModelSetupError
from lgm_core.hosts import reading_tools
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.retrieval.facts.fact_text import fact_sentences
from tests.support.command_line import lgm
from tests.support.film_facts import DOCUMENTS, film_graph

QUESTION = "Whom did the director of Salt Harbour marry?"


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with film_graph(tmp_path / "graph.lgm") as graph:
        yield graph


def test_sync_and_async_find_the_same(graph: LanguageGraph) -> None:
    subgraph = graph.retrieve_facts(QUESTION)
    assert [restored.sentences[0].id for restored in subgraph.facts][:2] == ["film#0", "director#1"]
    assert asyncio.run(graph.aretrieve_facts(QUESTION)) == subgraph


def test_facts_come_by_sentence_within_a_budget_of_words(graph: LanguageGraph) -> None:
    found = graph.retrieve_facts(QUESTION, FactRetrievalOptions(words=40))
    lines = found.text.splitlines()
    shown = {sentence.id for restored in found.facts for sentence in restored.sentences}
    assert len(found.text.split()) <= 40
    assert len(lines) == len(shown) > 0
    assert all(restored.sentences for restored in found.facts)
    assert "film#0" in shown
    fewer = graph.retrieve_facts(QUESTION, FactRetrievalOptions(words=12))
    assert len(fewer.text.split()) <= 12
    assert asyncio.run(graph.aretrieve_facts(QUESTION, FactRetrievalOptions(words=40))) == found


@pytest.mark.parametrize("words", [0, -1, True, 2.5, "many"])
def test_a_budget_that_is_no_number_of_words_is_refused(words: int) -> None:
    with pytest.raises(InputError, match="words="):
        FactRetrievalOptions(words=words)


def test_what_cannot_be_done_is_told(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="the question is empty"):
        graph.retrieve_facts(" ")
    with pytest.raises(LanguageModelSetupError, match="language model"):
        graph.retrieve_facts(QUESTION, FactRetrievalOptions(scorer="llm"))
    model = ScriptedChatModel([])
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        graph.with_llm(model).retrieve_facts(QUESTION, FactRetrievalOptions(scorer="llm"), cancel=cancel)


def test_a_graph_without_facts_has_none_and_says_so(tmp_path: Path) -> None:
    place = tmp_path / "plain.lgm"
    with LanguageGraph(place) as graph:
        graph.build(DOCUMENTS, workers=1)
        assert graph.retrieve_facts(QUESTION).facts == ()
    told = lgm("retrieve", QUESTION, "--mode", "facts", "--graph", str(place))
    assert told.stderr.strip() == "The graph has no facts; learn them with lgm build --facts open."


@pytest.mark.parametrize("options", [FeedbackOptions(), AskOptions(), {}, "depth=2"])
def test_options_of_other_calls_are_refused(graph: LanguageGraph, options: object) -> None:
    with pytest.raises(InputError, match=r"^options=.* must be FactRetrievalOptions; give such options"):
        graph.retrieve_facts(QUESTION, options)  # type: ignore[arg-type]  # deliberately wrong


@pytest.mark.parametrize("options", [FactRetrievalOptions(), {}])
def test_questions_take_options_of_answers_alone(graph: LanguageGraph, options: object) -> None:
    with pytest.raises(InputError, match="must be AskOptions or FeedbackOptions"):
        graph.ask(QUESTION, options)  # type: ignore[arg-type]  # deliberately wrong
    with pytest.raises(InputError, match="must be FeedbackOptions"):
        graph.learn_from_questions([QUESTION], options)  # type: ignore[arg-type]  # deliberately wrong


def test_facts_are_grouped_by_their_sentences(graph: LanguageGraph) -> None:
    first, second, *_ = fact_sentences(graph.retrieve_facts(QUESTION), 9)
    assert (first.sentence.id, second.sentence.id) == ("film#0", "director#1")
    assert second.facts == ("Inês Moura — married — Rui Dias",)
    assert second.sentence.path == ("Salt Harbour", "Inês Moura")
    assert len(fact_sentences(graph.retrieve_facts(QUESTION), 1)) == 1


def test_agents_find_the_facts_of_a_name(graph: LanguageGraph) -> None:
    find = {tool.name: tool for tool in reading_tools(graph, k=5, where=None)}["find_facts"]
    told = find.call(concept="Salt Harbour")
    assert "Salt Harbour — directed by — Inês Moura [1]" in told.text.splitlines()
    assert "[1] Salt Harbour is a 1962 film directed by Inês Moura." in told.text
    assert {citation.sentence_id for citation in told.citations} == {"film#0", "film#1", "reviews#0"}
    assert "The graph has no facts about 'Tin Gate'; its" in find.call(concept="Tin Gate").text


def test_no_argument_of_agents_widens_the_filter(graph: LanguageGraph) -> None:
    find = {tool.name: tool for tool in reading_tools(graph, k=5, where={"kind": "reviews"})}["find_facts"]
    told = find.call(concept="Salt Harbour")
    assert told.text.splitlines()[0] == "Salt Harbour — was praised in — Paris [1]"
    assert [citation.sentence_id for citation in told.citations] == ["reviews#0"]


def test_the_command_shows_facts_with_their_sentences(graph: LanguageGraph) -> None:
    place = str(graph.store)
    graph.close()
    told = lgm("retrieve", QUESTION, "--graph", place, "--mode", "facts", "-k", "2")
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[0] == "1. Salt Harbour — directed by — Inês Moura"
    assert "[film#0] Salt Harbour is a 1962 film" in told.stdout
    rows = json.loads(lgm("retrieve", QUESTION, "--graph", place, "--mode", "facts", "--json").stdout)
    assert rows[0]["subject"] == "salt harbour"
    assert rows[0]["sentences"][0]["id"] == "film#0"
    nothing = lgm("retrieve", "Who wrote Tin Gate?", "--graph", place, "--mode", "facts")
    assert "No fact in the graph is about that question." in nothing.stderr


def test_what_tells_more_of_a_fact_comes_with_it_and_nothing_comes_twice(tmp_path: Path) -> None:
    text = "Lumo counts moss spores. Lumo is small. It rained. Lumo is small. Spores of moss are seen by Lumo at night."
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build([Document.from_text(text, id="moss")], workers=1)
        graph.import_facts([{"id": "moss", "triples": [["Lumo", "counts", "moss spores"]]}])
        found = graph.retrieve_facts("What does Lumo count?", FactRetrievalOptions(words=60))
    assert found.text.splitlines() == [
        "[1:Lumo] counts [2:moss spores]. (1→2)",
        *(line for line in found.text.splitlines()[1:] if line.count("Lumo")),
    ]
    assert found.text.count("is small") == 1
    assert "It rained" not in found.text
    (restored,) = found.facts
    assert restored.sentences[0].text == "Lumo counts moss spores."
