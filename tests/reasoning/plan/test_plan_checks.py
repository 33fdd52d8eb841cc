"""Plans that cannot work are refused before anything is executed, whoever made them."""

import pytest

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    BinaryOperation,
    Constant,
    Constraint,
    Count,
    Deduce,
    Math,
    Negation,
    Number,
    Output,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
    used_variables,
)

FOUND = "Retrieval(s=s1:Film[Laura], p=p1:actor, o=o1:Person)\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        (FOUND + "Output(o9)", 2, 8, "step 2: nothing is called o9 before this step; known are s1, p1, o1"),
        (FOUND + "Output(Laura)", 2, 8, "nothing is called Laura"),
        (FOUND + "Math(1 +\n o7)", 3, 2, "nothing is called o7"),
        (FOUND + "Deduce(left=o1, right=o8, op=equal)", 2, 23, "nothing is called o8"),
        (FOUND + "Retrieval(s=s2:Film, p=p2:b, o=o2, s.star=o5)", 2, 43, "nothing is called o5"),
        (FOUND + "Retrieval(s=s2:Film, p=p2:b, o=o2, s.star=o2)", 2, 32, "o2 is used in the step that finds it"),
        ("Output(o1)\n" + FOUND, 1, 8, "o1 is used before step 2 finds it; put that step first"),
        ("m1 = Math(m1 + 1)", 1, 11, "m1 is used in the step that finds it"),
        (FOUND + "o1 = Count(s1)", 2, 1, "o1 is already a name in step 1"),
        ("m = Math(1)\nm = Math(2)", 2, 1, "m is already a name in step 1"),
        (FOUND + "Retrieval(s=s1:Novel, p=p2:b, o=o2)", 2, 13, "s1 was given another type or name in step 1"),
        (FOUND + "Retrieval(s=s1[Gilda], p=p2:b, o=o2)", 2, 13, "s1 was given another type or name in step 1"),
        (FOUND + "Retrieval(s=s1, p=p1:author, o=o2)", 2, 19, "p1 was given another type or name in step 1"),
        (
            FOUND + "Retrieval(s=p1, p=p2:b, o=o2)",
            2,
            13,
            "p1 is a predicate in step 1; it cannot be a subject or object",
        ),
        ("Retrieval(s=s1[A], p=p1:b, o=s1)", 1, 13, "s1 is used twice"),
        ("Retrieval(s=Gilda, p=p1:b, o=o1)", 1, 13, "Gilda looks like a name; write s1[Gilda]"),
    ],
)
def test_steps_that_do_not_work_together_are_refused(text, line, column, problem) -> None:
    with pytest.raises(PlanError) as error:
        LogicalPlan.parse(text)
    assert problem in str(error.value)
    assert (error.value.line, error.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        FOUND + "Retrieval(s=s1:Film[Laura], p=p1:actor, o=o2:Person)",
        "m = Math(1)\nRetrieval(s=m, p=p1:b, o=o1)",
        "Retrieval(s=film, p=p1, o=director)\nRetrieval(s=director, p=p1, o=place)\nOutput(place)",
    ],
)
def test_variables_may_be_used_again(text) -> None:
    assert str(LogicalPlan.parse(text))


FILM = Retrieval(Term("s1", ("Film",)), PredicateTerm("p1", ("actor",)), Term("o1"))


def nested(depth):
    expression = Number("1")
    for _ in range(depth):
        expression = Negation(expression)
    return expression


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ((), "at least one step"),
        ((PlanStep(Output(())),), "at least one variable"),
        ((PlanStep(Output((Variable("o1"),))),), "step 1: nothing is called o1"),
        ((PlanStep(FILM), PlanStep(Sort(Variable("o1"), limit=0))), "step 2: limit is 0"),
        ((PlanStep(FILM), PlanStep(Sort(Variable("o1"), limit=True))), "limit is True"),
        ((PlanStep(FILM), PlanStep(Sort(Variable("o1"), direction="up"))), "direction is 'up'"),
        ((PlanStep(Deduce(Constant("a"), Constant("b"), "like")),), "op is 'like'"),
        ((PlanStep(FILM, result="m"),), "Retrieval has no result"),
        ((PlanStep(Math(Number("1")), result="a b"),), "'a b' is not a variable"),
        ((PlanStep(Math(Number("1e9"))),), "'1e9' is not a number"),
        ((PlanStep(Math(nested(100_000))),), "more than 200 parts"),
        ((PlanStep(Retrieval(Term(""), PredicateTerm("p1"), Term("o1"))),), "'' is not a variable"),
        ((PlanStep(Retrieval(Term("s1"), PredicateTerm(), Term("o1"))),), "neither variable nor name"),
        ((PlanStep(Retrieval(Term("s1"), PredicateTerm("actor"), Term("o1"))),), "looks like a predicate"),
        ((PlanStep(Retrieval(Term("s1", names=(" ",)), PredicateTerm("p1"), Term("o1"))),), "is empty"),
        ((PlanStep(Count(Property("o 1", "age"))),), "'o 1' is not a variable"),
        ((PlanStep(FILM),) * 101, "101 steps"),
        ((PlanStep(FILM, question="?" * 100_001),), "more than 100,000 characters"),
    ],
)
def test_plans_made_by_programs_are_checked_too(steps, problem) -> None:
    with pytest.raises(PlanError) as error:
        LogicalPlan(steps)
    assert problem in str(error.value)


def test_the_variables_that_an_action_needs() -> None:
    constraint = Constraint("s", "star", "=", Variable("o1"))
    assert used_variables(Retrieval(Term("s2"), PredicateTerm("p1"), Term("o2"), (constraint,))) == ("o1",)
    assert used_variables(Sort(Property("s1", "age"), Count(Variable("o1")))) == ("s1", "o1")
    assert used_variables(Math(BinaryOperation("+", Variable("m1"), Negation(Property("m2", "age"))))) == ("m1", "m2")
    assert used_variables(Deduce(Variable("o1"), Constant("o2"), "equal")) == ("o1",)
    assert used_variables(Output((Variable("o1"), Property("o1", "age")))) == ("o1",)
