"""German words for dates, numbers and quantities."""

from __future__ import annotations

import re

from lgm_core.language.values.metric_units import metric_units
from lgm_core.language.values.value_words import ValueWords

__all__ = ["GERMAN_VALUES"]

_MONTHS = "januar februar märz april mai juni juli august september oktober november dezember"
_ONES = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_NUMBERS = {
    **{word: number for number, word in enumerate(_ONES.split())},
    "ein": 1,
    "eine": 1,
    "zwo": 2,
}
_TENS = {
    "zwanzig": 20,
    "dreißig": 30,
    "dreissig": 30,
    "vierzig": 40,
    "fünfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
}
_SCALES = {
    "million": 1e6,
    "millionen": 1e6,
    "mio.": 1e6,
    "milliarde": 1e9,
    "milliarden": 1e9,
    "mrd.": 1e9,
    "billion": 1e12,
    "billionen": 1e12,
}
_UNIT = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_TEN = "|".join(_TENS)
_COMPOUND = re.compile(
    rf"(?:(?P<thousands>.+?)?(?P<thousand>tausend)(?:und)?)?"
    rf"(?:(?P<hundreds>{_UNIT})?(?P<hundred>hundert)(?:und)?)?"
    rf"(?:(?:(?P<ones>{_UNIT})und)?(?P<tens>{_TEN})|(?P<small>{_UNIT}))?"
)


def german_number(text: str) -> float | None:
    """Return the number that words stand for, as *zweihundertsechs* or *drei Millionen*; None if they are none."""
    words = text.split()
    if len(words) == 2 and words[1] in _SCALES:
        factor = german_number(words[0])
        return None if factor is None else factor * _SCALES[words[1]]
    match = _COMPOUND.fullmatch(words[0]) if len(words) == 1 else None
    if match is None or not match[0]:
        return None
    total = 0.0
    if match["thousand"]:
        thousands = german_number(match["thousands"]) if match["thousands"] else 1.0
        if thousands is None or thousands >= 1000:
            return None
        total += 1000 * thousands
    if match["hundred"]:
        total += 100 * (_NUMBERS[match["hundreds"]] if match["hundreds"] else 1)
    if match["tens"]:
        total += _TENS[match["tens"]] + (_NUMBERS[match["ones"]] if match["ones"] else 0)
    return total + (_NUMBERS[match["small"]] if match["small"] else 0)


_UNITS = {
    **metric_units(
        km="kilometer|kilometern",
        m="meter|metern",
        cm="zentimeter|zentimetern",
        mm="millimeter|millimetern",
        mi="meile|meilen",
        ft="fuß",
        inch="zoll",
        kg="kilogramm|kilo",
        g="gramm",
        t="tonne|tonnen",
        lb="pfund",
        ha="hektar",
        l="liter|litern",
        s="sekunde|sekunden",
        min="minute|minuten",
        h="stunde|stunden",
        day="tag|tage|tagen",
        week="woche|wochen",
        month="monat|monate|monaten",
        year="jahr|jahre|jahren",
        kw="kilowatt",
        mw="megawatt",
    ),
    "quadratkilometer": ("m²", 1e6),
    "quadratmeter": ("m²", 1.0),
    "grad celsius": ("°C", 1.0),
    "prozent": ("%", 1.0),
}
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_CURRENCIES |= {"euro": "EUR", "dollar": "USD", "yen": "JPY", "eur": "EUR", "usd": "USD", "gbp": "GBP"}


def _month_names() -> dict[str, int]:
    months = {name: number for number, name in enumerate(_MONTHS.split(), 1)}
    short = {name[:3]: number for name, number in months.items()}
    return months | short | {"jänner": 1, "feber": 2, "maerz": 3, "sept": 9}


GERMAN_VALUES = ValueWords(
    months=_month_names(),
    circa=("um", "ca.", "circa", "etwa", "gegen", "ungefähr"),
    before_christ=(r"v\.\s?(?:Chr|d\.\s?Z|u\.\s?Z)\.", r"vor\s(?:Christus|Christi\sGeburt|unserer\sZeitrechnung)"),
    after_christ=(r"n\.\s?(?:Chr|u\.\s?Z)\.", r"nach\s(?:Christus|Christi\sGeburt)"),
    centuries=r"\.?\s(?:Jahrhunderts?|Jh\.|Jhd\.)",
    decade=r"er(?:\sJahren?|-Jahren?)?",
    ordinal=r"\.",
    to=("bis", "und"),
    born=("geboren", "geboren am", "geb.", "*"),
    died=("gestorben", "gestorben am", "gest.", "†"),
    numeric_day=True,
    thousands=".",
    decimal=",",
    scales=_SCALES,
    units=_UNITS,
    currencies=_CURRENCIES,
    number_in_words=german_number,
    number_word=r"\w*(?:" + "|".join([*_NUMBERS, *_TENS, "hundert", "tausend"]) + r")",
    not_a_year=r"\s+(?:Menschen|Einwohner\w*|Personen|Mann|Frauen|Kinder|Soldaten|Exemplare\w*|Stück)\b",
)
