"""Plans from questions and the subjects and predicates of their evidence."""

import pytest

from lgm_core.evaluation.datasets import Question
from lgm_core.evaluation.reasoning.oracle_plans import oracle_plan

Triples = list[tuple[str, str, str]]

BORN: Triples = [("First Love", "date of birth", "1901"), ("Bo Last", "date of birth", "1902")]
DIED: Triples = [("Ann Alba", "date of death", "1971"), ("Bo Last", "date of death", "1972")]
LIVED: Triples = [
    *((name, "date of birth", "1901") for name in ("Ann Alba", "Bo Last")),
    *((name, "date of death", "1971") for name in ("Ann Alba", "Bo Last")),
]
FILMS: Triples = [
    ("Dawn (film)", "director", "Ann Alba"),
    ("Dusk", "director", "Bo Last"),
    ("Ann Alba", "date of birth", "1901"),
    ("Bo Last", "date of birth", "1902"),
]


def plan_of(question: str, triples: Triples) -> str:
    """Return the plan as a text, or an empty one."""
    return str(oracle_plan(Question("q", question, ("p",), evidence_triples=tuple(triples))) or "")


@pytest.mark.parametrize(
    ("question", "triples", "direction"),
    [
        ("Who was born first, First Love or Bo Last?", BORN, "min"),
        ("Who was born later, First Love or Bo Last?", BORN, "max"),
        ("Who is older, First Love or Bo Last?", BORN, "min"),
        ("Who is younger, First Love or Bo Last?", BORN, "max"),
        ("Who died earlier, Ann Alba or Bo Last?", DIED, "min"),
        ("Who died first out of Ann Alba and Bo Last?", DIED, "min"),
        ("Who lived longer, Ann Alba or Bo Last?", LIVED, "max"),
        ("Which film has the director who is older than the other, Dawn (Film) or Dusk?", FILMS, "min"),
        ("Which film whose director is younger, Dawn (Film) or Dusk?", FILMS, "max"),
        (
            "Which film came out more recently, Dawn or Dusk?",
            [("Dawn", "publication date", "1931"), ("Dusk", "publication date", "1932")],
            "max",
        ),
        (
            "Which magazine was established first, Dawn or Dusk?",
            [("Dawn", "inception", "1931"), ("Dusk", "start time", "1932")],
            "min",
        ),
    ],
)
def test_a_comparison_sorts_in_the_direction_that_its_words_say(
    question: str, triples: Triples, direction: str
) -> None:
    assert f"direction={direction}, limit=1" in plan_of(question, triples)


def test_a_life_is_as_long_as_from_birth_to_death() -> None:
    plan = plan_of("Who lived longer, Ann Alba or Bo Last?", LIVED)
    assert "Math(o9-o8)" in plan.replace(" ", "")
    assert "orderby=m1" in plan


def test_more_directors_are_counted() -> None:
    triples = [("Dawn", "director", "Ann"), ("Dawn", "director", "Bo"), ("Dusk", "director", "Cy")]
    assert "orderby=Count(o1), direction=max" in plan_of("Which film has more directors, Dawn or Dusk?", triples)


@pytest.mark.parametrize(
    ("question", "operator"),
    [
        ("Are Dawn (Film) and Dusk from the same country?", "equal"),
        ("Do both films Dawn (Film) and Dusk have directors that share the same nationality?", "equal"),
        ("Was the director of Dawn (Film) born before that of Dusk?", "less"),
    ],
)
def test_a_question_for_yes_or_no_compares_both_ends(question: str, operator: str) -> None:
    assert f"Deduce(left=o2, right=o4, op={operator})" in plan_of(question, FILMS)


def test_a_chain_is_followed_to_its_end_even_where_its_names_differ() -> None:
    triples = [("James Alba", "father", "Thomas Alba, 1st Earl"), ("Thomas Alba", "place of death", "York")]
    plan = plan_of("Where did James Alba (Bishop)'s father die?", triples)
    assert 's=s1["James Alba (Bishop)"]' in plan
    assert "Retrieval(s=o1, p=p2:place of death, o=o2)" in plan
    assert plan.endswith("Output(o2)")
    triples[1] = ("T. of York", "place of death", "York")
    assert "Retrieval(s=o1, p=p2:place of death, o=o2)" in plan_of("Where did James Alba's father die?", triples)


def test_the_answer_is_never_looked_at() -> None:
    triples = (("Ann Alba", "place of death", "York"),)
    asked = Question("q", "Where did Ann Alba die?", ("p",), answers=("York",), evidence_triples=triples)
    assert oracle_plan(asked) == oracle_plan(Question("q", asked.text, ("p",), evidence_triples=asked.evidence_triples))
    assert "York" not in str(oracle_plan(asked))
