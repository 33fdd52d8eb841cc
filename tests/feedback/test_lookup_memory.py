"""What was looked up in vain is remembered only for the same question, settings and documents."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Answer, FactOptions, FeedbackOptions, LanguageGraph
from lgm_core.model import Verdict
from tests.feedback.graphs import DEATH, QUESTION, Player, small_graph

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
