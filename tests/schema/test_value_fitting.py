"""Values of odd forms and of other languages in the ranges of a schema."""

import pytest

from lgm_core.model import Value, ValueKind, ValueRange
from lgm_core.schema.value_fitting import value_fits, whole_value


def fits(range: str, value: Value | None, language: str = "en") -> bool:
    wanted = ValueRange.parse(range)
    assert wanted is not None
    assert value is not None
    return value_fits(wanted, value, language)


@pytest.mark.parametrize("text", ["²", "①", "x", "", "1.5.2"])
def test_texts_that_only_look_like_digits_are_no_numbers(text: str) -> None:
    assert not fits("number", Value(text, ValueKind.TEXT))


def test_digits_of_any_script_are_numbers_within_bounds() -> None:
    assert fits("number 0..50", Value("٤٢", ValueKind.TEXT))
    assert not fits("number 0..40", Value("٤٢", ValueKind.TEXT))


@pytest.mark.parametrize(
    ("range", "text", "expected"),
    [
        ("quantity EUR", "37,50 Euro", True),
        ("quantity EUR 0..30", "37,50 Euro", False),
        ("quantity USD", "37,50 Euro", False),
        ("quantity kg", "300 Gramm", True),
        ("date", "4. Mai 1904", True),
        ("number", "1.250", True),
    ],
)
def test_german_values_fit(range: str, text: str, expected: bool) -> None:
    assert fits(range, whole_value(text, "de"), "de") is expected


def test_a_date_without_bounds_that_are_known_is_no_date() -> None:
    assert not fits("date", Value("some time", ValueKind.DATE))
