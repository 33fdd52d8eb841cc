"""Values: dates, numbers and quantities stated in texts, as written and in comparable form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

__all__ = ["Value", "ValueKind", "day_number", "iso_date", "last_day"]

_CYCLE_YEARS, _CYCLE_DAYS = 400, 146_097
"""The calendar repeats after 400 years, so any year corresponds to one that `datetime` supports, some cycles away."""

_EPOCH = date(1970, 1, 1).toordinal()


def day_number(year: int, month: int = 1, day: int = 1) -> int:
    """Return the number of a day.

    Raises:
        ValueError: there is no such day.
    """
    cycles, year_of_cycle = divmod(year - 1, _CYCLE_YEARS)
    return date(year_of_cycle + 1, month, day).toordinal() + cycles * _CYCLE_DAYS - _EPOCH


def iso_date(day: int) -> str:
    """Return a day in ISO 8601: `1904-06-17`, `-0043-03-15`."""
    year, month, day_of_month = _parts(day)
    return f"{'-' * (year < 0)}{abs(year):04}-{month:02}-{day_of_month:02}"


def last_day(first: int, *, months: int) -> int:
    """Return the last day of a period of months that begins on the first day of one."""
    year, month, _ = _parts(first)
    further, month = divmod(month - 1 + months, 12)
    return day_number(year + further, month + 1) - 1


def _parts(day: int) -> tuple[int, int, int]:
    cycles, ordinal = divmod(day + _EPOCH - 1, _CYCLE_DAYS)
    found = date.fromordinal(ordinal + 1)
    return found.year + cycles * _CYCLE_YEARS, found.month, found.day


class ValueKind(StrEnum):
    """The kind of a value; TEXT could not be read as any of the others."""

    DATE = "date"
    NUMBER = "number"
    QUANTITY = "quantity"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Value:
    """A date, number or quantity.

    Attributes:
        text: as written.
        kind: its kind.
        start: the lower bound: for a date the first day it may mean, in days since 1 January 1970 (proleptic Gregorian
            calendar); for a quantity, in `unit`. None for a text.
        end: the upper bound: "1904" ends on 31 December 1904. Exact numbers have equal bounds.
        unit: for a quantity, its SI symbol, `%`, or the ISO 4217 code of a currency.
    """

    text: str
    kind: ValueKind
    start: float | None = None
    end: float | None = None
    unit: str = ""

    @property
    def normalised(self) -> str:
        """Return the value in normal form: `1904`, `2016-06`, `2016-06-17/2016-06-19`, `3.5`, `1200 m`."""
        if self.start is None or self.end is None:
            return self.text
        if self.kind is ValueKind.DATE:
            return _date_range(int(self.start), int(self.end))
        bounds = dict.fromkeys(f"{bound:.15g}" for bound in (self.start, self.end))
        return " ".join(filter(None, ("/".join(bounds), self.unit)))


def _date_range(start: int, end: int) -> str:
    first, last = iso_date(start), iso_date(end)
    if first == last:
        return first
    if first.endswith("-01") and end == last_day(start, months=1):
        return first[:-3]
    if first.endswith("-01-01") and end == last_day(start, months=12):
        return first[:-6]
    if first.endswith("-01-01") and last.endswith("-12-31"):
        return f"{iso_date(start)[:-6]}/{last[:-6]}"
    return f"{first}/{last}"
