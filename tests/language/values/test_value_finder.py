"""Dates, numbers, quantities and life spans, found in sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_life_span, find_values

ENGLISH_DATES = [
    ("The pier opened on 17 June 2016.", ["2016-06-17"]),
    ("It closed on June 19th, 2016, a Sunday.", ["2016-06-19"]),
    ("On the 3rd of May 1850 she sailed.", ["1850-05-03"]),
    ("Logged 2011-03-05.", ["2011-03-05"]),
    ("Signed in Sept. 1921 and May 1922.", ["1921-09", "1922-05"]),
    ("The 1904 race was rerun in 1908.", ["1904", "1908"]),
    ("King from 1904–1910 and 1911-13", ["1904/1910", "1911/1913"]),
    ("A mill of c. 1500, rebuilt about 1720", ["1490/1510", "1710/1730"]),
    ("Fashion of the 1990s and the 1920's", ["1990/1999", "1920/1929"]),
    ("Caesar died in 44 BC, Vesuvius erupted in AD 79.", ["-0043", "0079"]),
    ("Tin was worked in the 3rd century BC and the 19th century.", ["-0299/-0200", "1801/1900"]),
    ("On 30 February 2020 nothing happened.", ["2020-02"]),
]
GERMAN_DATES = [
    ("Am 17. Juni 2016 und am 03.04.2011", ["2016-06-17", "2011-04-03"]),
    ("Im März 1921, um 1500 und 44 v. Chr.", ["1921-03", "1490/1510", "-0043"]),
    ("Im 19. Jahrhundert und in den 1990er Jahren", ["1801/1900", "1990/1999"]),
]
NUMBERS = [
    ("en", "It is 1,200 metres long.", ["1200 m"]),
    ("en", "Mount Tor (8,848 m) is higher than 5 km, by 950m.", ["8848 m", "5000 m", "950 m"]),
    (
        "en",
        "It cost $3m, then £2.5 m, then 4m euros, for 7 mn people.",
        ["3000000 USD", "2500000 GBP", "4000000 EUR", "7000000"],
    ),
    ("en", "It cost $3.5 million, then €20.", ["3500000 USD", "20 EUR"]),
    ("en", "It rose from £1950 to €1450 in 1950.", ["1950 GBP", "1450 EUR", "1950"]),
    ("en", "two hundred and six bones, twenty-three dogs", ["206", "23"]),
    ("en", "It takes 95 minutes for 40% of 3 million people.", ["5700 s", "40 %", "3000000"]),
    ("en", "1500 soldiers marched 12 miles.", ["1500", "19312.128 m"]),
    ("en", "1250 kg for 1999 EUR in 1999, 1200-1500 m high", ["1250 kg", "1999 EUR", "1999", "1200", "1500 m"]),
    ("de", "1500 km und 1200 t im Jahr 1904 in Bonn", ["1500000 m", "1200000 kg", "1904"]),
    ("en", "Version 2.0.1 of No. 7", ["7"]),
    ("de", "1.234,5 Kilometer für zwei Millionen Euro", ["1234500 m", "2000000 EUR"]),
    ("de", "dreiundzwanzig Hunde, zweihundertsechs Knochen, 20 Prozent", ["23", "206", "20 %"]),
    ("de", "1500 Einwohner im Jahr 1500", ["1500", "1500"]),
    ("de", "4 Auguſt 1804, 5 Mıllionen, APRİL 1990", ["1804-08-04", "5000000", "1990-04"]),
    ("xx", "1984 and 12 and 2011-03-05", ["1984", "12", "2011-03-05"]),
]


@pytest.mark.parametrize(
    ("language", "text", "normalised"),
    [*(("en", *case) for case in ENGLISH_DATES), *(("de", *case) for case in GERMAN_DATES)],
)
def test_dates(language: str, text: str, normalised: list[str]) -> None:
    found = [found.value for found in find_values(text, lexicon_of(language)) if found.value.kind == "date"]
    assert [value.normalised for value in found] == normalised


@pytest.mark.parametrize(("language", "text", "normalised"), NUMBERS)
def test_numbers_and_quantities(language: str, text: str, normalised: list[str]) -> None:
    assert [found.value.normalised for found in find_values(text, lexicon_of(language))] == normalised


@pytest.mark.parametrize(
    ("language", "text", "born", "died"),
    [
        ("en", "Ann Reed (1904–1987) was a botanist.", "1904", "1987"),
        ("en", "Ann Reed (4 May 1904 – 12 June 1987)", "1904-05-04", "1987-06-12"),
        ("en", "Ann Reed (4 May 1904, Graz – 12 June 1987 in Bonn)", "1904-05-04", "1987-06-12"),
        ("en", "Ann Reed (the botanist) and her horse (1904–1910)", "1904", "1910"),
        ("en", "Ann Reed (painted 1904) was queen (1904–1910).", None, None),
        ("en", "Ann Reed (born 4 May 1950) sails.", "1950-05-04", None),
        ("en", "Ann Reed (the elder; died 1987)", None, "1987"),
        ("en", "The mill (rebuilt 1904) stands.", None, None),
        ("de", "Otto (* 4. Mai 1904 in Bonn; † 12. Juni 1987 in Köln) war Botaniker.", "1904-05-04", "1987-06-12"),
    ],
)
def test_life_spans(language: str, text: str, born: str | None, died: str | None) -> None:
    found = find_life_span(text, lexicon_of(language))
    assert [None if event is None else event.date.normalised for event in found] == [born, died]


@given(st.text(), st.sampled_from(["en", "de", "xx"]))
def test_values_stand_where_they_say(text: str, language: str) -> None:
    end = 0
    for found in find_values(text, lexicon_of(language)):
        assert found.start >= end
        assert text[found.start : found.end] == found.value.text
        end = found.end
    find_life_span(text, lexicon_of(language))
