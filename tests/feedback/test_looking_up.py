"""What the graph lacks is found without reading all that is known of a concept."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lgm_core import Answer, Fact, FactOptions, FeedbackOptions, LanguageGraph, SQLiteStore
from lgm_core.feedback import looking_up
from lgm_core.feedback.looking_up import FoundFacts, facts_in, lacking
from lgm_core.flow import Session, run
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import FactEvidence, Verdict
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.feedback.graphs import DEATH, QUESTION, Player, small_graph
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


# What was looked up in vain is remembered only for the same question, settings and documents.

NOTHING = '{"entities": [], "facts": []}'
KEEP = FeedbackOptions(keep=True)


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with small_graph(tmp_path / "test.lgm") as graph:
        yield graph


def ask(graph: LanguageGraph, player: Player, options: FeedbackOptions = KEEP) -> Answer:
    return graph.with_llm(player.model).ask(QUESTION, options, on_failure="evidence")


def in_vain(graph: LanguageGraph) -> None:
    player = Player()
    player.override["extraction"] = NOTHING
    assert ask(graph, player).trace[-1].details["reason"] == "what is missing was looked for before"
    assert player.asked.count("extraction") == 1


@pytest.mark.parametrize(
    "options",
    [
        FeedbackOptions(keep=True, passages=30),
        FeedbackOptions(keep=True, extraction=FactOptions("llm", window_tokens=4000)),
    ],
)
def test_other_settings_may_find_what_was_looked_up_in_vain(graph: LanguageGraph, options: FeedbackOptions) -> None:
    in_vain(graph)
    again = Player()
    ask(graph, again)
    assert "extraction" not in again.asked
    assert ask(graph, Player(), options).text == "Tennessee [1][2]."


def test_another_question_finds_other_passages(graph: LanguageGraph) -> None:
    in_vain(graph)
    answer = graph.with_llm(Player().model).ask("Where did the singer of Hello Love die?", KEEP)
    assert answer.text == "Tennessee [1][2]."


@pytest.mark.parametrize(
    "reply",
    [{"answer": 5, "entities": 3}, {"entities": [], "facts": "none"}, {"entities": [1], "facts": [2]}],
)
def test_a_reply_that_cannot_be_read_is_no_search_in_vain(graph: LanguageGraph, reply: object) -> None:
    player = Player()
    player.override["extraction"] = json.dumps(reply)
    failure = ask(graph, player).failure
    assert failure is not None
    assert failure.phase == "extraction"
    assert ask(graph, Player()).text == "Tennessee [1][2]."


def test_undo_forgets_also_when_there_is_nothing_to_take_back(graph: LanguageGraph) -> None:
    in_vain(graph)
    assert graph.undo([]) == 0
    assert ask(graph, Player()).text == "Tennessee [1][2]."


def test_what_was_rejected_is_neither_added_again_nor_shown(graph: LanguageGraph) -> None:
    assert ask(graph, Player()).text == "Tennessee [1][2]."
    graph.store.set_fact_verdicts({fact.key: Verdict.INVALID for fact in graph.store.facts()})
    known = graph.additions()
    assert ask(graph, Player([DEATH]), FeedbackOptions(passages=7)).is_evidence_only
    assert ask(graph, Player([DEATH]), FeedbackOptions(keep=True, passages=7)).is_evidence_only
    assert graph.additions() == known
