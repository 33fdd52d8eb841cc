"""Expressions are computed exactly, with units and dates, by rules of our own and within limits."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.errors import PlanError
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.expressions.evaluation import evaluate, takes_sets
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parser import parse_steps
from lgm_core.reasoning.plan.plan_parts import BinaryOperation, Number, Property, Variable


def value(text):
    """Return a value as documents have it."""
    (found,) = find_values(text, lexicon_of("en"))
    return Binding(found.value, text)


def concept(name):
    return Binding(name.lower(), name)


ENDS = {
    Variable("born"): [value("15 May 1971")],
    Variable("died"): [value("17 June 2016")],
    Variable("founded"): [value("1994")],
    Variable("decade"): [value("1970s")],
    Variable("films"): [concept("Gilda"), concept("Laura"), concept("Gilda")],
    Variable("others"): [concept("Laura"), concept("Rope")],
    Variable("people"): [value("500"), value("1,500"), value("500")],
    Variable("ways"): [value("5 km"), value("300 metres")],
    Variable("height"): [value("2 km")],
    Variable("weight"): [value("3 kg")],
    Variable("time"): [value("2 hours")],
    Variable("share"): [value("5 %")],
    Variable("price"): [value("$20")],
    Variable("said"): [Binding(Value("22 times", ValueKind.TEXT), "22 times")],
    Variable("name"): [concept("Apollo 11")],
    Variable("dates"): [value("2016"), value("17 June 2016"), value("1999")],
    Variable("nothing"): [],
    Property("town", "population"): [value("7,000")],
}


def expression_of(text):
    """Return the expression of a plan that is read and not checked, so that variables come from nowhere."""
    (step,) = parse_steps(f"Math({text})").steps
    return step.action.expression


def computed(text):
    return evaluate(expression_of(text), lambda of: ENDS[of])


def names(text):
    return [binding.name for binding in computed(text).bindings]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("30+6", "36"),
        ("0.1+0.2", "0.3"),
        ("1/3", "0.333333333333"),
        ("1/3*3", "1"),
        ("2+3*4^2", "50"),
        ("(2+3)*4", "20"),
        ("2-3-4", "-5"),
        ("2^3^2", "512"),
        ("-2^2", "-4"),
        ("2^-1", "0.5"),
        ("2**10", "1024"),
        ("7 − 2 × 3 ÷ 4", "5.5"),
        (r"\frac{1}{4} + \frac{3}{4}", "1"),
        (r"2 \cdot 3 \times 4 \div 8", "3"),
        (r"\left( 2 + {3} \right) \cdot 2", "10"),
        ("|3-5|", "2"),
        ("abs(-2.5)", "2.5"),
        ("sqrt(16/9)*3", "4"),
        (r"\sqrt{2}", "1.41421356237"),
        ("2^0.5", "1.41421356237"),
        ("round(2.5)", "3"),
        ("round(-2.345, 2)", "-2.35"),
        ("max(1, 2, min(5, 3))", "3"),
        ("sum(1, 2, 3)", "6"),
        ("mean(1, 2)", "1.5"),
        ("avg(people)", "833.333333333"),
        (r"\sum people", "2500"),
        (r"\sum{people} + 1", "2501"),
        ("max(people)", "1500"),
        ('"1,000" + "two hundred"', "1200"),
        ("town.population + 1", "7001"),
        ("founded·2−founded", "1994"),
        ("said - 2", "20"),
    ],
)
def test_numbers(text, result) -> None:
    assert names(text) == [result]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("|films|", "2"),
        (r"\|films\|", "2"),
        (r"|films \cup others|", "3"),
        (r"|films ∩ others| + count(others)", "3"),
        ("count(nothing)", "0"),
        ("|people|", "2"),
    ],
)
def test_different_things_are_counted(text, result) -> None:
    assert names(text) == [result]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"films \cup others", ["Gilda", "Laura", "Rope"]),
        (r"films \cap others", ["Laura"]),
        (r"films \setminus others", ["Gilda"]),
        (r"others ∖ others", []),
        (r"films \cup others \cap nothing", ["Gilda", "Laura"]),
        (r'others \setminus "laura"', ["Rope"]),
    ],
)
def test_sets(text, result) -> None:
    assert names(text) == result


@pytest.mark.parametrize(
    ("text", "result", "start", "unit"),
    [
        (r"\sum ways", "5300 m", 5300, "m"),
        ("height * height", "4000000 m²", 4e6, "m²"),
        ("height / time", "0.277777777778 m/s", 1000 / 3600, "m/s"),
        ("2 * weight", "6 kg", 6, "kg"),
        ("price + price", "40 USD", 40, "USD"),
        ("height / height", "1", 1, ""),
        ("200 * share", "10", 10, ""),
        ("share + share", "10 %", 10, "%"),
        ("time * 12", "1 day", 86400, "s"),
        ("died - born", "16470 days", 16470 * 86400, "s"),
    ],
)
def test_units(text, result, start, unit) -> None:
    (binding,) = computed(text).bindings
    assert binding.name == result
    assert binding.end.start == pytest.approx(start)
    assert binding.end.unit == unit


def test_a_date_beside_a_number_counts_as_its_year() -> None:
    result = computed("2027-born")
    assert [binding.name for binding in result.bindings] == ["56"]
    assert result.notes == ('"15 May 1971" counts as the year 1971',)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("died - founded", "22"),
        ("founded + 6", "2000"),
        ('died + "10 days"', "2016-06-27"),
        ('died - "2 years"', "2014"),
        ("mean(founded, born)", "1982.5"),
        ("min(dates)", "1999"),
        ("max(dates)", "17 June 2016"),
    ],
)
def test_dates(text, result) -> None:
    assert names(text) == [result]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1/0", "1 cannot be divided by zero"),
        ("1/(born-born)", "divided by zero"),
        ("0^-1", "divides by zero"),
        ("9^9^9", "9 to the power of 387420489 is too large"),
        ("2^1001", "too large"),
        ("10^300 * 10^300", "too large"),
        ("99999.5^999.5", "too large"),
        ("9" * 310, "too large"),
        ("1 + " + "9" * 5000, "too large"),
        ("sqrt(-1)", "no square root"),
        ("(-8)^(1/3)", "not a real number"),
        ("height + weight", "the units of 2000 m and 3 kg do not fit"),
        ("height + 1", "do not fit"),
        ("height * weight", "do not fit"),
        ("weight / height", "do not fit"),
        ("2 ^ height", "powers are of numbers without units"),
        ("born + died", "cannot be added"),
        ("height - born", "is a date; it cannot be subtracted from 2000 m"),
        ("born + height", "cannot be added to the date"),
        ("2027 - decade", "1970s is not a single year but 1970-01-01 to 1979-12-31"),
        ("films + 1", "films stands for 2 things where one is needed"),
        ("nothing + 1", "nothing stands for nothing"),
        ("sum(nothing)", "nothing to take the sum of"),
        ("name + 1", '"Apollo 11" is neither number nor date'),
        ('"many" + 1', '"many" is neither number nor date'),
        ("max(height, weight)", "does not compare with the others"),
        ("round(1, 99)", "rounded to 0 to 12 decimals"),
    ],
)
def test_what_cannot_be_computed_is_an_error(text, problem) -> None:
    with pytest.raises(PlanError) as error:
        computed(text)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("2027-born", False),
        ("max(born, died)", False),
        ("max(dates)", True),
        ("1+|films|", True),
        (r"-\sum people", True),
    ],
)
def test_which_expressions_are_of_all_that_variables_stand_for(text, together) -> None:
    assert takes_sets(expression_of(text)) is together


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12), st.sampled_from("+-*"))
def test_whole_numbers_are_exact_and_results_are_used_again(left, right, operator) -> None:
    expected = {"+": left + right, "-": left - right, "*": left * right}[operator]
    first = evaluate(expression_of(f"({left}) {operator} ({right})"), lambda of: ENDS[of]).bindings
    assert first[0].name == str(expected)
    again = evaluate(BinaryOperation("+", Variable("m1"), Number("1")), lambda of: first).bindings
    assert again[0].name == str(expected + 1)


def test_the_longest_expression_that_is_read_is_computed() -> None:
    plan = LogicalPlan.parse("Math(" + "+".join(["1"] * 100) + ")")
    assert evaluate(plan.steps[0].action.expression, lambda of: []).bindings[0].name == "100"


@pytest.mark.parametrize("text", ["2000-01-01 - born", "2024-01-01 - 1970-04-02", "2000-01-01-2"])
def test_a_date_needs_no_quotes(text):
    quoted = re.sub(r"\d{4}-\d\d-\d\d(?![-\d])", lambda date: f'"{date[0]}"', text)
    assert names(text) == names(quoted)


def test_a_year_less_a_month_and_a_day_in_spaces_is_arithmetic():
    assert names("2024 - 10 - 12") == ["2002"]
    assert names("2024-10-12-1") == ["2001"]
    assert names("2024-13-1") == ["2010"]
