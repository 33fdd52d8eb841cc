"""Plans are read as people and language models write them."""

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
    Number,
    Output,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)

FOUND = "Retrieval(s=s1:Film[Laura], p=p1:actor, o=o1:Person)\n"
"""A first step, so that there are variables to speak of."""


def only_action(text):
    (step,) = LogicalPlan.parse(text).steps
    return step.action


def last_action(text):
    return LogicalPlan.parse(FOUND + text).steps[-1].action


def test_a_plan_of_numeric_steps() -> None:
    plan = LogicalPlan.parse(
        "Step1: Which clubs did Ada Berg play for in 2011 .\n"
        "Logical Form: Retrieval(s=s1:Player[Ada Berg], p=p1:playedFor, o=o1:SportsTeam, p.PlayedForInYear=2011)\n"
        "Step2: When was each founded?\n"
        "Logical Form: Retrieval(s=o1, p=p2:foundationYear, o=o2:Year)\n"
        "Step3: Which was founded last?\n"
        "Logical Form: Sort(set=o1, orderby=o2, direction=max, limit=1)\n"
    )
    assert [step.question for step in plan.steps] == [
        "Which clubs did Ada Berg play for in 2011 .",
        "When was each founded?",
        "Which was founded last?",
    ]
    assert [step.action for step in plan.steps] == [
        Retrieval(
            Term("s1", ("Player",), ("Ada Berg",)),
            PredicateTerm("p1", ("playedFor",)),
            Term("o1", ("SportsTeam",)),
            (Constraint("p", "PlayedForInYear", "=", Constant("2011")),),
        ),
        Retrieval(Term("o1"), PredicateTerm("p2", ("foundationYear",)), Term("o2", ("Year",))),
        Sort(Variable("o1"), Variable("o2"), "max", 1),
    ]
    assert [step.line for step in plan.steps] == [2, 4, 6]


def test_results_are_named_before_or_behind_an_action() -> None:
    plan = LogicalPlan.parse(
        "Step1: What is the sum?\nLogical Form: math1 = Math(30+6)\n"
        "Step2: Who founded it?\nLogical Form: Retrieval(s=s2:Company[Volta], p=p2:founder, o=o2)\n"
        "Step3: How many?\nLogical Form: Count(o2)->nums\n"
        "Step4: Together?\nLogical Form: math4 = Math(math1+nums)\n"
    )
    assert [step.result for step in plan.steps] == ["math1", "", "nums", "math4"]
    assert plan.steps[0].action == Math(BinaryOperation("+", Number("30"), Number("6")))
    assert plan.steps[1].action.object == Term("o2")
    assert plan.steps[2].action == Count(Variable("o2"))
    assert plan.steps[3].action == Math(BinaryOperation("+", Variable("math1"), Variable("nums")))


def test_alternatives_have_variables_of_their_own_and_a_repeated_predicate_is_no_mistake() -> None:
    plan = LogicalPlan.parse(
        "Step1: With pears.\nLogical Form: Retrieval(s=s1:Image, p=p2:contains, o=o1:Pears)\n"
        "Step2: With plums.\nAction2: Retrieval(s=s2:Image, p=p2:contains, o=o2:Plums)\n"
        "Step3: Output s1, s2.\nLogical Form: Output(s1, s2)\n"
    )
    assert plan.steps[2].action == Output((Variable("s1"), Variable("s2")))
    assert plan.steps[0].action.predicate == plan.steps[1].action.predicate


def test_what_both_must_fit_is_one_variable() -> None:
    plan = LogicalPlan.parse(
        "Retrieval(s=s1:Image, p=p2:contains, o=o1:Pears)\nRetrieval(s=s1, p=p2:contains, o=o2:Plums)\nOutput(s1)"
    )
    assert plan.steps[1].action.subject == Term("s1")


def test_sections_are_found_and_entail() -> None:
    plan = LogicalPlan.parse(
        "Step1: What must be shown?\n"
        "Logical Form: Retrieval(s=s1:Event[renew a licence], p=p1:support_chunks, o=o1:Chunk)\n"
        "Step2: The card too?\n"
        "Logical Form: Deduce(left=o1, right=the original identity card, op=entailment)\n"
    )
    assert plan.steps[1].action == Deduce(Variable("o1"), Constant("the original identity card"), "entailment")


def test_a_comma_in_a_bare_value_does_not_part() -> None:
    action = only_action(
        "Retrieval(s=s1:Event[apply], p=p1:date of birth, o=o1:Chunk, s.location=West Lake, Hangzhou, p.year>=2010)"
    )
    assert action.predicate == PredicateTerm("p1", ("date of birth",))
    assert action.constraints == (
        Constraint("s", "location", "=", Constant("West Lake, Hangzhou")),
        Constraint("p", "year", ">=", Constant("2010")),
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("s.year=2010", ("s", "year", "=")),
        ("p.year != 2010", ("p", "year", "!=")),
        ("o.year<2010", ("o", "year", "<")),
        ("o1.year > 2010", ("o", "year", ">")),
        ("s1.year<=2010", ("s", "year", "<=")),
        ("p1.year≥2010", ("p", "year", ">=")),
        ("s.year of issue=2010", ("s", "year of issue", "=")),
        ('s."a=b"=2010', ("s", "a=b", "=")),
    ],
)
def test_a_constraint_is_on_a_part_by_its_letter_or_its_variable(written, read) -> None:
    (constraint,) = only_action(f"Retrieval(s=s1[A], p=p1:b, o=o1, {written})").constraints
    assert (constraint.part, constraint.property, constraint.operator) == read
    assert constraint.value == Constant("2010")


