"""Amounts and dates as words: one word for a value, however it is written.

`1,577` and *1577* are `1577`; *$1.58 billion*, *1,580 million* and *1.58bn* are `1580000000`; *12 %* and *12 percent*
are `percent12`; *Feb. 16, 2024*, *16 February 2024* and *2024-02-16* are `date20240216`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.date_reading import alternatives, folded
from lgm_core.language.values.value_words import ValueWords

__all__ = ["WrittenValue", "in_other_units", "written_values"]

_DIGIT = re.compile(r"\d")
_ISO_DATE = re.compile(r"([12](?<![\w-].)\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\w-])")
_YEAR = re.compile(r"[12](?<![\w.,-].)\d{3}(?!\w|[.,]\d)")
_BEFORE_YEAR = 30
"""Characters before a year that may hold its day and month."""
_BEFORE_AMOUNT = 4
"""Characters before an amount that may hold the sign of its currency."""
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")
"""Digits in groups of three."""
_SIGN = re.compile(r"[.,]")
_SPACE = re.compile(r"[\u00a0\u202f]|['’](?=\d{3}(?!\d))")
"""Signs between groups of digits that mean nothing else; an apostrophe before fewer digits does: *5'11*."""
_MARK = re.compile("['’]")
_LONGEST_NUMBER = 18
"""Digits; longer ones are no amounts."""
_UNITS = (3, 6, 9)
"""The zeros of the units that tables of amounts are in: thousands, millions, billions."""
_SURE_DIGITS = 3
"""The fewest digits of an amount that is looked for in other units: many numbers have fewer."""


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value in a text, at `start`–`end`.

    `words` stand for it, with a number of several groups of digits also that number alone. The groups of such a number
    say nothing themselves; the parts of a date do, and so `is_divided` is false for it.
    """

    words: tuple[str, ...]
    start: int
    end: int
    is_divided: bool = False


def written_values(text: str, language: str) -> Iterator[WrittenValue]:
    """Yield the dates of days, then the amounts of a text that are no single word already."""
    if _DIGIT.search(text):
        reader = _reader(language)
        yield from reader.dates(text)
        yield from reader.amounts(text)


def in_other_units(word: str) -> Iterator[str]:
    """Yield the words of a whole amount as tables in thousands, millions or billions write it."""
    if word.isdecimal() and len(word) <= _LONGEST_NUMBER and len(word.rstrip("0")) >= _SURE_DIGITS:
        for zeros in _UNITS:
            if zeros < len(word):
                yield _word(Decimal(word).scaleb(-zeros))


class _Reader:
    """Finds the values of texts in one language."""

    def __init__(self, words: ValueWords) -> None:
        self._months = words.months
        self._thousands, self._decimal = words.thousands, words.decimal
        self._scales = {name: Decimal(int(factor)) for name, factor in {**words.scales, **words.money_scales}.items()}
        self._money_scales = words.money_scales.keys() - words.scales.keys()
        self._money = tuple(sign for sign in words.currencies if not sign[-1].isalpha())
        percent = {"%", *(name for name, (symbol, _) in words.units.items() if symbol == "%")}
        scale = alternatives(self._scales)
        self._amount = re.compile(  # begins with a digit, which is quick to find
            rf"\d(?<![\w.,]\d)\d*(?P<rest>(?:[.,'’\u00a0\u202f]\d+)*)"
            rf"(?:[\s-]?(?P<scale>{scale})(?!\w)|\)?\s?(?P<percent>{alternatives(percent)})(?!\w)|(?!\w|[.,]\d))",
            re.IGNORECASE,
        )
        ordinal, of = words.ordinal or "(?!)", alternatives(words.of_month)
        name = r"(?P<{}>[^\W\d_]{{3,12}})\.?"
        self._day = re.compile(
            rf"(?<!\w)(?:{name.format('first')}\s(?P<after>\d\d?)(?:{ordinal})?"
            rf"|(?P<before>\d\d?)(?:{ordinal}|\.)?(?:\s{of})?\s{name.format('second')}),?\s\Z",
            re.IGNORECASE,
        )
        self._numeric_day = re.compile(r"(\d\d?)\.(\d\d?)\.([12]\d{3})") if words.numeric_day else None

    def dates(self, text: str) -> Iterator[WrittenValue]:
        """Yield the dates of days."""
        for match in _ISO_DATE.finditer(text):
            yield _date(match[1], match[2], match[3], *match.span())
        for year in _YEAR.finditer(text):
            start = max(0, year.start() - _BEFORE_YEAR)
            day = self._day.search(text[start : year.start()])
            month = self._months.get(folded(day["first"] or day["second"])) if day else None
            if day and month:
                yield _date(year[0], month, day["after"] or day["before"], start + day.start(), year.end())

    def amounts(self, text: str) -> Iterator[WrittenValue]:
        """Yield numbers with a sign, a scale or a percentage, and in some languages dates in digits."""
        for match in self._amount.finditer(text):
            scale = folded(match["scale"] or "")
            if scale in self._money_scales and not text[
                max(0, match.start() - _BEFORE_AMOUNT) : match.start()
            ].rstrip().endswith(self._money):
                scale = ""
            if not (match["rest"] or scale or match["percent"]):
                continue
            digits = text[match.start() : match.end("rest")]
            number = self._number(digits)
            if number is None:
                if self._numeric_day and (date := self._numeric_day.fullmatch(digits)):
                    yield _date(date[3], date[2], date[1], *match.span())
                continue
            words = [_word(number)] if match["rest"] else []
            if scale:
                words.insert(0, _word(number * self._scales[scale]))
            elif match["percent"]:
                words.insert(0, f"percent{_word(number)}")
            yield WrittenValue(tuple(words), *match.span(), is_divided=bool(match["rest"]))

    def _number(self, digits: str) -> Decimal | None:
        """Return the number of digits with signs between them; None for a date, a version and the like."""
        if len(digits) > _LONGEST_NUMBER:
            return None
        plain = _SPACE.sub("", digits)
        if _MARK.search(plain):
            return None
        signs = _SIGN.findall(plain)
        groups = _GROUPS.fullmatch(plain)
        if not signs or (groups and (len(signs) > 1 or signs[0] == self._thousands)):
            return Decimal(_SIGN.sub("", plain))
        whole, fraction = plain[: plain.rindex(signs[-1])], plain[plain.rindex(signs[-1]) + 1 :]
        if len(signs) == 1:
            is_decimal = signs[0] == self._decimal
        else:
            groups = _GROUPS.fullmatch(whole)
            is_decimal = groups is not None and groups[1] != signs[-1]
        return Decimal(f"{_SIGN.sub('', whole)}.{fraction}") if is_decimal else None


@lru_cache(maxsize=64)
def _reader(language: str) -> _Reader:
    return _Reader(lexicon_of(language).values)


def _word(number: Decimal) -> str:
    """Return a number as a word: `1577`, `1point58`."""
    whole, _, fraction = f"{number:f}".partition(".")
    fraction = fraction.rstrip("0")
    return f"{int(whole)}point{fraction}" if fraction else str(int(whole))


def _date(year: str, month: str | int, day: str, start: int, end: int) -> WrittenValue:
    return WrittenValue((f"date{year}{int(month):02}{int(day):02}",), start, end)
