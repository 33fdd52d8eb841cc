"""Rewards of answers and plans by what a graph knows."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError
from lgm_core.model import Answer
from lgm_core.plans import plan_reward
from lgm_core.reports import AnswerReward
from tests.reasoning.solving.graphs import BIRTHPLACE, DOCUMENTS, PLAN, TRIPLES

QUESTION = "Where was the composer of Concerto in C Major Op 3 6 born?"
COMPOSED = "Concerto in C Major Op 3 6 was composed by Antonio Vivaldi."
BORN = "Antonio Vivaldi was born in Venice."
SAILOR = Document.from_text("Tom Reed was born in Leeds.", id="reed", title="Tom Reed")
SAILED = {"id": "reed", "triples": [["Tom Reed", "born in", "Leeds"]]}
HARBOUR = Document.from_text(
    "No Harbour (film) is a 2015 film. No Harbour was made by Harbour Pictures. Mestre Airport serves Mestre.",
    id="harbour",
)
MADE = {
    "id": "harbour",
    "triples": [
        ["No Harbour", "is film", "2015"],
        ["No Harbour", "made by", "Harbour Pictures"],
        ["Mestre Airport", "serves", "Mestre"],
    ],
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("reward") / "music.lgm", annotator="lite") as graph:
        graph.build([*DOCUMENTS, SAILOR, HARBOUR])
        graph.import_facts([*TRIPLES, SAILED, MADE])
        yield graph


def test_a_true_answer_tells_the_facts_and_entities_in_it(graph: LanguageGraph) -> None:
    found = graph.reward(f"{COMPOSED} {BORN}", QUESTION)
    assert found.facts == ("Concerto in C Major Op 3 6 composed by Antonio Vivaldi", "Antonio Vivaldi born in Venice")
    assert {"Antonio Vivaldi", "Venice"} <= set(found.entities)
    assert (found.unsupported, found.contradicted, found.beside) == ((), (), ())


@pytest.mark.parametrize(
    "worse",
    [
        f"{COMPOSED} Antonio Vivaldi was born in Leeds.",
        f"{COMPOSED} Antonio Vivaldi was buried in Venice.",
        f"{COMPOSED} Antonio Vivaldi was not born in Venice.",
        f"{COMPOSED} {BORN} Tom Reed was born in Leeds.",
        f"{COMPOSED} {BORN} He disliked the sea.",
        BORN,
        "The sea is blue.",
    ],
)
def test_what_is_false_beside_the_question_or_left_out_is_rewarded_less(graph: LanguageGraph, worse: str) -> None:
    assert graph.reward(worse, QUESTION).normed < graph.reward(f"{COMPOSED} {BORN}", QUESTION).normed


def test_statements_are_listed_by_what_is_wrong_with_them(graph: LanguageGraph) -> None:
    found = graph.reward(
        f"{COMPOSED} Antonio Vivaldi was born in Leeds. Antonio Vivaldi owned a barge. Tom Reed was born in Leeds.",
        QUESTION,
    )
    assert found.contradicted == ("Antonio Vivaldi was born in Leeds.",)
    assert found.unsupported == ("Antonio Vivaldi owned a barge.",)
    without = graph.reward(f"{COMPOSED} Tom Reed was born in Leeds.", QUESTION)
    assert without.beside == ("Tom Reed was born in Leeds.",)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("No Harbour was published in 2015.", True),  # a copula with a date says when a film appeared
        ("No Harbour was born in 2015.", False),
        ("No Harbour was made by Harbour Pictures.", True),  # the ends share a word; a title is no denial
        ("No Harbour (film) was made by Harbour Pictures.", True),
        ("No Harbour was not made by Harbour Pictures.", False),
        ("Harbour Pictures was made.", False),
        ("Mestre Airport serves Mestre.", True),
    ],
)
def test_a_fact_is_found_by_the_meaning_of_its_predicate(graph: LanguageGraph, answer: str, found: bool) -> None:
    assert bool(graph.reward(answer).facts) == found


def test_facts_that_lack_a_name_of_the_statement_bear_a_part_of_it_out(graph: LanguageGraph) -> None:
    whole = graph.reward("No Harbour was made by Harbour Pictures.")
    part = graph.reward("No Harbour was made by Harbour Pictures and Tom Reed.")
    assert part.facts == whole.facts
    assert 0 < part.normed < whole.normed


def test_a_kind_of_thing_in_the_question_leads_on_where_a_step_is_missing(graph: LanguageGraph) -> None:
    question = "What is the airport in the city of the composer of Concerto in C Major Op 3 6?"
    flown = graph.reward(f"{COMPOSED} Mestre Airport serves Mestre.", question)
    assert flown.beside == ()
    assert flown.normed > graph.reward(COMPOSED, question).normed
    strange = graph.reward(f"{COMPOSED} Tom Reed was born in Leeds.", question)
    assert strange.beside == ("Tom Reed was born in Leeds.",)
    assert strange.normed < graph.reward(COMPOSED, question).normed


def test_saying_it_three_times_gains_nothing(graph: LanguageGraph) -> None:
    for answer in (COMPOSED, f"- {BORN}\n- {COMPOSED}", 'He wrote "Concerto in C Major Op 3 6 for Henry I.'):
        assert graph.reward(f"{answer}\n" * 3, QUESTION) == graph.reward(answer, QUESTION)


def test_a_pronoun_is_read_with_the_statement_before_and_a_brief_answer_with_its_question(graph: LanguageGraph) -> None:
    assert "Antonio Vivaldi born in Venice" in graph.reward("Antonio Vivaldi wrote it. He was born in Venice.").facts
    assert graph.reward("Venice", "Where was Antonio Vivaldi born?").facts == ("Antonio Vivaldi born in Venice",)


@pytest.mark.parametrize("empty", ["", " \n", "…", Answer(QUESTION, "")])
def test_an_empty_answer_has_the_lowest_reward(graph: LanguageGraph, empty: str | Answer) -> None:
    lowest = graph.reward(empty, QUESTION)
    wrong = graph.reward("Tom Reed owned a barge.", QUESTION)
    assert lowest.normed == 0 <= wrong.normed
    assert lowest.formula < wrong.formula
    assert json.dumps(lowest.formula) != "-Infinity"


def test_an_answer_brings_its_question(graph: LanguageGraph) -> None:
    assert graph.reward(Answer(QUESTION, f"{BORN} [1]")) == graph.reward(BORN, QUESTION)


def test_another_language_is_an_error_that_says_so(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match=r"another language \(de\) than the graph \(en\)"):
        graph.reward("Antonio Vivaldi ist in Venedig geboren und hat dort auch das Konzert geschrieben.")


def test_a_graph_without_facts_says_which_step_to_run(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "bare.lgm", annotator="lite") as bare:
        bare.build([SAILOR])
        with pytest.raises(InputError, match="build it with facts='open'"):
            bare.reward(BORN)


def test_nothing_is_known_behind_a_filter(graph: LanguageGraph) -> None:
    assert graph.reward(BORN, where={"shelf": "a"}).facts
    with pytest.raises(InputError, match="no facts"):
        graph.reward(BORN, where={"shelf": "b"})


def test_of_several_answers_the_best_and_the_worst_make_a_pair(graph: LanguageGraph) -> None:
    rows = [
        {"question": QUESTION, "answers": [BORN, f"{COMPOSED} {BORN}", "Antonio Vivaldi was born in Leeds."]},
        {"question": QUESTION, "answers": [BORN, BORN]},
    ]
    (pair,) = graph.preference_pairs(rows)
    assert pair["prompt"] == [{"role": "user", "content": QUESTION}]
    assert pair["chosen"][0]["content"] == f"{COMPOSED} {BORN}"
    assert pair["rejected"][0]["content"] == "Antonio Vivaldi was born in Leeds."
    assert pair["rewards"][0] - pair["rewards"][1] > 0.1
    assert list(graph.preference_pairs(rows, margin=9)) == []
    for bad in ({}, {"question": QUESTION}, {"question": QUESTION, "answers": "Venice"}):
        with pytest.raises(InputError, match="a row needs `question`"):
            list(graph.preference_pairs([bad]))
    with pytest.raises(InputError, match="margin"):
        list(graph.preference_pairs(rows, margin=-1))


@pytest.mark.parametrize(
    ("plan", "answers", "worth"),
    [
        ("Retrieve it, please", (), 0.0),
        (BIRTHPLACE, (), 1.0),
        (BIRTHPLACE, ("venice",), 1.0),
        (BIRTHPLACE, ("Leeds",), 0.6),
    ],
)
def test_a_plan_is_worth_whether_it_parses_executes_and_answers(
    graph: LanguageGraph, plan: str, answers: tuple[str, ...], worth: float
) -> None:
    assert plan_reward(plan, graph.solve, answers) == worth


def test_a_plan_that_rests_on_text_is_worth_less(graph: LanguageGraph) -> None:
    assert 0 < plan_reward(PLAN, graph.solve) < 1


def test_a_reward_is_shown_in_lines(graph: LanguageGraph) -> None:
    assert isinstance(found := graph.reward(BORN), AnswerReward)
    assert str(found).splitlines()[:2] == [
        f"normed {found.normed:.3f}, by the formula {found.formula:.3f}",
        "facts: Antonio Vivaldi born in Venice",
    ]
