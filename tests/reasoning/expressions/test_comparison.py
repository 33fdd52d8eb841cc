"""Numbers, quantities and dates of unequal precision are compared and ordered; sets are equal or not."""

import pytest

from lgm_core.errors import PlanError
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import SectionEnd, Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.expressions.comparison import compare, ordered


def thing(text):
    """Return a value as documents have it; a text in capitals is a concept, any other a text."""
    found = find_values(text, lexicon_of("en"))
    if found:
        return Binding(found[0].value, text)
    if text[0].isupper():
        return Binding(text.lower(), text)
    return Binding(Value(text, ValueKind.TEXT), text)


def things(texts):
    return [thing(text) for text in texts.split(" | ")] if texts else []


@pytest.mark.parametrize(
    ("left", "operator", "right", "holds"),
    [
        ("5 km", "greater", "4,000 metres", True),
        ("5 km", "less", "4,000 metres", False),
        ("5 km", "equal", "5,000 metres", True),
        ("1 mile", "equal", "1.609344 km", True),
        ("12", "greater", "twelve", False),
        ("12", "equal", "twelve", True),
        ("1904", "less", "17 June 2016", True),
        ("17 June 2016", "greater", "16 June 2016", True),
        ("2016", "less", "17 June 2016", True),
        ("2016", "greater", "17 June 2016", False),
        ("2016", "less", "1 January 2016", None),
        ("2016", "equal", "17 June 2016", None),
        ("2016", "equal", "17 June 2017", False),
        ("1980s", "less", "1985", True),
        ("44 BC", "less", "14 AD", True),
        ("Gilda", "equal", "gilda", True),
        ("Gilda", "equal", "Laura", False),
        ("Gilda | Laura", "equal", "Laura | Gilda", True),
        ("Gilda | Laura", "equal", "Laura", False),
        ("Gilda | 5 km", "equal", "1904 | Gilda", False),
        ("2016 | Gilda", "equal", "Gilda | 17 June 2016", None),
    ],
)
def test_comparisons(left, operator, right, holds) -> None:
    assert compare(things(left), things(right), operator).holds is holds


def test_a_number_beside_a_date_is_a_year() -> None:
    number = Binding(Value("930", ValueKind.NUMBER, 930.0, 930.0), "930")
    assert compare([number], [thing("17 June 2016")], "less").holds is True


def test_notes_tell_of_unequal_precision_and_of_what_sets_share() -> None:
    assert compare(things("2016"), things("17 June 2016"), "less").notes == (
        '"2016" was compared by its first day, 2016-01-01',
    )
    assert compare(things("1904"), things("17 June 2016"), "less").notes == ()
    assert compare(things("Gilda | Laura"), things("Laura"), "equal").notes == ("both have Laura",)


@pytest.mark.parametrize(
    ("left", "operator", "right", "problem"),
    [
        ("", "equal", "Gilda", "nothing on the left"),
        ("1904", "less", "", "nothing on the right"),
        ("1904 | 1905", "less", "1906", "there are 2 things on the left"),
        ("Gilda", "less", "1906", '"Gilda" is neither number nor date'),
        ("5 km", "less", "1906", "a quantity in m and a date"),
        ("5 km", "equal", "1906", "a quantity in m and a date"),
        ("5 km", "greater", "5 kg", "a quantity in m and a quantity in kg"),
        ("5 km", "greater", "5", "a quantity in m and a number"),
    ],
)
def test_what_does_not_compare_is_an_error(left, operator, right, problem) -> None:
    with pytest.raises(PlanError) as error:
        compare(things(left), things(right), operator)
    assert problem in str(error.value)


def test_sections_are_equal_to_themselves() -> None:
    section, other = (Binding(SectionEnd(name), name) for name in "ab")
    assert compare([section], [section], "equal").holds is True
    assert compare([section], [other], "equal").holds is False


@pytest.mark.parametrize(
    ("texts", "direction", "places"),
    [
        ("1999 | 17 June 2016 | 2016", "min", ((0,), (2,), (1,))),
        ("1999 | 17 June 2016 | 2016", "max", ((1,), (2,), (0,))),
        ("5 km | 6,000 metres | 5,000 metres", "max", ((1,), (0, 2))),
        ("3 | 1 | two", "min", ((1,), (2,), (0,))),
    ],
)
def test_order(texts, direction, places) -> None:
    assert ordered(things(texts), direction).places == places


def test_what_does_not_compare_is_left_out_of_the_order() -> None:
    order = ordered(things("Gilda | 5 km | 5 kg | 3 km"), "min")
    assert order.places == ((3,), (1,))
    assert order.left_out == (0, 2)
    assert order.notes == ('"Gilda" does not compare with the others', '"5 kg" does not compare with the others')


def test_among_dates_numbers_are_years_and_quantities_are_left_out() -> None:
    number = Binding(Value("930", ValueKind.NUMBER, 930.0, 930.0), "930")
    order = ordered([thing("1999"), thing("5 km"), number], "min")
    assert (order.places, order.left_out) == (((2,), (0,)), (1,))


@pytest.mark.parametrize("texts", ["", "Gilda", "Gilda | Laura"])
def test_without_numbers_and_dates_there_is_no_order(texts) -> None:
    with pytest.raises(PlanError, match="nothing to order by"):
        ordered(things(texts), "max")


def test_what_is_of_as_many_kinds_has_no_order() -> None:
    for texts in ("5 km | 5 kg", "5 kg | 5 km"):
        with pytest.raises(PlanError, match="does not compare with the others"):
            ordered(things(texts), "max")


def test_dates_that_overlap_are_not_surely_before_one_another() -> None:
    assert not compare(things("1920"), things("3 April 1920"), "less").is_sure
    assert compare(things("1919"), things("3 April 1920"), "less").is_sure
    order = ordered(things("1920 | 3 April 1920 | 1921"), "min")
    assert (order.may_swap(0, 1), order.may_swap(0, 2), order.may_swap(1, 2)) == (True, False, False)


def test_large_sets_are_told_in_few_words() -> None:
    one = things(" | ".join(f"Name {chr(97 + place % 26)}{place}" for place in range(400)))
    assert compare(one, one[::-1], "equal").holds is True
    (note,) = compare(one, one[1:], "equal").notes
    assert note.endswith("and 389 more")
