"""Reading dates of any precision: days, months, years, decades, centuries, BC and AD, exact or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from lgm_core.language.values.value_words import ValueWords
from lgm_core.model.facts.value import Value, ValueKind, day_number, last_day

__all__ = ["FoundValue", "alternatives", "date_reader", "folded"]


def folded(written: str) -> str:
    """Return text matched by a case-insensitive pattern in the form of a language's word lists.

    Ignoring case matches the letters *ſ*, *ı* and *İ* with *s* and *i*; lower-casing does not.
    """
    return written.lower().replace("ſ", "s").replace("ı", "i").replace("i\u0307", "i")


def alternatives(words: Iterable[str]) -> str:
    """Return a group that matches any of the words, the longest first; without words, it matches nothing."""
    listed = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(map(re.escape, listed)) + ")" if listed else "(?!)"


_CIRCA_YEARS = 10
"""How far the actual year may be from an approximate one."""

_LEAST_PLAIN_YEAR, _MOST_PLAIN_YEAR = 1000, 2199
"""Four digits in this range are a year without further evidence."""

_NOTHING = "(?!)"
"""Matches nothing."""

_DASH = r"\s?[-–—]\s?"


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value and its span in a text, in characters."""

    start: int
    end: int
    value: Value


class DateReader:
    """Finds the dates of texts in one language."""

    def __init__(self, words: ValueWords) -> None:
        self._words = words
        ordinal = f"(?:{words.ordinal})?" if words.ordinal else ""
        month = rf"(?P<month>{alternatives(words.months)})\b\.?"
        day = rf"(?P<day>[12]\d|3[01]|0?[1-9]){ordinal}"
        of_month = rf"(?:\s{alternatives(words.of_month)})?"
        before, after = "|".join(words.before_christ) or _NOTHING, "|".join(words.after_christ) or _NOTHING
        leading = rf"(?:(?P<leading>{after if words.era_first else _NOTHING})\s)?"
        year = rf"{leading}(?P<year>\d{{1,4}})(?!,?\d)(?:\s(?:(?P<before>{before})|(?P<after>{after}))(?!\w))?"
        circa = rf"(?:(?P<circa>{alternatives(words.circa)})\s?)?"
        numeric_day = r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})(?!\d)"
        signs = "".join(re.escape(sign[-1]) for sign in words.currencies if not sign[-1].isalpha())
        # *1200 km* and *1999 euros* are amounts; a single *s* would also be that of *the 1990 s*.
        measures = [name for name in (*words.units, *words.currencies) if name != "s"]
        amount = rf"(?:{_DASH}\d[\d.,]*)?\s?(?:{alternatives(measures)})(?!\w)" if measures else _NOTHING
        self._forms = [
            (read, re.compile(rf"(?<![\w.,{signs}])(?:{pattern})", re.IGNORECASE))
            for read, pattern in (
                (self._day, rf"{day}{of_month}\s{month},?\s{year}"),
                (self._day, rf"{month}\s{day},?\s{year}"),
                (self._day, r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"),
                (self._day, numeric_day if words.numeric_day else _NOTHING),
                (self._month, rf"{month},?\s{year}"),
                (
                    self._century,
                    rf"(?P<century>\d{{1,2}})(?:{words.ordinal})?(?:{words.centuries or _NOTHING})"
                    rf"(?:\s(?P<before>{before})(?!\w))?",
                ),
                (self._decade, rf"(?P<decade>1\d\d0|20\d0)(?:{words.decade or _NOTHING})(?!\w)"),
                (self._range, rf"(?P<first>1\d{{3}}|20\d\d){_DASH}(?P<last>\d{{4}}|\d\d)(?![\d%]|{amount})"),
                (self._year, rf"{circa}{year}(?!{words.not_a_year or _NOTHING}|{amount})"),
            )
        ]

    def find(self, text: str) -> Iterator[FoundValue]:
        """Yield the dates of a text, in no particular order; more precise ones first, none inside another."""
        taken: list[tuple[int, int]] = []
        for read, pattern in self._forms:
            for match in pattern.finditer(text):
                start, end = match.span()
                if any(first < end and start < last for first, last in taken):
                    continue
                bounds = read(match)
                if bounds is not None:
                    taken.append((start, end))
                    yield FoundValue(start, end, Value(match[0], ValueKind.DATE, *bounds))

    def _day(self, match: re.Match[str]) -> tuple[float, float] | None:
        written = folded(match["month"])
        month = int(written) if written.isdigit() else self._words.months[written]
        try:
            day = day_number(self._year_of(match), month, int(match["day"]))
        except ValueError:
            return None
        return day, day

    def _month(self, match: re.Match[str]) -> tuple[float, float] | None:
        if not _has_era(match) and len(match["year"]) < 3:
            return None
        first = day_number(self._year_of(match), self._words.months[folded(match["month"])])
        return first, last_day(first, months=1)

    def _year(self, match: re.Match[str]) -> tuple[float, float] | None:
        year, circa = self._year_of(match), match["circa"]
        if not _has_era(match):
            digits = match["year"]
            if len(digits) < 3 or (len(digits) == 3 and not circa):
                return None
            if not circa and not _LEAST_PLAIN_YEAR <= year <= _MOST_PLAIN_YEAR:
                return None
        around = _CIRCA_YEARS if circa else 0
        return day_number(year - around), day_number(year + around + 1) - 1

    def _decade(self, match: re.Match[str]) -> tuple[float, float]:
        first = int(match["decade"])
        return day_number(first), day_number(first + 10) - 1

    def _century(self, match: re.Match[str]) -> tuple[float, float] | None:
        number = int(match["century"])
        if not number:
            return None
        first = -100 * number + 1 if match["before"] else 100 * (number - 1) + 1
        return day_number(first), day_number(first + 100) - 1

    def _range(self, match: re.Match[str]) -> tuple[float, float] | None:
        first, written = int(match["first"]), match["last"]
        last = int(match["first"][: 4 - len(written)] + written)
        return (day_number(first), day_number(last + 1) - 1) if last > first else None

    def _year_of(self, match: re.Match[str]) -> int:
        year = int(match["year"])
        return 1 - year if match.groupdict().get("before") else year


def _has_era(match: re.Match[str]) -> bool:
    found = match.groupdict()
    return any(found.get(name) for name in ("before", "after", "leading"))


@lru_cache(maxsize=8)
def date_reader(words: ValueWords) -> DateReader:
    """Return the reader of a language, created once."""
    return DateReader(words)
