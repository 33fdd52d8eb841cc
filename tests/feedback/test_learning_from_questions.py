"""Many questions in rounds: what is reported, what is kept, and that all of it can be taken back."""

import asyncio
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import AskOptions, FactOptions, FeedbackOptions, InputError, LanguageGraph, LanguageModelError
from lgm_core.errors import LanguageModelSetupError
from lgm_core.model import TraceStep
from lgm_core.reports import AskedQuestion
from tests.feedback.graphs import DEATH, PERFORMER, QUESTION, Player, small_graph
from tests.support.papers import export_of

BRIEF = FeedbackOptions(ask=AskOptions(brief=True))
OTHER = "Who is the singer of Hello Love?"


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with small_graph(tmp_path / "test.lgm") as graph:
        yield graph


def test_the_report_tells_of_each_round(graph: LanguageGraph) -> None:
    steps: list[TraceStep] = []
    asked = [AskedQuestion(QUESTION, ("Tennessee",))]
    report = graph.with_llm(Player().model).learn_from_questions(asked, BRIEF, on_step=steps.append)
    rows = [(row.number, row.facts, row.sub_questions, row.open, row.exact_match, row.f1) for row in report.rounds]
    assert rows == [(0, 0, 0, 1, 0, 0), (1, 1, 1, 1, 0, 0), (2, 2, 2, 1, 1, 1), (3, 2, 2, 0, 1, 1)]
    assert [row.calls for row in report.rounds] == [1, 4, 7, 8]
    assert sum(step.name == "feedback round" for step in steps) == 4
    assert report.ends == {"nothing is missing": 1}
    assert "EM" in str(report)
    assert "1.000" in str(report)


def test_without_known_answers_nothing_is_scored(graph: LanguageGraph) -> None:
    report = graph.with_llm(Player().model).learn_from_questions(QUESTION, BRIEF)
    assert {row.exact_match for row in report.rounds} == {None}


def test_questions_share_what_they_find(graph: LanguageGraph) -> None:
    report = graph.with_llm(Player().model).learn_from_questions([QUESTION, OTHER], BRIEF)
    assert report.rounds[-1].facts == 2
    assert [record.id for record in graph.additions()] == list(report.additions)
    again = graph.with_llm(Player().model).learn_from_questions([QUESTION, OTHER], BRIEF)
    assert (again.rounds[-1].sub_questions, again.rounds[-1].extractions, again.additions) == (0, 0, ())


def test_sync_and_async_learn_the_same(tmp_path: Path) -> None:
    reports = []
    for name in ("sync", "async"):
        with small_graph(tmp_path / f"{name}.lgm") as graph:
            kept = graph.with_llm(Player().model)
            reports.append(
                kept.learn_from_questions([QUESTION], BRIEF)
                if name == "sync"
                else asyncio.run(kept.alearn_from_questions([QUESTION], BRIEF))
            )
    assert reports[0].rounds == reports[1].rounds
    texts = [repr(report.answers).replace(report.additions[0], "ADDITION") for report in reports]  # its name is random
    assert texts[0] == texts[1]


def test_all_that_was_added_can_be_taken_back(graph: LanguageGraph, tmp_path: Path) -> None:
    before = export_of(graph, tmp_path / "before")
    report = graph.with_llm(Player().model).learn_from_questions([QUESTION, OTHER], BRIEF)
    assert export_of(graph, tmp_path / "enriched") != before
    assert graph.undo(report.additions) == len(report.additions)
    assert export_of(graph, tmp_path / "after") == before


def test_a_concept_that_only_feedback_added_is_found_by_questions(graph: LanguageGraph) -> None:
    graph.with_llm(Player([DEATH]).model).learn_from_questions([QUESTION], BRIEF)
    player = Player([])
    answer = graph.with_llm(player.model).ask("Where did Hank Snow die?", FeedbackOptions(max_rounds=0))
    assert answer.text == "Tennessee [1]."


def test_an_unknown_addition_is_refused_and_known_ones_named(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="there is no addition feedback-1; nothing was added to this graph"):
        graph.undo("feedback-1")
    (known,) = graph.with_llm(Player().model).learn_from_questions([QUESTION], BRIEF).additions
    with pytest.raises(InputError, match=f"there is no addition import-7; there are: {known}"):
        graph.undo([known, "import-7"])
    assert len(graph.additions()) == 1


