"""Sub-questions with names in the place of variables."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model.schema import predicate_words
from lgm_core.reasoning.execution.binding_tables import Binding, Row
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Constraint,
    Count,
    PlanStep,
    PredicateTerm,
    Retrieval,
    Sort,
    Term,
    Variable,
)
from lgm_core.reasoning.text.passage_ranking import (
    WeightedRanking,
    fused,
    passages_together,
    plan_passages,
    ranked_for_step,
)
from lgm_core.reasoning.text.sub_question import filled_question
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.reasoning.text.graphs import composers

VIVALDI = Row({"o1": Binding("antonio vivaldi", "Antonio Vivaldi"), "o11": Binding("venice", "Venice")})


def step(question: str = "", **changes: object) -> PlanStep:
    parts: dict[str, object] = {
        "subject": Term("o1"),
        "predicate": PredicateTerm("p2", ("birthplace",)),
        "object": Term("o2", ("City",)),
    }
    return PlanStep(Retrieval(**parts | changes), question)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "filled"),
    [
        ("Where was o1 born?", "Where was Antonio Vivaldi born?"),
        ("What is o1's birthplace?", "What is Antonio Vivaldi's birthplace?"),
        ("Did o1 ever leave o11?", "Did Antonio Vivaldi ever leave Venice?"),
        ("What is the birthplace of this composer?", "What is the birthplace of this composer (Antonio Vivaldi)?"),
        ("the birthplace of this composer", "the birthplace of this composer (Antonio Vivaldi)"),
        ("Where was antonio vivaldi born?", "Where was antonio vivaldi born?"),
        ("What of o2 and o1.name is to1 x?", "What of o2 and o1.name is to1 x (Antonio Vivaldi)?"),
    ],
)
def test_names_stand_for_variables(question: str, filled: str) -> None:
    assert filled_question(step(question), VIVALDI) == filled


def test_without_a_bound_variable_a_question_stays_as_it_is() -> None:
    assert filled_question(step("Where was this composer born?"), Row()) == "Where was this composer born?"


def test_names_are_not_read_as_variables_again() -> None:
    row = Row({"o1": Binding("o11", "o11"), "o11": Binding("venice", "Venice")})
    assert filled_question(step("Where is o1?"), row) == "Where is o11?"


def test_without_a_question_the_form_is_said_in_words() -> None:
    assert filled_question(step(), VIVALDI) == "Antonio Vivaldi birthplace city"
    played = step(
        subject=Term("s1", ("Player",), ("Cristiano Ronaldo",)),
        predicate=PredicateTerm("p1", ("PlayedFor",)),
        object=Term("o7", ("SportsTeam", "club")),
        constraints=(
            Constraint("p", "InYear", "=", Constant("2011")),
            Constraint("s", "home", "=", Variable("o11")),
            Constraint("s", "rank", "=", Variable("o99")),
        ),
    )
    assert filled_question(played, VIVALDI) == "Cristiano Ronaldo played for sports team, club in year 2011 home Venice"


def test_sections_are_asked_for_by_what_they_support() -> None:
    passport = step(subject=Term("s1", (), ("passport",)), predicate=PredicateTerm("p1", ("support_chunks",)))
    assert filled_question(passport, Row()) == "passport city"


def test_a_step_that_finds_nothing_has_no_question_of_its_own() -> None:
    assert filled_question(PlanStep(Count(Variable("o1"))), VIVALDI) == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("PlayedForInYear", "played for in year"),
        ("played_for-in year", "played for in year"),
        ("locatedInUSA", "located in USA"),
        ("ISBNNumber", "ISBN number"),
        ("Geburtsort", "geburtsort"),
    ],
)
def test_predicates_are_parted_into_words(name: str, words: str) -> None:
    assert predicate_words(name) == words


def test_the_question_of_an_order_keeps_its_variables() -> None:
    order = PlanStep(Sort(Variable("o1"), Variable("o11"), "min", 1), "Which of o1 has the least o11?")
    assert filled_question(order, VIVALDI) == "Which of o1 has the least o11?"


def test_a_type_that_the_predicate_says_is_said_once() -> None:
    born = step(predicate=PredicateTerm("p2", ("date of birth",)), object=Term("o2", ("Date",)))
    assert filled_question(born, VIVALDI) == "Antonio Vivaldi date of birth"


# Which passages a step reads, and which answer together.


def test_what_several_rankings_have_comes_first() -> None:
    rankings = [WeightedRanking("abc"), WeightedRanking("bcd")]
    assert fused(rankings)[0] == "b"
    assert fused([WeightedRanking("ab"), WeightedRanking("ba", 0.5)]) == ["a", "b"]
    assert fused([]) == []


def test_the_best_of_each_step_is_in() -> None:
    steps = [WeightedRanking("abcd"), WeightedRanking("xbcd"), WeightedRanking("")]
    assert passages_together(steps, "bcdef", 4) == ["a", "x", "b", "c"]


def test_unsure_steps_count_less_than_the_whole_question() -> None:
    together = passages_together([WeightedRanking("a")], "bc", 3, unsure=[WeightedRanking("xy")])
    assert together == ["a", "b", "c"]


def test_a_title_with_a_name_of_the_question_counts(tmp_path: Path) -> None:
    text = "The territory joined the union after a vote of its people."
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(
            [
                Document("o", text, "History of Ohio"),
                Document("m", text, "History of Maine"),
                Document("x", text, "Maps"),
            ]
        )
        view, ranker = GraphView(graph.store, question="x"), graph.ranker()
        assert ranked_for_step("When did Maine join the union?", ranker, view, 3)[0] == "m#s0"
        assert ranked_for_step("When did Ohio join the union?", ranker, view, 1) == ["o#s0"]


def retrieval(subject: str, found: str, *uses: str) -> PlanStep:
    constraints = tuple(Constraint("p", "with", "=", Variable(name)) for name in uses)
    constant = Constraint("p", "in", "=", Constant("1700"))
    return PlanStep(Retrieval(Term(subject), PredicateTerm("p"), Term(found), (*constraints, constant)))


def test_steps_that_rest_on_picked_names_are_unsure(tmp_path: Path) -> None:
    with composers(tmp_path) as graph:
        view, ranker = GraphView(graph.store, question="Vivaldi"), graph.ranker()
        first = StepResult(retrieval("s1", "o1"), "", "text", passages=("c#s0",))
        counted = StepResult(PlanStep(Count(Variable("o1")), result="n"), "", "computed")

        def chosen(*steps: StepResult) -> list[str]:
            return list(plan_passages("Antonio Vivaldi", steps, ranker, view, 2))

        alone = chosen()
        assert alone == [hit.id for hit in ranker.passages("Antonio Vivaldi", 2)]
        assert chosen(StepResult(retrieval("s2", "o2"), "", "text", passages=("b#s0",)))[0] == "b#s0"
        for second in (retrieval("o1", "o2"), retrieval("s2", "o2", "o1")):
            picked = StepResult(second, "", "text", passages=("b#s0",))
            assert chosen(first, counted, picked) == ["c#s0", "v#s0"]
        sure = StepResult(retrieval("s1", "o1"), "", "fact")
        assert chosen(sure, StepResult(retrieval("o1", "o2"), "", "text", passages=("b#s0",)))[0] == "b#s0"


def test_a_filter_holds(tmp_path: Path) -> None:
    with composers(tmp_path) as graph:
        view = GraphView(graph.store, where={"shelf": "closed"}, question="plague")
        assert ranked_for_step("Who was born in Venice?", graph.ranker(), view, 5) == ["p#s0"]
        assert plan_passages("Who was born in Venice?", [], graph.ranker(), view, 5) == ("p#s0",)