def test_arguments_stand_in_any_order() -> None:
    in_order = only_action("Retrieval(s=s1:Film[A], p=p1:actor, o=o1:Person, o.age>30)")
    assert only_action("retrieval( o.age>30,\n  o=o1:Person, p=p1:actor,\n  s=s1:Film[A] )") == in_order


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("[Gilda]", ("Gilda",)),
        ("[ Gilda ]", ("Gilda",)),
        ('["Gilda"]', ("Gilda",)),
        ("['Gilda']", ("Gilda",)),
        ("[`Gilda`]", ("Gilda",)),
        ("[\"Gilda\" | `Laura`|'Rope']", ("Gilda", "Laura", "Rope")),
        ("[A|B]", ("A|B",)),
        ("[A [1] (b), c=d]", ("A [1] (b), c=d",)),
        ("['Tis Pity]", ("'Tis Pity",)),
        ("['Tis Pity She's One]", ("'Tis Pity She's One",)),
        ('["Heroes" (album)]', ('"Heroes" (album)',)),
        ('[The "Best" Man]', ('The "Best" Man',)),
        (r'["say \"so\" \\ now]"]', (r'say "so" \ now]',)),
        (r'["C:\dir"]', (r"C:\dir",)),
        ('["two\nlines"]', ("two\nlines",)),
    ],
)
def test_names_are_bare_or_in_quotes(written, names) -> None:
    action = only_action(f"Retrieval(s=s1:Work{written}, p=p1:b, o=o1)")
    assert action.subject == Term("s1", ("Work",), names)


def test_types_are_parted_by_bars() -> None:
    action = only_action('Retrieval(s=s1:City|small town | "a|b", p=p1:b, o=o1:[Oslo])')
    assert action.subject.types == ("City", "small town", "a|b")
    assert action.object == Term("o1", (), ("Oslo",))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("p1:director", PredicateTerm("p1", ("director",))),
        ("p1", PredicateTerm("p1")),
        ("director", PredicateTerm("", ("director",))),
        ("place of birth", PredicateTerm("", ("place of birth",))),
        ('p1:"director" | "film-maker"', PredicateTerm("p1", ("director", "film-maker"))),
        ("p1:starred (as lead)", PredicateTerm("p1", ("starred (as lead)",))),
    ],
)
def test_predicates_have_variable_and_names_or_either(written, read) -> None:
    assert only_action(f"Retrieval(s=s1[A], p={written}, o=o1)").predicate == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Sort(o1)", Sort(Variable("o1"))),
        ("Sort(o1.age, direction=MIN, limit=2)", Sort(Property("o1", "age"), None, "min", 2)),
        (
            "sort(limit=3, direction=max, orderby=Count(s1), set=o1)",
            Sort(Variable("o1"), Count(Variable("s1")), "max", 3),
        ),
        ("Sort(A=o1, direction=descending, limit='2')", Sort(Variable("o1"), None, "max", 2)),
        ("Sort(s, orderby=p1.year, direction=Asc)", Sort(Variable("s1"), Property("p1", "year"), "min")),
        ("Sort(set=o1, orderby=o.date of birth)", Sort(Variable("o1"), Property("o1", "date of birth"))),
        ("Deduce(op=GREATER, right=2011, left=o1.age)", Deduce(Property("o1", "age"), Constant("2011"), "greater")),
        ('Deduce(left="o1", right=s1, op=equal)', Deduce(Constant("o1"), Variable("s1"), "equal")),
        (
            "Deduce(left=S. N. Rao, right=St.Gallen, op=equal)",
            Deduce(Constant("S. N. Rao"), Constant("St.Gallen"), "equal"),
        ),
        ('Output(o1.age, "Rome", 3)', Output((Property("o1", "age"), Constant("Rome"), Constant("3")))),
        ("Count(o1)", Count(Variable("o1"))),
    ],
)
def test_other_actions(written, read) -> None:
    assert last_action(written) == read


