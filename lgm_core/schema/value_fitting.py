"""Whether values lie in the ranges of a schema."""

from __future__ import annotations

from functools import lru_cache

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import Value, ValueKind
from lgm_core.model.schema import ValueRange

__all__ = ["as_number", "is_unit", "range_unit", "value_fits", "values_of", "whole_value"]

_LANGUAGES = ("en", "de")
"""The languages whose units and values are read."""


def value_fits(wanted: ValueRange, value: Value, language: str) -> bool:
    """Tell whether a value has the kind and unit of a range, and lies between its bounds.

    Any value fits the range `text`. A date of a year alone may be a number: texts write both alike.
    """
    if wanted.kind is ValueKind.TEXT:
        return True
    value = as_number(value) if wanted.kind is ValueKind.NUMBER else value
    if value.kind is not wanted.kind:
        return False
    if value.start is None and wanted.kind is not ValueKind.DATE:  # *at least 15 euros*
        return wanted.low is None and wanted.high is None
    unit, factor = range_unit(wanted.unit, language)
    if unit != value.unit and wanted.unit:
        return False
    if value.start is None or value.end is None or wanted.kind is ValueKind.DATE:
        return value.start is not None
    return _is_between(wanted, value.start / factor, value.end / factor)


def as_number(value: Value) -> Value:
    """Return a year or text of digits as the number it may be, since texts write both alike; others as they are."""
    if value.kind not in (ValueKind.DATE, ValueKind.TEXT) or not value.text.strip().isdecimal():
        return value
    return Value(value.text, ValueKind.NUMBER, float(value.text), float(value.text))


def _is_between(wanted: ValueRange, start: float, end: float) -> bool:
    return (wanted.low is None or start >= wanted.low) and (wanted.high is None or end <= wanted.high)


@lru_cache(maxsize=256)
def range_unit(unit: str, language: str) -> tuple[str, float]:
    """Return the symbol in which values of a unit are compared, and how many of them it has: of `g` `kg` and 0.001."""
    found = find_values(f"1 {unit}", lexicon_of(language)) if unit else []
    value = found[0].value if found else None
    if value is None or value.kind is not ValueKind.QUANTITY or value.start is None:
        return unit, 1.0
    return value.unit, value.start


def whole_value(text: str, language: str) -> Value | None:
    """Return the value that a whole text is; None if it is, or also has, something else."""
    found = find_values(text, lexicon_of(language))
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(text)):
        return found[0].value
    return None


def values_of(text: str) -> dict[str, Value]:
    """Return the values that a whole text may be, by the language in which it is read."""
    return {code: value for code in _LANGUAGES if (value := whole_value(text, code)) is not None}


def is_unit(unit: str) -> bool:
    """Tell whether values of texts can have a unit: a symbol, the code of a currency, or as texts write it."""
    if any(value.kind is ValueKind.QUANTITY for value in values_of(f"1 {unit}").values()):
        return True
    read = [lexicon_of(code).values for code in _LANGUAGES]
    return any(unit in {symbol for symbol, _ in each.units.values()} | {*each.currencies.values()} for each in read)
