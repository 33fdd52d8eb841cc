"""Ranges of values, and the values in them."""

from __future__ import annotations

import pytest

from lgm_core.model import ValueKind, ValueRange
from lgm_core.schema.value_fitting import value_fits, whole_value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date", ValueRange(ValueKind.DATE)),
        ("text", ValueRange(ValueKind.TEXT)),
        ("number", ValueRange(ValueKind.NUMBER)),
        ("number 0..300", ValueRange(ValueKind.NUMBER, "", 0, 300)),
        ("number -2.5..2.5", ValueRange(ValueKind.NUMBER, "", -2.5, 2.5)),
        ("quantity", ValueRange(ValueKind.QUANTITY)),
        ("quantity kg", ValueRange(ValueKind.QUANTITY, "kg")),
        ("quantity EUR 0..500", ValueRange(ValueKind.QUANTITY, "EUR", 0, 500)),
        ("Film", None),
        ("Film|Series", None),
        ("dates", None),
        ("", None),
    ],
)
def test_ranges_are_parsed(text: str, expected: ValueRange | None) -> None:
    assert ValueRange.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    ["date kg", "date 1..2", "text 1..2", "number kg", "number 5..1", "number 1.2.3..4", "quantity kg 1..x"],
)
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no range|bounds|no value fits"):
        ValueRange.parse(text)


@pytest.mark.parametrize(
    ("range", "text", "fits"),
    [
        ("date", "4 May 1904", True),
        ("date", "1904", True),
        ("date", "4 km", False),
        ("number", "12", True),
        ("number", "1904", True),  # also a year
        ("number 0..300", "1904", False),
        ("number 0..10", "12", False),
        ("quantity kg", "3 kg", True),
        ("quantity kg", "3 km", False),
        ("quantity g", "1 kg", True),
        ("quantity g 0..500", "1 kg", False),
        ("quantity g 0..1000", "1 kg", True),
        ("quantity", "3 km", True),
        ("quantity kg", "3", False),
        ("text", "3 kg", True),
    ],
)
def test_values_fit_by_kind_unit_and_bounds(range: str, text: str, fits: bool) -> None:
    wanted, value = ValueRange.parse(range), whole_value(text, "en")
    assert wanted is not None
    assert value is not None
    assert value_fits(wanted, value, "en") is fits


def test_a_text_with_more_than_a_value_is_none() -> None:
    assert whole_value("about 3 kg of apples", "en") is None
    assert whole_value("apples", "en") is None