def test_a_bound_variable_constrains_and_in_quotes_it_is_a_name() -> None:
    action = last_action('Retrieval(s=s2:Film, p=p2:b, o=o2, s.star=o1, o.title="o1", o.year=MMXI)')
    assert [constraint.value for constraint in action.constraints] == [
        Variable("o1"),
        Constant("o1"),
        Constant("MMXI"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Step 1: Who?\nLogical Form: {}",
        "Step1: Who?\nAction1: {}",
        "step 1. Who?\n\n  Action: {}  \n",
        "STEP 1: Who?\n{}",
        "**Step 1:** Who?\n{}",
        "- Step 1: Who?\n  logical form: {}",
        "Step 1: Who? Logical Form: {}",
        'Step 1: "Who?"\nAction: {}',
        "```text\nStep 1: Who?\r\nLogical Form: {}\r\n```",
        "**Step 1:** Who?\n**Logical Form:** `{}`",
        "Step 1: Who?\n`{}`.",
        "Step 1: Who?\n{};",
        "**Step1**: Who?\n**Logical Form**: {}",
        "### Step 1 - Who?\n{}",
        "Sub-question 1: Who?\n{}",
        "Q1. Who?\nAction1: {}",
        "1. Who?\n   {}",
    ],
)
def test_steps_with_questions_are_written_in_many_ways(text) -> None:
    (step,) = LogicalPlan.parse(text.format("Retrieval(s=s1[A], p=p1:b, o=o1)")).steps
    assert step.question == "Who?"
    assert step.action.subject.names == ("A",)


@pytest.mark.parametrize("text", ["{}", "Step 1: {}", "1. {}", "* {}", "\n\n```\n{}\n```\n", "```{}```", "Action: {}"])
def test_a_step_needs_no_question(text) -> None:
    (step,) = LogicalPlan.parse(text.format("Retrieval(s=s1[A], p=p1:b, o=o1)")).steps
    assert step.question == ""


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "the plan is empty"),
        ("Who directed it?", 1, 1, "expected a step, with one of Retrieval, Sort"),
        ("Step 1: Who?", 1, 13, "expected a step, with one of Retrieval"),
        ("\nRetrieval(s=s1[A, p=p1:b, o=o1)", 2, 32, "expected ']', found the end"),
        ("Retrieval(s=s1[A], p=p1:b, o=o1", 1, 32, "expected ',' or ')'"),
        ("Retrieval(s=s1[A], p=p1:b)", 1, 1, "lacks o="),
        ("Retrieval(s=s1[A], s=s2[B], p=p1:b, o=o1)", 1, 20, "s= is given twice"),
        ("Retrieval(s=s1[A], p=p1:b, o=o1, q.year=3)", 1, 34, "q is not in this Retrieval"),
        ("Retrieval(s=s1[A], p=p1:b, obj=o1)", 1, 28, "expected s=, p=, o="),
        ("Retrieval(s=s1[A], p=p1:b, o=West Lake)", 1, 35, "expected ',' or ')', found 'Lake)'"),
        ('Retrieval(s=s1["A], p=p1:b, o=o1)', 1, 16, "quote is not closed"),
        ("Retrieval(s=s1[], p=p1:b, o=o1)", 1, 16, "expected a name"),
        (FOUND + "Sort(o1, limit=0)", 2, 16, "a whole number of at least 1"),
        (FOUND + "Sort(o1, direction=up)", 2, 20, "one of min, max"),
        (FOUND + "Sort(limit=1)", 2, 1, "lacks set="),
        (FOUND + "Deduce(left=o1, op=equal)", 2, 1, "lacks right="),
        (FOUND + "Deduce(left=o1, right=o2, op=like)", 2, 30, "one of entailment, greater, less, equal"),
        (FOUND + "Output(o1) and so on", 2, 12, "expected the end of the line"),
        (FOUND + "n = Output(o1)", 2, 1, "Output has no result"),
        (FOUND + "m = Count(o1)->n", 2, 16, "the result already has a name: m"),
        (
            FOUND + "Retrieval(s=s1, p=p2:b, o=o2, o.year=o1.born)",
            2,
            38,
            "o1.born is a property; find it with",
        ),
        (FOUND + "Math(1 +)", 2, 9, "a number, a variable"),
        (FOUND + "Math(median(o1))", 2, 6, "there is no function median"),
        (FOUND + "Math(1,000)", 2, 7, "an operator or ')'"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text, line, column, problem) -> None:
    with pytest.raises(PlanError) as error:
        LogicalPlan.parse(text)
    assert problem in str(error.value)
    assert (error.value.line, error.value.column) == (line, column)


def test_what_is_no_text_is_no_plan() -> None:
    with pytest.raises(PlanError, match="a plan is text, not NoneType"):
        LogicalPlan.parse(None)


@pytest.mark.parametrize(
    "text",
    [
        "Retrieval(" * 100_000,
        "Math(" + "(" * 10_000 + "1" + ")" * 10_000 + ")",
        "Math(" + "-" * 10_000 + "1)",
        "Math(" + "1^" * 10_000 + "1)",
        "Math(" + "1+" * 10_000 + "1)",
        "Math(" + "\\sum" * 10_000 + " o1)",
        "Math(" + "|" * 10_000 + "1)",
        "m = Math(1)\n" * 5_000,
        "a" * 99_000,
        "Retrieval(s=s1[" + "[" * 50_000,
        "Retrieval(s=s1['" + "\\'" * 40_000,
    ],
)
def test_what_is_huge_or_deep_is_an_error(text) -> None:
    with pytest.raises(PlanError):
        LogicalPlan.parse(text)
