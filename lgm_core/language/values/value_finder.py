"""Finding the values of a text: its dates, quantities and numbers, and the life spans of persons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from lgm_core.language.lexicons.lexicon import Lexicon
from lgm_core.language.values.date_reading import FoundValue, alternatives, date_reader, folded
from lgm_core.language.values.value_words import ValueWords
from lgm_core.model.facts.value import Value, ValueKind

__all__ = ["LifeEvent", "find_life_span", "find_values"]


class NumberReader:
    """Finds the numbers and quantities of texts in one language."""

    def __init__(self, words: ValueWords) -> None:
        self._words = words
        thousands, decimal = re.escape(words.thousands), re.escape(words.decimal)
        digits = rf"(?P<number>\d{{1,3}}(?:{thousands}\d{{3}})+(?:{decimal}\d+)?|\d+(?:{decimal}\d+)?)(?![.,]?\d)"
        word = words.number_word or "(?!)"
        in_words = rf"(?P<words>(?:{word})(?:[\s-](?:and\s)?(?:{word}))*)"
        money = f"(?:{alternatives(words.money_scales)})" if words.money_scales else "(?!)"
        of_money = rf"(?(sign){money}|{money}(?=[\s-]?(?:{alternatives(words.currencies)})(?!\w)))"
        scale = rf"(?:\s?(?P<scale>{alternatives(words.scales)}|{of_money})(?!\w))?"
        after = rf"(?:[\s-]?(?P<unit>{alternatives({**words.units, **words.currencies})})(?![\w²/]))?"
        before = rf"(?:(?P<sign>{alternatives(sign for sign in words.currencies if not sign[-1].isalpha())})\s?)?"
        self._pattern = re.compile(
            rf"(?<![\w.,]){before}(?P<minus>[-−])?(?:{digits}|\b{in_words}\b){scale}{after}(?!\w)", re.IGNORECASE
        )

    def find(self, text: str) -> Iterator[FoundValue]:
        """Yield the numbers and quantities of a text in order."""
        for match in self._pattern.finditer(text):
            number = self._number(match)
            if number is not None:
                unit = match["sign"] or match["unit"] or ""
                symbol, factor = self._unit(folded(unit))
                value = number * factor
                kind = ValueKind.QUANTITY if symbol else ValueKind.NUMBER
                yield FoundValue(*match.span(), Value(match[0], kind, value, value, symbol))

    def _number(self, match: re.Match[str]) -> float | None:
        number: float | None
        if match["words"] is not None:
            read = self._words.number_in_words
            number = None if read is None else read(folded(match["words"]))
        else:
            digits = match["number"].replace(self._words.thousands, "")
            number = float(digits.replace(self._words.decimal, "."))
        if number is None:
            return None
        scales = {**self._words.scales, **self._words.money_scales}
        scale = scales[folded(match["scale"])] if match["scale"] else 1.0
        return -number * scale if match["minus"] else number * scale

    def _unit(self, unit: str) -> tuple[str, float]:
        if unit in self._words.currencies:
            return self._words.currencies[unit], 1.0
        return self._words.units.get(unit, ("", 1.0))


@lru_cache(maxsize=8)
def number_reader(words: ValueWords) -> NumberReader:
    """Return the reader of a language, created once."""
    return NumberReader(words)


_BRACKETS = re.compile(r"\(([^()]*)\)")
_DASH = re.compile(r"\s*[–—]\s*|\s+-\s+|(?<=\d)\s*-\s*(?=\d)")


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """A birth or a death.

    Attributes:
        date: the date.
        start: the start of its date and place in the text.
        end: the end of these.
    """

    date: Value
    start: int
    end: int


def find_values(text: str, lexicon: Lexicon) -> list[FoundValue]:
    """Return the dates, quantities and numbers of a text, in order and without overlap.

    Args:
        text: any text.
        lexicon: the lexicon of the text's language; without words for values, only years, digits, and ISO 8601 dates
            are found.
    """
    found = list(date_reader(lexicon.values).find(text))
    numbers = number_reader(lexicon.values).find(text)
    found += [number for number in numbers if not any(_overlap(number, date) for date in found)]
    return sorted(found, key=attrgetter("start"))


def find_life_span(text: str, lexicon: Lexicon) -> tuple[LifeEvent | None, LifeEvent | None]:
    """Return a person's birth and death, from the first brackets of a sentence with a date.

    Reads *(1904–1987)*, *(4 May 1904, Bonn – 12 June 1987)*, *(born 4 May 1950)*, *(* 4. Mai 1904; † 12. Juni 1987)*.
    """
    words = lexicon.values
    for brackets in _BRACKETS.finditer(text):
        start, end = brackets.span(1)
        born, died = (_marked(text, start, end, marks, lexicon) for marks in (words.born, words.died))
        if born or died:
            return born, died
        halves = list(_halves(text, start, end))
        if len(halves) == 2 and (events := [_event(text, *half, lexicon) for half in halves]) and all(events):
            return events[0], events[1]
        if _event(text, start, end, lexicon) is not None:
            break
    return None, None


def _marked(text: str, start: int, end: int, marks: tuple[str, ...], lexicon: Lexicon) -> LifeEvent | None:
    """Return the event after one of the marks, up to a semicolon or the mark of the other event."""
    mark = _any_of(marks).search(text, start, end)
    if mark is None:
        return None
    stop = _any_of((*lexicon.values.born, *lexicon.values.died), or_else="[;–—]|")
    further = stop.search(text, mark.end(), end)
    return _event(text, mark.end(), end if further is None else further.start(), lexicon)


@lru_cache(maxsize=32)
def _any_of(words: tuple[str, ...], *, or_else: str = "") -> re.Pattern[str]:
    """Return a pattern of whole words in any case, preceded by an alternative pattern."""
    return re.compile(rf"{or_else}(?<!\w){alternatives(words)}(?!\w)", re.IGNORECASE)


def _halves(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts between dashes."""
    for dash in _DASH.finditer(text, start, end):
        yield start, dash.start()
        start = dash.end()
    yield start, end


def _event(text: str, start: int, end: int, lexicon: Lexicon) -> LifeEvent | None:
    """Return the event dated in a span of text, if it has one date."""
    dates = list(date_reader(lexicon.values).find(text[start:end]))
    return LifeEvent(dates[0].value, start, end) if len(dates) == 1 else None


def _overlap(first: FoundValue, second: FoundValue) -> bool:
    return first.start < second.end and second.start < first.end
