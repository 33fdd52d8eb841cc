"""Reading numbers in digits and words, and quantities: numbers with a unit or a currency."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lgm_core.language.values.date_reading import FoundValue
from lgm_core.language.values.patterns import alternatives, folded
from lgm_core.language.values.value_words import ValueWords
from lgm_core.model.facts.value import Value, ValueKind

__all__ = ["NumberReader", "number_reader"]


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
    """Return the reader of a language, made once."""
    return NumberReader(words)
