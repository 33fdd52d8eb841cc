"""How the rounds of exhaustive reading follow each other and end, with a scripted language model and a real store."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Document, DocumentGraph
from lgm_core.retrieval.answering.ask_options import AskOptions
from tests.support.iterative_readers import (
    BORN,
    RICH,
    Reader,
    ask,
    find_country,
    never,
    numbers,
    paper,
    reply,
    section,
    steps,
)
from tests.support.small_graphs import EverythingRanker, document_graph


def test_rounds_follow_what_is_missing_and_read_no_sentence_twice(store: LanguageGraphStore) -> None:
    model = ScriptedChatModel(Reader("designed|born|Sweden", find_country))
    found = ask(store, model, BORN, paper(expansion=False))
    assert (found.text, found.missing_concepts) == ("Sweden [1].", ())
    assert [step["missing"] for step in steps(found, "answer")] == [["Ada Lindqvist birthplace"], ["Lund"], []]
    assert [step["found"] for step in steps(found, "concepts")] == [["marten bridge"], ["ada lindqvist"], ["lund"]]
    assert steps(found, "end") == [{"reason": "nothing is missing"}]
    marking = [
        request.messages[-1].content for request in model.requests if '"answer"' not in request.messages[0].content
    ]
    read = [text for message in marking for text in numbers(message)]
    assert read
    assert len(read) == len(set(read))
    assert section(marking[0], "evidence") == "(none)"
    assert "designed by Ada Lindqvist" in section(marking[1], "evidence")
    assert_numbers_stay(model)


def assert_numbers_stay(model: ScriptedChatModel) -> None:
    given = {
        (text, number) for request in model.requests for text, number in numbers(request.messages[-1].content).items()
    }
    assert len(given) == len({text for text, _ in given})


@pytest.mark.parametrize(("most", "missing"), [(1, "Ada Lindqvist birthplace"), (2, "Lund")])
def test_rounds_are_bounded(store: LanguageGraphStore, most: int, missing: str) -> None:
    model = ScriptedChatModel(Reader("designed|born|Sweden", find_country))
    found = ask(store, model, BORN, paper(expansion=False, max_iterations=most))
    assert (len(steps(found, "round")), found.missing_concepts, found.supported) == (most, (missing,), False)
    assert steps(found, "end") == [{"reason": "the most rounds allowed were made"}]


@pytest.mark.parametrize(
    ("interest", "missing", "reason"),
    [
        ("designed", "marten bridge", "what is missing was looked for before"),
        ("designed|opened", "Marten Bridge builder", "no unread sentences"),
    ],
)
def test_rounds_end_when_no_other_can_find_more(
    store: LanguageGraphStore, interest: str, missing: str, reason: str
) -> None:
    model = ScriptedChatModel(Reader(interest, lambda shown: reply("", (), [missing])))
    found = ask(store, model, "Who built the Marten Bridge?", ranker=EverythingRanker(store))
    assert len(model.requests) == 2
    assert steps(found, "end") == [{"reason": reason}]


def test_what_is_missing_and_names_no_concept_is_looked_for_by_its_words(store: LanguageGraphStore) -> None:
    ranker = EverythingRanker(store)
    model = ScriptedChatModel(Reader("designed", never))
    found = ask(store, model, "Who built the Marten Bridge?", ranker=ranker)
    assert [question for question, _ in ranker.asked][:1] == ["the unheard-of; Who built the Marten Bridge?"]
    assert [step.get("by_rank", False) for step in steps(found, "reading")] == [False, True]
    assert found.read_by_rank
    assert steps(found, "end") == [{"reason": "no new evidence"}]


def _orchard(count: int = 51) -> DocumentGraph:
    """Return sentences about apples; a bridge stands in the first chunk, and what leads to it in the last."""
    sentences = [f"Apple number {number} hangs on row {number} of the orchard wall." for number in range(count)]
    sentences[1] = "Apples of Pomelia House are picked by Ida Rahm."
    sentences[-1] = "The best apples come from Pomelia House."
    return document_graph("orchard", sentences, concepts=["apple", "Pomelia House", "Ida Rahm"])


def failing_twice(fails: Callable[[str], bool], script: Callable[[Sequence[Message]], str]) -> ScriptedChatModel:
    """Return a model that spoils the marks of a chunk, and again when it is asked once more."""
    failures = []

    def spoilt(messages: Sequence[Message]) -> str:
        if '"answer"' not in messages[0].content and fails(messages[-1].content) and len(failures) < 2:
            failures.append(messages)
            return "Sorry?"
        return script(messages)

    return stubborn(spoilt)


def stubborn(script: Callable[[Sequence[Message]], str]) -> ScriptedChatModel:
    """Return a model that replies as before when it is asked once more."""
    return ScriptedChatModel(
        lambda messages: script(messages[:-2] if "could not be used" in messages[-1].content else messages)
    )


def _picker(messages: Sequence[Message]) -> str:
    """Mark who picks only once it is known whose apples are asked for."""
    shown, message = numbers(messages[-1].content), messages[-1].content
    is_bridge_known = "best apples" in section(message, "evidence") if "<evidence>" in message else False
    if '"answer"' in messages[0].content:
        picked = next((number for text, number in shown.items() if "Ida Rahm" in text), None)
        return reply(f"Ida Rahm [{picked}].", [picked]) if picked else reply("", (), ["Pomelia House"])
    marked = [number for text, number in shown.items() if "best" in text or (is_bridge_known and "picked" in text)]
    return json.dumps({"supporting": marked})


def test_what_was_read_in_vain_is_read_again_when_a_later_round_asks_for_it(store: LanguageGraphStore) -> None:
    store.write(_orchard())
    model = ScriptedChatModel(_picker)
    found = ask(store, model, "Who picks the best apples?", paper(chunk_size=600, expansion=False))
    assert (found.text, found.supported) == ("Ida Rahm [1].", True)
    assert [step["sentences"] for step in steps(found, "reading")] == [53, 1]
    assert steps(found, "end") == [{"reason": "nothing is missing"}]
    assert_numbers_stay(model)


def test_a_chunk_that_failed_is_unread_and_read_by_the_next_round(store: LanguageGraphStore) -> None:
    store.write(_orchard())
    found = []
    for most in (3, 1):
        model = failing_twice(lambda shown: "Pomelia House are picked" in section(shown, "sentences"), _picker)
        options = paper(chunk_size=600, expansion=False, max_iterations=most)
        found.append(ask(store, model, "Who picks the best apples?", options))
    again, once = found
    assert (again.text, again.unread) == ("Ida Rahm [1].", 0)
    assert once.unread > 1
    assert once.failure is not None


def test_a_chunk_that_failed_is_read_again_though_nothing_else_is_missing(store: LanguageGraphStore) -> None:
    store.write(_orchard())

    def conclude(shown: dict[str, int]) -> str:
        picked = next((number for text, number in shown.items() if "Ida Rahm" in text), None)
        return reply(f"Ida Rahm [{picked}].", [picked]) if picked else reply("", (), ["Pomelia House"])

    model = failing_twice(lambda shown: "are picked" in shown, Reader("are picked", conclude))
    options = paper(chunk_size=600, expansion=False)
    found = ask(store, model, "Who picks the apples of Pomelia House?", options)
    assert (found.text, found.unread) == ("Ida Rahm [1].", 0)
    assert [step["read"] for step in steps(found, "reading")][1:] == [[]]  # what failed is read, and nothing else


def test_a_chunk_that_failed_while_others_held_nothing_does_not_end_the_rounds(store: LanguageGraphStore) -> None:
    gates = [f"Pomelia House has a gate number {number} in its long southern wall." for number in range(9)]
    best = "The best apples come from Pomelia House."
    sentences = [best, *gates, "At Pomelia House they are picked by Ida Rahm."]
    store.write(document_graph("orchard", sentences, concepts=["best apple", "Pomelia House", "Ida Rahm"]))
    model = failing_twice(lambda shown: "are picked" in shown, _picker)
    found = ask(store, model, "Who picks the best apples?", paper(chunk_size=300, expansion=False))
    assert (found.text, len(steps(found, "round"))) == ("Ida Rahm [1].", 3)


def test_what_stood_in_for_marks_does_not_take_away_what_was_marked(store: LanguageGraphStore) -> None:
    def script(messages: Sequence[Message]) -> str:
        shown = numbers(messages[-1].content)
        if '"answer"' in messages[0].content:
            return reply("", (), ["Lund"])
        return "?" if any("Sweden" in text for text in shown) else json.dumps({"supporting": [1]})

    found = ask(store, stubborn(script), "Who built the Marten Bridge?", paper(expansion=False))
    assert [citation.text for citation in found.citations] == ["The Marten Bridge was designed by Ada Lindqvist."]


def test_an_answer_that_breaks_off_is_no_sign_that_nothing_is_missing(store: LanguageGraphStore) -> None:
    model = stubborn(Reader("designed", lambda shown: '{"answer": "Ada Lindqvist designed it [1], and'))
    found = ask(store, model, "Who built the Marten Bridge?")
    assert found.text == "Ada Lindqvist designed it [1],"
    assert steps(found, "end") == [{"reason": "the language model failed"}]


def test_what_was_read_by_rank_in_vain_is_read_again_for_what_is_missing(tmp_path: Path) -> None:
    text = "La pompe vient de l'usine du nord. L'usine du nord est tenue par un horloger. Le vent souffle."

    def script(messages: Sequence[Message]) -> str:
        shown, message = numbers(messages[-1].content), messages[-1].content
        if '"answer"' in messages[0].content:
            keeper = next((number for text, number in shown.items() if "horloger" in text), None)
            return reply(f"Un horloger [{keeper}].", [keeper]) if keeper else reply("", (), ["l'usine du nord"])
        word = "tenue" if "vient" in section(message, "evidence") else "vient"
        return json.dumps({"supporting": [number for text, number in shown.items() if word in text]})

    with LanguageGraph(tmp_path / "graph.lgm", llm=ScriptedChatModel(script)) as graph:
        graph.build([Document.from_text(text, id="pump")], extraction=False)
        found = graph.ask("Qui tient l'usine d'où vient la pompe ?", AskOptions.paper())
    assert found.text.startswith("Un horloger [1]")


def test_no_answer_is_not_told_as_nothing_missing(store: LanguageGraphStore) -> None:
    found = ask(store, ScriptedChatModel(Reader("vitamins", lambda shown: reply(""))), RICH)
    assert steps(found, "end") == [{"reason": "there is no answer, and nothing is named as missing"}]


def test_a_round_without_new_evidence_asks_for_no_new_answer(store: LanguageGraphStore) -> None:
    model = ScriptedChatModel(Reader("designed", lambda shown: reply("", (), ["Lund"])))
    found = ask(store, model, "Who built the Marten Bridge?")
    assert [bool('"answer"' in request.messages[0].content) for request in model.requests] == [False, True, False]
    assert steps(found, "end") == [{"reason": "no new evidence"}]


def test_a_partial_answer_is_kept_when_the_next_round_finds_nothing(store: LanguageGraphStore) -> None:
    replies = [reply("Ada Lindqvist [1].", [1], ["Lund"]), reply("")]
    model = ScriptedChatModel(Reader("designed|Lund", lambda shown: replies.pop(0)))
    found = ask(store, model, "Who designed the Marten Bridge, and where is Lund?")
    assert (found.text[:17], found.supported) == ("Ada Lindqvist [1]", True)
