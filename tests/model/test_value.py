"""Values in one way of writing, and days of any year."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.model.facts.value import Value, ValueKind, day_number, iso_date, last_day

Day = tuple[int, int, int]


@given(st.dates())
def test_days_are_those_of_the_standard_library(day: date) -> None:
    number = day_number(day.year, day.month, day.day)
    assert number == (day - date(1970, 1, 1)) / timedelta(days=1)
    assert iso_date(number) == day.isoformat()


@given(st.integers(-2_000_000, 2_000_000))
def test_days_before_christ_follow_each_other(day: int) -> None:
    written = iso_date(day)
    year, month, of_month = (int(part) for part in written.lstrip("-").split("-"))
    assert day_number(-year if written.startswith("-") else year, month, of_month) == day


def test_lengths_of_months() -> None:
    assert iso_date(last_day(day_number(2023, 11), months=4)) == "2024-02-29"
    assert iso_date(last_day(day_number(1900, 2), months=1)) == "1900-02-28"
    with pytest.raises(ValueError, match="day"):
        day_number(2023, 2, 29)


@pytest.mark.parametrize(
    ("first", "last", "normalised"),
    [
        ((2016, 6, 17), (2016, 6, 17), "2016-06-17"),
        ((2016, 6, 1), (2016, 6, 30), "2016-06"),
        ((2016, 1, 1), (2016, 12, 31), "2016"),
        ((1990, 1, 1), (1999, 12, 31), "1990/1999"),
        ((2016, 6, 17), (2016, 6, 19), "2016-06-17/2016-06-19"),
        ((-43, 1, 1), (-43, 12, 31), "-0043"),
    ],
)
def test_dates_are_written_as_iso_8601(
    first: tuple[int, int, int], last: tuple[int, int, int], normalised: str
) -> None:
    assert Value("as written", ValueKind.DATE, day_number(*first), day_number(*last)).normalised == normalised


def test_other_values() -> None:
    assert Value("3.5 million", ValueKind.NUMBER, 3.5e6, 3.5e6).normalised == "3500000"
    assert Value("2 to 3 km", ValueKind.QUANTITY, 2000, 3000, "m").normalised == "2000/3000 m"
    assert Value("several", ValueKind.TEXT).normalised == "several"
