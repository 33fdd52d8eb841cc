"""What a plan writes is read as that plan, whatever its names are; any other text is read or refused with its place."""

from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    BinaryOperation,
    BinaryOperator,
    Constant,
    Constraint,
    ConstraintOperator,
    Count,
    Deduce,
    DeduceOperator,
    Direction,
    FunctionCall,
    FunctionName,
    Math,
    Negation,
    Number,
    Output,
    Part,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)

AWKWARD = st.text(st.sampled_from("aZ9é \"'`\\\n\r\t[](){}|,=<>.:-_ı漢"), min_size=1, max_size=12)
NAMES = st.one_of(
    st.text(min_size=1, max_size=20),
    AWKWARD,
    st.sampled_from(["o1", "p", "Step 1:", "Logical Form: Count(o1)", "->", "'Tis Pity She's a Whore", "A, s.b=c"]),
).filter(str.strip)
NAME_LISTS = st.lists(NAMES, max_size=3).map(tuple)
BOUND = [f"{letter}{number}" for letter in "spo" for number in range(3)]
VARIABLES = st.sampled_from(BOUND).map(Variable)
REFERENCES = st.one_of(VARIABLES, st.builds(Property, st.sampled_from(BOUND), NAMES))
OPERANDS = st.one_of(REFERENCES, st.builds(Constant, st.text(min_size=1, max_size=20)))
NUMBERS = st.one_of(st.integers(0, 10**20).map(str), st.decimals(0, 1000, places=2).map(str)).map(Number)


def operators(of):
    return st.sampled_from(get_args(of))


def expressions():
    def grown(inner):
        one_or_more = st.lists(inner, min_size=1, max_size=3).map(tuple)
        few = {"count": 1, "abs": 1, "sqrt": 1, "round": 2}
        calls = st.builds(
            lambda name, of: FunctionCall(name, of[: few.get(name, 3)]), operators(FunctionName), one_or_more
        )
        return st.one_of(
            st.builds(BinaryOperation, operators(BinaryOperator), inner, inner), calls, st.builds(Negation, inner)
        )

    return st.recursive(st.one_of(NUMBERS, REFERENCES, st.builds(Constant, st.text(max_size=9))), grown, max_leaves=12)


ACTIONS = st.one_of(
    st.builds(
        Sort,
        REFERENCES,
        st.none() | REFERENCES | st.builds(Count, REFERENCES),
        operators(Direction),
        st.none() | st.integers(1, 999),
    ),
    st.builds(Math, expressions()),
    st.builds(Deduce, OPERANDS, OPERANDS, operators(DeduceOperator)),
    st.builds(Count, REFERENCES),
    st.builds(Output, st.lists(OPERANDS, min_size=1, max_size=3).map(tuple)),
)
QUESTIONS = st.one_of(
    st.just(""), st.text(max_size=30), AWKWARD, st.sampled_from(["Output(s1)", '"Gilda"', "Who? Action: Math(1)"])
)


@st.composite
def plans(draw):
    """Return a plan whose first steps bind all variables that the others use."""
    steps = []
    for number in range(3):
        values = st.builds(Constant, st.text(min_size=1, max_size=20))
        if number:
            values |= st.sampled_from(BOUND).filter(lambda name, bound=number: int(name[1]) < bound).map(Variable)
        constraints = st.builds(Constraint, operators(Part), NAMES, operators(ConstraintOperator), values)
        action = Retrieval(
            Term(f"s{number}", draw(NAME_LISTS), draw(NAME_LISTS)),
            PredicateTerm(f"p{number}", draw(NAME_LISTS)),
            Term(f"o{number}", draw(NAME_LISTS), draw(NAME_LISTS)),
            tuple(draw(st.lists(constraints, max_size=2))),
        )
        steps.append(PlanStep(action, draw(QUESTIONS)))
    for number, action in enumerate(draw(st.lists(ACTIONS, max_size=3))):
        named = not isinstance(action, Output) and draw(st.booleans())
        steps.append(PlanStep(action, draw(QUESTIONS), f"m{number}" if named else ""))
    return LogicalPlan(tuple(steps))


@given(plan=plans())
@settings(deadline=None, max_examples=50)
def test_what_a_plan_writes_is_read_as_that_plan(plan) -> None:
    assert LogicalPlan.parse(str(plan)) == plan


@given(plan=plans(), data=st.data())
@settings(deadline=None, max_examples=50)
def test_a_damaged_plan_is_read_or_refused_with_its_place(plan, data) -> None:
    text = str(plan)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    check_read_or_refused(text[:start] + data.draw(st.text(max_size=3) | AWKWARD) + text[end:])


PIECES = st.sampled_from(
    "Retrieval( Sort( Math( Deduce( Output( Count( ) [ ] { } s=s1 :Film [A] , p=p1 :b o=o1 s.x= | \" ' ` \\ \\frac "
    "\\sum + - ^ || 1 2.5 Step 1: Action: -> m1 = op= equal limit= 0 set= ``` • . ½ ² ŉ".split()
)


@given(
    text=st.one_of(
        st.text(max_size=60),
        st.lists(PIECES | st.just("\n"), max_size=25).map(" ".join),
        st.lists(PIECES, max_size=25).map("".join),
    )
)
@settings(deadline=None, max_examples=200)
def test_any_text_is_read_or_refused_with_its_place(text) -> None:
    check_read_or_refused(text)


def check_read_or_refused(text):
    try:
        plan = LogicalPlan.parse(text)
    except PlanError as error:
        place = error.line, error.column
    else:
        assert LogicalPlan.parse(str(plan)) == plan
        return
    lines = text.split("\n")
    assert 1 <= place[0] <= len(lines)
    assert 1 <= place[1] <= len(lines[place[0] - 1]) + 1
