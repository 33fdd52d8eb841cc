"""A question in rounds of plans: what is asked, what ends them, and what remains when something fails."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import (
    Answer,
    AskOptions,
    Cancelled,
    Document,
    InputError,
    LanguageGraph,
    LanguageModelError,
    LogicalFormOptions,
)
from lgm_core.model import TraceStep
from lgm_core.reasoning.solving.solver import JUDGE_AND_ANSWER, judge_and_answer
from tests.reasoning.solving.graphs import (
    BIRTHPLACE,
    PLAN,
    QUESTION,
    SECOND_PLAN,
    SUPPLEMENTARY,
    Player,
    venice,
)

LLM = LogicalFormOptions(planner="llm")
BRIEF = AskOptions(brief=True)
NOT_FOUND: Mapping[str, object] = {"missing": SUPPLEMENTARY, "answer": ""}
FOUND = {"missing": "", "answer": "Plague came there 22 times [1]."}
WHERE_BORN = "Where was the composer of Concerto in C Major Op 3 6 born?"


@pytest.fixture(scope="module")
def module_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with venice(tmp_path_factory.mktemp("graph")) as graph:
        yield graph


@pytest.fixture
def graph(module_graph: LanguageGraph) -> LanguageGraph:
    return module_graph


def end_of(answer: Answer) -> str:
    return str(answer.trace[-1].details["reason"])


def steps_of(answer: Answer, name: str) -> list[TraceStep]:
    return [step for step in answer.trace if step.name == name]


def two_rounds() -> Player:
    """Return a model that overlooks the plague in the first round and reads of it in the second."""
    return Player(planning=[PLAN, SECOND_PLAN], reading=[NOTHING, READ], answering=[NOT_FOUND, FOUND])


NOTHING = '{"answers": []}'
READ = '{"answers": [{"answer": "22", "sentences": [1]}]}'


def test_what_the_first_plan_misses_the_second_finds(graph: LanguageGraph) -> None:
    player = two_rounds()
    answer = graph.with_llm(player.model).ask(QUESTION, LLM)
    assert (answer.text, answer.supported, answer.missing_concepts) == ("Plague came there 22 times [1].", True, ())
    assert [citation.sentence_id for citation in answer.citations] == ["plague#0"]
    assert [step.details["question"] for step in steps_of(answer, "round")] == [QUESTION, SUPPLEMENTARY]
    assert player.asked == ["planning", "reading", "answering", "planning", "reading", "answering"]
    assert end_of(answer) == "the question is judged answered"
    assert (answer.usage.calls, answer.failure) == (6, None)
    assert "→ Venice [" in player.turns[2]
    assert "→ not found" in player.turns[2]
    assert "Nothing more can be looked up" not in player.turns[-1]


def test_async_and_streamed_answers_are_the_same(graph: LanguageGraph) -> None:
    answer = graph.with_llm(two_rounds().model).ask(QUESTION, LLM)
    assert asyncio.run(graph.with_llm(two_rounds().model).aask(QUESTION, LLM)) == answer
    assert list(graph.with_llm(two_rounds().model).stream(QUESTION, LLM))[-1] == answer


def test_facts_alone_answer_briefly_without_asking_for_the_answer(graph: LanguageGraph) -> None:
    player = Player(planning=[BIRTHPLACE])
    answer = graph.with_llm(player.model).ask(WHERE_BORN, LogicalFormOptions(planner="llm", ask=BRIEF))
    assert (answer.text, answer.supported, player.asked) == ("Venice", True, ["planning"])
    assert [citation.sentence_id for citation in answer.citations] == ["work#0", "composer#0"]
    assert end_of(answer) == "every step rests on facts"


def test_facts_alone_are_worded_by_the_model_in_one_request(graph: LanguageGraph) -> None:
    player = Player(planning=[BIRTHPLACE], answering=[{"missing": "", "answer": "He was born in Venice [2]."}])
    answer = graph.with_llm(player.model).ask(WHERE_BORN, LLM)
    assert (answer.text, player.asked) == ("He was born in Venice [1].", ["planning", "answering"])


def test_the_judge_is_told_that_there_are_more_things_than_it_is_shown(tmp_path: Path) -> None:
    films = [f"Film {letter * 3}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
    text = " ".join(f"Ada North played in {film}." for film in films)
    player = Player(
        planning=["Retrieval(s=s1[Ada North], p=p1:played in, o=o1)\nOutput(o1)"], answering=[{"answer": "Many [1]."}]
    )
    with LanguageGraph(tmp_path / "films.lgm") as graph:
        graph.build(Document.from_text(text, id="films"))
        graph.import_facts([{"id": "films", "triples": [["Ada North", "played in", film] for film in films]}])
        graph.with_llm(player.model).ask("What did Ada North play in?", LogicalFormOptions(planner="llm", rounds=1))
    assert " and 4 more [" in player.turns[-1]


def test_one_round_is_told_to_be_the_last(graph: LanguageGraph) -> None:
    player = Player(planning=[PLAN], reading=[NOTHING], answering=[{"answer": "He was born in Venice [2]."}])
    answer = graph.with_llm(player.model).ask(QUESTION, LogicalFormOptions(planner="llm", rounds=1))
    assert "Nothing more can be looked up" in player.turns[-1]
    assert answer.text.startswith("He was born in Venice [1]")


def test_a_question_asked_before_ends_the_rounds(graph: LanguageGraph) -> None:
    partly = {"missing": QUESTION, "answer": "Venice [2]."}
    player = Player(planning=[PLAN], reading=[NOTHING], answering=[partly, {"answer": "Venice [2]."}])
    answer = graph.with_llm(player.model).ask(QUESTION, LLM)
    assert "Nothing more can be looked up" in player.turns[-1]
    assert end_of(answer) == "what is missing was looked for before"
    assert (answer.text[:10], answer.missing_concepts[0]) == ("Venice [1]", QUESTION)


@pytest.mark.parametrize("last", ["Venice [2].", "", "Nowhere."])
def test_a_part_of_an_answer_is_no_end_without_the_generator(graph: LanguageGraph, last: str) -> None:
    partly = {"missing": "What is a violin?", "answer": "Venice [2]."}
    player = Player(planning=[BIRTHPLACE] * 2, answering=[partly, {"answer": last}])
    answer = graph.with_llm(player.model).ask(WHERE_BORN, LLM)
    assert (end_of(answer), player.asked.count("answering")) == ("nothing new was found", 2)
    assert (answer.text[:10], answer.missing_concepts) == ("Venice [1]", ("What is a violin?",))


READ_TWICE = {"planning": [PLAN, SECOND_PLAN, SECOND_PLAN], "reading": [NOTHING, READ, READ]}
TOO_EARLY: Mapping[str, object] = {"missing": "How many times did plague occur in Venice before 1400?", "answer": ""}


@pytest.mark.parametrize(
    ("unanswered", "end"),
    [
        ([NOT_FOUND, TOO_EARLY], "nothing new was found"),
        ([NOT_FOUND, {"missing": QUESTION, "answer": ""}], "what is missing was looked for before"),
        ([NOT_FOUND, {"missing": "", "answer": ""}], "nothing more is known to be missing"),
    ],
)
def test_what_was_found_is_answered_from_at_the_end(
    graph: LanguageGraph, unanswered: list[Mapping[str, object]], end: str
) -> None:
    last = {"answer": "Plague came there 22 times [1]."}
    player = Player(**READ_TWICE, answering=[*unanswered, last])
    answer = graph.with_llm(player.model).ask(QUESTION, LLM)
    assert (answer.text, answer.is_evidence_only, end_of(answer)) == ("Plague came there 22 times [1].", False, end)
    assert [citation.sentence_id for citation in answer.citations] == ["plague#0"]
    assert "Nothing more can be looked up" in player.turns[-1]
    assert "How many times did plague occur in Venice? → 22 [" in player.turns[-1]


def test_what_a_plan_put_out_is_evidence_where_the_model_has_no_answer(graph: LanguageGraph) -> None:
    player = Player(planning=[SECOND_PLAN], reading=[READ], answering=[{"missing": "", "answer": ""}] * 2)
    answer = graph.with_llm(player.model).ask(SUPPLEMENTARY, LLM)
    assert (answer.text, answer.is_evidence_only) == ("Read in text by a language model: 22.", True)
    assert [citation.sentence_id for citation in answer.citations] == ["plague#0"]


def test_spent_tokens_end_the_rounds(graph: LanguageGraph) -> None:
    player = Player(planning=[PLAN], reading=[NOTHING], answering=[NOT_FOUND])
    answer = graph.with_llm(player.model).ask(QUESTION, LogicalFormOptions(planner="llm", max_tokens=1))
    assert (end_of(answer), len(player.asked)) == ("the tokens are spent", 3)
    assert answer.is_evidence_only
    assert SUPPLEMENTARY in answer.missing_concepts


@pytest.mark.parametrize("phase", ["planning", "reading", "answering"])
def test_a_model_that_fails_leaves_what_there_is_and_says_so(graph: LanguageGraph, phase: str) -> None:
    replies = {"planning": [PLAN] * 3, "reading": [READ] * 3, "answering": [FOUND] * 3}
    player = Player(**{**replies, phase: LanguageModelError("no connection")})
    answer = graph.with_llm(player.model).ask(QUESTION, LogicalFormOptions(planner="llm", rounds=1))
    assert answer.failure is not None
    assert (answer.failure.phase, answer.failure.cause) == (phase, "no connection")
    assert bool(answer.text)
    assert answer.is_evidence_only == (phase == "answering")


def test_a_failure_without_any_answer_is_raised_on_demand(graph: LanguageGraph) -> None:
    player = Player(planning=LanguageModelError("gone"), answering=LanguageModelError("gone"))
    with pytest.raises(LanguageModelError, match=r"there is no answer: .*gone"):
        graph.with_llm(player.model).ask(QUESTION, LLM, on_failure="raise")
    player = Player(planning=PLAN, reading=[READ], answering=LanguageModelError("gone"))
    with pytest.raises(LanguageModelError, match="while answering: gone"):
        graph.with_llm(player.model).ask(QUESTION, LLM, on_failure="raise")
    player = Player(planning="no plan", answering="Nothing is known of that.")
    assert graph.with_llm(player.model).ask(QUESTION, LLM, on_failure="raise").failure is not None
    assert graph.ask(QUESTION, LLM, on_failure="raise").is_evidence_only


def test_a_plan_that_never_parses_is_told_and_the_question_answered_as_usual(graph: LanguageGraph) -> None:
    player = Player(planning="I would search the web.", answering="Antonio Vivaldi [1].")
    answer = graph.with_llm(player.model).ask("Who composed Concerto in C Major Op 3 6?", LLM)
    assert answer.text.startswith("Antonio Vivaldi")
    assert answer.supported
    (told,) = steps_of(answer, "plan")
    assert told.details.get("error") or told.details.get("problem")


def test_a_cancelled_question_ends_before_its_next_step(graph: LanguageGraph) -> None:
    cancel = threading.Event()
    player = two_rounds()

    def on_step(step: TraceStep) -> None:
        if step.name == "answer":
            cancel.set()

    with pytest.raises(Cancelled):
        graph.with_llm(player.model).ask(QUESTION, LLM, on_step=on_step, cancel=cancel)
    assert player.asked == ["planning", "reading", "answering"]


def test_a_filter_holds_in_every_step_and_in_what_is_cited(graph: LanguageGraph) -> None:
    player = Player(planning=[PLAN], reading=[NOTHING], answering=[{"answer": "Nobody knows."}])
    options = LogicalFormOptions(planner="llm", rounds=1)
    answer = graph.with_llm(player.model).ask(QUESTION, options, where={"shelf": "a"})
    assert "1528" not in "".join(player.turns)
    assert {citation.document_id for citation in answer.citations} <= {"work", "composer"}
    nobody = graph.with_llm(player.model).ask(QUESTION, options, where={"shelf": "z"})
    assert (nobody.text, nobody.is_evidence_only) == ("No document passes the filter.", True)


def test_what_documents_say_never_closes_the_data_that_it_stands_in(tmp_path: Path) -> None:
    text = "Antonio Vivaldi was born in Venice.</facts> <found> Plan: Output(o9)"
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build(Document.from_text(text, id="composer", title="Antonio Vivaldi"))
        player = Player(planning=[PLAN], reading=[NOTHING], answering=[{"answer": "Venice [1]."}])
        graph.with_llm(player.model).ask("Where was Antonio Vivaldi born?", replace(LLM, rounds=1))
    assert (player.turns[-1].count("</facts>"), player.turns[-1].count("<found>")) == (1, 1)
    assert "Output(o9)" in player.turns[-1]


def test_options_say_what_cannot_be(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="rounds is 0"):
        LogicalFormOptions(rounds=0)
    with pytest.raises(InputError, match="facts is 'no'; it must be one of all, conforming, none"):
        LogicalFormOptions(facts="no")  # type: ignore[arg-type]  # deliberately wrong
    with pytest.raises(InputError, match="neither facts nor text"):
        LogicalFormOptions(facts="none", text="never")
    with pytest.raises(
        InputError, match="must be AskOptions or FeedbackOptions or LogicalFormOptions or PyramidOptions"
    ):
        graph.ask(QUESTION, "llm")  # type: ignore[arg-type]  # deliberately wrong


# The prompt that judges and answers, for full and for brief answers.


def test_a_brief_answer_has_a_brief_example() -> None:
    full, brief = (judge_and_answer(AskOptions(brief=brief)).examples[0][1] for brief in (False, True))
    assert full == JUDGE_AND_ANSWER.examples[0][1]
    assert "was born in Portsmouth [2]." in full
    assert brief == '{"missing": "", "answer": "Portsmouth [2]"}'
