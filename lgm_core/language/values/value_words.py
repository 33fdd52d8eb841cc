"""The words and signs of a language for dates, numbers and quantities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["ValueWords", "metric_units"]


@dataclass(frozen=True, slots=True, eq=False)
class ValueWords:
    """The words of a language for reading values, all in lower case.

    Attributes:
        months: the number of each month's name or abbreviation, without its full stop.
        circa: words before an approximate date.
        before_christ: marks of years BC, as regular expressions.
        after_christ: marks of years AD, as regular expressions.
        era_first: whether the mark may precede the year, as *AD* does.
        centuries: regular expression for text after the ordinal number of a century.
        decade: regular expression for text after the first year of a decade, as the *s* of *1990s*.
        ordinal: regular expression for text after the digits of an ordinal number.
        of_month: words that may stand between day and month.
        to: words between the ends of a range.
        born: words and signs before a date of birth.
        died: words and signs before a date of death.
        numeric_day: whether *17.06.2016* is a date of day, month and year.
        thousands: signs between groups of three digits.
        decimal: the sign before a fraction.
        scales: words that multiply the preceding number, as *million*.
        money_scales: words that do so only for money: *$3m*, but *3 m* is a length.
        units: the symbol and the factor of each unit's name or sign.
        currencies: codes of currencies, by their sign or name.
        number_in_words: reads a number written in words (in lower case), None for other words.
        number_word: regular expression for the first word of a number in words; empty if these are not read.
        not_a_year: regular expression for text after four digits that are a count.
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


def metric_units(**names: str) -> dict[str, tuple[str, float]]:
    """Return units with the same spelling in many languages, with further names for some of them.

    Args:
        names: for the key of a unit (see the source), names separated by `|`.
    """
    units = {
        "km": ("m", 1000.0),
        "m": ("m", 1.0),
        "cm": ("m", 0.01),
        "mm": ("m", 0.001),
        "mi": ("m", 1609.344),
        "ft": ("m", 0.3048),
        "inch": ("m", 0.0254),
        "yd": ("m", 0.9144),
        "kg": ("kg", 1.0),
        "g": ("kg", 0.001),
        "t": ("kg", 1000.0),
        "lb": ("kg", 0.45359237),
        "km²": ("m²", 1e6),
        "m²": ("m²", 1.0),
        "ha": ("m²", 10_000.0),
        "acre": ("m²", 4046.8564224),
        "l": ("m³", 0.001),
        "s": ("s", 1.0),
        "min": ("s", 60.0),
        "h": ("s", 3600.0),
        "day": ("s", 86_400.0),
        "week": ("s", 604_800.0),
        "month": ("month", 1.0),
        "year": ("month", 12.0),
        "kw": ("W", 1000.0),
        "mw": ("W", 1e6),
        "km/h": ("m/s", 1 / 3.6),
        "mph": ("m/s", 0.44704),
        "°c": ("°C", 1.0),
        "%": ("%", 1.0),
    }
    signs = {"km²": ("km2", "sq km"), "m²": ("m2", "sq m"), "h": ("hr",), "s": ("sec",), "lb": ("lbs",)}
    spelt = {sign: units[unit] for unit, others in signs.items() for sign in others}
    named = {name: units[unit] for unit, listed in names.items() for name in listed.split("|")}
    only_by_name = {"inch", "acre", "day", "week", "month", "year"}
    return {**{unit: units[unit] for unit in units.keys() - only_by_name}, **spelt, **named}
