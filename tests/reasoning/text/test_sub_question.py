"""Sub-questions with names in the place of variables."""

import pytest

from lgm_core.reasoning.execution.binding_tables import Binding, Row
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
from lgm_core.reasoning.text.sub_question import filled_question, predicate_words

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
