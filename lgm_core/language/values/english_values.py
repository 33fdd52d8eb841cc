"""English words for dates, numbers and quantities."""

from __future__ import annotations

import re

from lgm_core.language.values.value_words import ValueWords, metric_units

__all__ = ["ENGLISH_VALUES"]

_MONTHS = "january february march april may june july august september october november december"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBERS = {
    **{word: number for number, word in enumerate(_ONES.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "dozen": 12,
}
_SCALES = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_SEPARATOR = re.compile(r"[\s-]+")


def english_number(text: str) -> float | None:
    """Return the number for words such as *two hundred and six*; None if they are not a number."""
    total = group = 0.0
    last: float | None = None
    words = _SEPARATOR.split(text)
    for word in words:
        if word == "and" and last is not None and last >= 100:
            continue
        if word in _SCALES:
            scale = _SCALES[word]
            if scale == 100:
                group = (group or 1) * 100
            else:
                total, group = total + (group or 1) * scale, 0.0
            last = scale
        elif word in _NUMBERS:
            number = _NUMBERS[word]
            follows_tens = last is not None and 20 <= last < 100 and 0 < number < 10
            if last is not None and last < 100 and not follows_tens:
                return None
            group, last = group + number, float(number)
        else:
            return None
    return total + group if last is not None else None


_UNITS = {
    **metric_units(
        km="kilometre|kilometres|kilometer|kilometers",
        m="metre|metres|meter|meters",
        cm="centimetre|centimetres|centimeter|centimeters",
        mm="millimetre|millimetres|millimeter|millimeters",
        mi="mile|miles",
        ft="foot|feet",
        inch="inch|inches",
        yd="yard|yards",
        kg="kilogram|kilograms|kilo|kilos",
        g="gram|grams",
        t="tonne|tonnes|ton|tons",
        lb="pound|pounds",
        ha="hectare|hectares",
        acre="acre|acres",
        l="litre|litres|liter|liters",
        s="second|seconds",
        min="minute|minutes",
        h="hour|hours",
        day="day|days",
        week="week|weeks",
        month="month|months",
        year="year|years",
        kw="kilowatt|kilowatts",
        mw="megawatt|megawatts",
    ),
    "square kilometres": ("m²", 1e6),
    "square kilometers": ("m²", 1e6),
    "square metres": ("m²", 1.0),
    "square meters": ("m²", 1.0),
    "square miles": ("m²", 2_589_988.110336),
    "square feet": ("m²", 0.09290304),
    "degrees celsius": ("°C", 1.0),
    "percent": ("%", 1.0),
    "per cent": ("%", 1.0),
}
_CURRENCIES = {
    "$": "USD",
    "us$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "dollar": "USD",
    "dollars": "USD",
    "euro": "EUR",
    "euros": "EUR",
    "yen": "JPY",
    "usd": "USD",
    "eur": "EUR",
    "gbp": "GBP",
}


def _month_names() -> dict[str, int]:
    months = {name: number for number, name in enumerate(_MONTHS.split(), 1)}
    return months | {name[:3]: number for name, number in months.items()} | {"sept": 9}


ENGLISH_VALUES = ValueWords(
    months=_month_names(),
    circa=("circa", "c.", "ca.", "about", "around", "approximately"),
    before_christ=(r"B\.?\s?C\.?(?:\s?E\.?)?",),
    after_christ=(r"A\.?\s?D\.?", r"C\.?\s?E\.?"),
    era_first=True,
    centuries=r"[\s-]century|[\s-]centuries",
    decade=r"['’]?s",
    ordinal=r"(?:st|nd|rd|th)",
    of_month=("of", "of the"),
    to=("to", "until", "till", "through", "and"),
    born=("born", "born on", "born in", "b."),
    died=("died", "died on", "died in", "d.", "†"),
    scales={**_SCALES, "mn": 1e6, "bn": 1e9},
    money_scales={"m": 1e6},
    units=_UNITS,
    currencies=_CURRENCIES,
    number_in_words=english_number,
    number_word="|".join([*_ONES.split(), *_TENS.split(), "dozen", *_SCALES]),
    not_a_year=r"\s+(?:people|men|women|children|(?!s\b)[a-z]{3,}(?<!ss)s)\b",
)
