"""Days as numbers, of any year before or after Christ: the proleptic Gregorian calendar, as in ISO 8601.

Years are astronomical: 0 is 1 BC, -43 is 44 BC. Day 0 is 1 January 1970. The standard library's dates begin in year 1.
"""

from __future__ import annotations

from datetime import date

__all__ = ["day_number", "iso_date", "last_day"]

_CYCLE_YEARS, _CYCLE_DAYS = 400, 146_097
"""After 400 years the calendar repeats, so any year is one of those that `datetime` knows, some cycles away."""

_EPOCH = date(1970, 1, 1).toordinal()


def day_number(year: int, month: int = 1, day: int = 1) -> int:
    """Return the number of a day.

    Raises:
        ValueError: there is no such day.
    """
    cycles, year_of_cycle = divmod(year - 1, _CYCLE_YEARS)
    return date(year_of_cycle + 1, month, day).toordinal() + cycles * _CYCLE_DAYS - _EPOCH


def iso_date(day: int) -> str:
    """Return a day as ISO 8601 writes it: `1904-06-17`, `-0043-03-15`."""
    year, month, day_of_month = _parts(day)
    return f"{'-' * (year < 0)}{abs(year):04}-{month:02}-{day_of_month:02}"


def last_day(first: int, *, months: int) -> int:
    """Return the last day of a stretch of months that begins on the first day of one."""
    year, month, _ = _parts(first)
    further, month = divmod(month - 1 + months, 12)
    return day_number(year + further, month + 1) - 1


def _parts(day: int) -> tuple[int, int, int]:
    cycles, ordinal = divmod(day + _EPOCH - 1, _CYCLE_DAYS)
    found = date.fromordinal(ordinal + 1)
    return found.year + cycles * _CYCLE_YEARS, found.month, found.day