def test_a_question_that_the_model_fails_at_counts_as_wrong_and_costs_no_other(graph: LanguageGraph) -> None:
    player = Player()
    reply = player.reply

    def failing(messages):  # type: ignore[no-untyped-def]
        return LanguageModelError("gone") if OTHER in messages[-1].content else reply(messages)

    from lgm_core.llm.scripted import ScriptedChatModel

    asked = [AskedQuestion(OTHER, ("Hank Snow",)), AskedQuestion(QUESTION, ("Tennessee",))]
    report = graph.with_llm(ScriptedChatModel(failing)).learn_from_questions(asked, BRIEF)
    assert report.failed == 1
    assert report.rounds[-1].exact_match == 0.5
    assert report.answers[1].text == "Tennessee"


def test_records_of_additions_take_them_back_and_what_is_none_is_refused(graph: LanguageGraph) -> None:
    graph.with_llm(Player().model).learn_from_questions([QUESTION], BRIEF)
    (record,) = graph.additions()
    for wrong in (None, [3], {"id": record.id}, [record, None]):
        with pytest.raises(InputError, match="addition"):
            graph.undo(wrong)  # type: ignore[arg-type]
    assert graph.undo([record, record.id]) == 1
    graph.with_llm(Player().model).learn_from_questions([QUESTION], BRIEF)
    assert graph.undo(graph.additions()[0]) == 1


@pytest.mark.parametrize("wrong", [[{"question": QUESTION}], {"question": QUESTION}, None, 5])
def test_what_is_no_question_is_refused(graph: LanguageGraph, wrong: object) -> None:
    with pytest.raises(InputError, match="question"):
        graph.with_llm(Player().model).learn_from_questions(wrong)  # type: ignore[arg-type]


def test_nothing_to_learn_from_is_an_error(graph: LanguageGraph) -> None:
    with pytest.raises(LanguageModelSetupError, match="needs a language model"):
        graph.learn_from_questions([QUESTION])
    with pytest.raises(InputError, match="there are no questions"):
        graph.with_llm(Player().model).learn_from_questions([])
    with pytest.raises(InputError):
        graph.with_llm(Player().model).learn_from_questions([QUESTION, " "])


def learn(place: Path, question: str, steps: list[str]) -> None:
    with LanguageGraph(place, llm=Player(steps).model) as graph:
        graph.learn_from_questions([question], BRIEF)


@pytest.mark.thorough
def test_two_processes_that_enrich_one_graph_lose_nothing(graph: LanguageGraph, tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    place = tmp_path / "test.lgm"
    wanted = [(QUESTION, [PERFORMER]), ("Where did the singer Hank Snow die?", [DEATH])]
    processes = [spawn.Process(target=learn, args=(place, question, steps)) for question, steps in wanted]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert {record.label for record in graph.additions()} == {question for question, _ in wanted}
    assert graph.statistics().facts == 2


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed")
def test_after_kills_in_the_middle_of_it_all_can_be_taken_back(graph: LanguageGraph, tmp_path: Path) -> None:
    before = export_of(graph, tmp_path / "before")
    fork = multiprocessing.get_context("fork")
    moments = random.Random(7)
    added = []
    for kill in range((int(os.environ.get("LGM_FULL", "0")) and 20) or 4):
        process = fork.Process(target=learn, args=(tmp_path / "test.lgm", QUESTION, [PERFORMER, DEATH]))
        process.start()
        while process.is_alive() and len(graph.store.facts()) < kill % 3:  # 0, 1 or 2 facts are added by then
            time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.02))
        process.kill()
        process.join()
        added.append(len(graph.store.facts()))
        graph.undo(graph.additions())
        assert export_of(graph, tmp_path / "after") == before
    assert {1, 2} & set(added)


# Settings of feedback that cannot work are refused, by name and value.


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_rounds": -1}, "max_rounds is -1; it must be a whole number of at least 0"),
        ({"width": 0}, "width is 0; it must be a whole number of at least 1"),
        ({"depth": 1.5}, "depth is 1.5"),
        ({"passages": True}, "passages is True"),
        ({"max_tokens": 0}, "max_tokens is 0"),
        ({"extraction": "open"}, "extraction is 'open'; it must be FactOptions"),
        ({"extraction": FactOptions("open")}, "read by a language model"),
        ({"prompts": "x"}, "prompts is 'x'; it must be FeedbackPrompts"),
        ({"context": "no"}, "context is 'no'; it must be True or False"),
        ({"scorer": "dice"}, "scorer is 'dice'"),
        ({"ask": {"brief": True}}, "it must be AskOptions"),
    ],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        FeedbackOptions(**settings)  # type: ignore[arg-type]


def test_nothing_is_kept_unless_it_is_asked_for() -> None:
    assert not FeedbackOptions().keep
