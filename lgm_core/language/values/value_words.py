"""The words and signs with which a language writes dates, numbers and quantities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["ValueWords"]


@dataclass(frozen=True, slots=True, eq=False)
class ValueWords:
    """What reading values needs to know of a language; all words are in lower case.

    Attributes:
        months: number of each name or abbreviation of a month, without its full stop.
        circa: words before a date that is not exact.
        before_christ: marks of years before Christ, as regular expressions.
        after_christ: marks of years after Christ, as regular expressions.
        era_first: whether the mark of years after Christ may stand before the year, as *AD* does.
        centuries: regular expression of what follows an ordinal number that counts centuries.
        decade: regular expression of what follows the first year of a decade, as the *s* of *1990s*.
        ordinal: regular expression of what follows the digits of an ordinal number.
        of_month: words that may stand between day and month.
        to: words between the ends of a range.
        born: words and signs before a date of birth.
        died: words and signs before a date of death.
        numeric_day: whether *17.06.2016* is a date of day, month and year.
        thousands: signs between groups of three digits.
        decimal: the sign before a fraction.
        scales: words that multiply a number before them, as *million*.
        money_scales: those that do so only of money: *$3m*, but *3 m* is a length.
        units: the symbol and the factor of each unit's name or sign.
        currencies: codes of currencies, by their sign or name.
        number_in_words: reads a number written in words (in lower case), None if it is none.
        number_word: regular expression of a word that a number in words may begin with; empty where none is read.
        not_a_year: regular expression of what follows four digits that count something.
    """

    months: Mapping[str, int] = field(default_factory=dict)
    circa: tuple[str, ...] = ()
    before_christ: tuple[str, ...] = ()
    after_christ: tuple[str, ...] = ()
    era_first: bool = False
    centuries: str = ""
    decade: str = ""
    ordinal: str = ""
    of_month: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    born: tuple[str, ...] = ()
    died: tuple[str, ...] = ()
    numeric_day: bool = False
    thousands: str = ","
    decimal: str = "."
    scales: Mapping[str, float] = field(default_factory=dict)
    money_scales: Mapping[str, float] = field(default_factory=dict)
    units: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    currencies: Mapping[str, str] = field(default_factory=dict)
    number_in_words: Callable[[str], float | None] | None = None
    number_word: str = ""
    not_a_year: str = ""
