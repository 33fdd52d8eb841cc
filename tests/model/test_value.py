"""Values in one way of writing, and days of any year."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core import Answer, AnswerFailure, Citation
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


# An answer shows itself in notebooks: its text and what it cites, as text.

CITED = Citation(1, "d#0", "d", "Hives <b>", ("Hives <b>", "Frames"), 5, 27, "Hives have <i>frames</i>.")


def test_it_has_the_text_and_where_each_sentence_stands() -> None:
    html = Answer("Why?", "Of <script>pine</script> [1].\nYes.", (CITED,))._repr_html_()
    assert "Of &lt;script&gt;pine&lt;/script&gt; [1].<br>Yes." in html
    assert "[1] Hives have &lt;i&gt;frames&lt;/i&gt;." in html
    assert "Hives &lt;b&gt; › Frames, characters 5–27" in html
    assert "<script" not in html


def test_evidence_failures_and_what_is_missing_are_told() -> None:
    failure = AnswerFailure("answering", "out of order")
    answer = Answer("Why?", "", (CITED,), ("the <price>",), is_evidence_only=True, failure=failure)
    html = answer._repr_html_()
    for told in ("No answer was written", "Nearest sentences:", "while answering: out of order", "the &lt;price&gt;"):
        assert told in html


def test_half_characters_do_not_break_it() -> None:
    assert "half ?" in Answer("Why?", "half \ud800")._repr_html_()


def test_a_citation_tells_the_page_before_the_characters() -> None:
    assert replace(CITED, page=1204).place == "Hives <b> › Frames, page 1,204, characters 5–27 of d"
    assert CITED.place == "Hives <b> › Frames, characters 5–27 of d"
