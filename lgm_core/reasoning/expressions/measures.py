"""What can be computed with: numbers with units, and dates as periods of days."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isfinite

from lgm_core.errors import PlanError
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import SectionEnd, Value, ValueKind
from lgm_core.model.facts.fact import end_identity
from lgm_core.model.facts.value import day_number, iso_date
from lgm_core.reasoning.execution.binding_tables import Binding

__all__ = ["Amount", "Measure", "Period", "distinct", "meaning_key", "measured", "value_binding", "year_period"]

_MOST_TEXT = 200
"""The most characters of a text that is read as a value."""

_DIGITS = 12
"""How many significant digits of a number are written."""

_DURATIONS = {"month": ((12, "years"), (1, "months")), "s": ((86_400, "days"), (3600, "h"), (60, "min"))}
"""The units in which durations are written: the largest of which they are whole multiples."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An exact number, with the unit of its `Value`, if any."""

    number: Fraction
    unit: str = ""

    @property
    def text(self) -> str:
        """Return the number as digits, with its unit: `0.3`, `1500 m`, `12 days`."""
        for size, name in _DURATIONS.get(self.unit, ()):
            if self.number and not self.number % size:
                count = self.number / size
                return f"{count} {name[:-1] if abs(count) == 1 and name.endswith('s') else name}"
        return " ".join(filter(None, (_digits(self.number), self.unit)))


@dataclass(frozen=True, slots=True)
class Period:
    """A date of any precision, as the first and last day that it may mean, numbered as in `Value`."""

    first: int
    last: int
    text: str

    @property
    def year(self) -> int | None:
        """Return its calendar year; None if it extends over several."""
        year = _year(self.first)
        return year if year == _year(self.last) else None

    @property
    def is_day(self) -> bool:
        """Return whether it is one day."""
        return self.first == self.last


Measure = Amount | Period


def measured(binding: Binding, notes: dict[str, None]) -> Measure | None:
    """Return the number or date of a binding; None if it has neither.

    Args:
        binding: a value, or a text with exactly one value.
        notes: receives a note if a value was taken from a longer text.

    Raises:
        PlanError: the number is too large.
    """
    value = _value(binding, notes)
    if value is None or value.start is None or value.end is None:
        return None
    if value.kind is ValueKind.DATE:
        return Period(int(value.start), int(value.end), value.text)
    if not (isfinite(value.start) and isfinite(value.end)):
        raise PlanError(f'"{value.text:.20}…" is too large to compute with')
    return Amount(_exact(value), value.unit)


def value_binding(measure: Measure) -> Binding:
    """Return a number or date as a binding."""
    if isinstance(measure, Period):
        return Binding(Value(measure.text, ValueKind.DATE, float(measure.first), float(measure.last)), measure.text)
    number = float(measure.number)
    kind = ValueKind.QUANTITY if measure.unit else ValueKind.NUMBER
    return Binding(Value(measure.text, kind, number, number, measure.unit), measure.text)


def year_period(year: int) -> Period:
    """Return a calendar year."""
    return Period(day_number(year), day_number(year + 1) - 1, str(year))


def meaning_key(binding: Binding) -> tuple[object, ...]:
    """Return a key that is equal for things that are the same: the key of a concept, the meaning of a value."""
    end = binding.end
    if isinstance(end, str):
        return "text", end.casefold()
    if isinstance(end, SectionEnd) or end.start is not None:
        return tuple(end_identity(end))
    return "text", " ".join(end.text.casefold().split())


def distinct(bindings: tuple[Binding, ...]) -> tuple[Binding, ...]:
    """Return the different things among some, in order."""
    found: dict[tuple[object, ...], Binding] = {}
    for binding in bindings:
        found.setdefault(meaning_key(binding), binding)
    return tuple(found.values())


def _value(binding: Binding, notes: dict[str, None]) -> Value | None:
    end = binding.end
    if isinstance(end, SectionEnd):
        return None
    if isinstance(end, Value) and (end.start is not None or end.kind in (ValueKind.NUMBER, ValueKind.QUANTITY)):
        return end  # *up to 12 kg* is not 12 kg
    text = (end.text if isinstance(end, Value) else binding.name).strip()
    found = find_values(text, lexicon_of("en")) if len(text) <= _MOST_TEXT else []
    if len(found) != 1:
        return None
    if (found[0].start, found[0].end) != (0, len(text)):
        # A number in a name (*Apollo 11*) and a part of a number are not values.
        if isinstance(end, str) or text[found[0].end + 1 : found[0].end + 2].isdigit():
            return None
        notes[f'"{found[0].value.text}" was taken out of "{text}"'] = None
    return found[0].value


def _exact(value: Value) -> Fraction:
    """Return the number of a value, exactly as written if the text is only a number."""
    assert value.start is not None
    text = value.text
    if text.isascii() and text.replace(".", "", 1).removeprefix("-").isdigit() and float(text) == value.start:
        return Fraction(text)
    return Fraction(repr(value.start))


def _year(day: int) -> int:
    return int(iso_date(day)[:-6])


def _digits(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    with localcontext() as context:
        context.prec = _DIGITS
        return f"{(Decimal(number.numerator) / Decimal(number.denominator)).normalize():f}"
