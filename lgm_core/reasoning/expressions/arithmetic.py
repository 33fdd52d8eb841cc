"""Arithmetic on numbers with units and on dates, with limits."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt

from lgm_core.errors import PlanError
from lgm_core.model.facts.value import iso_date
from lgm_core.reasoning.expressions.measures import Amount, Measure, Period

__all__ = ["add", "divide", "multiply", "negate", "power", "square_root", "subtract", "year_amount"]

_MOST_BITS = 1000
"""Of numerator and denominator, about 300 digits, so that every number can be a float."""

_ROOT_DIGITS = 30

_PRODUCTS = {("m", "m"): "m²", ("m", "m²"): "m³", ("m/s", "s"): "m"}

_QUOTIENTS = {("m²", "m"): "m", ("m³", "m"): "m²", ("m³", "m²"): "m", ("m", "s"): "m/s", ("m", "m/s"): "s"}

_DAY = 86_400
"""Seconds."""

Notes = dict[str, None]
"""What a reader should know, each note once, in order."""


def add(left: Measure, right: Measure, notes: Notes) -> Measure:
    """Return a sum; a date plus a number without a unit, or a number of years, is a year.

    Raises:
        PlanError: the units do not fit, or both are dates.
    """
    if isinstance(left, Period) and isinstance(right, Period):
        raise PlanError(f"{left.text} and {right.text} are dates; they cannot be added")
    if isinstance(right, Period):
        left, right = right, left
    if isinstance(left, Period):
        assert isinstance(right, Amount)
        return _later(left, right, notes)
    assert isinstance(right, Amount)
    return _same_unit(left, right, "added", lambda one, other: one + other)


def subtract(left: Measure, right: Measure, notes: Notes) -> Measure:
    """Return a difference, in days between two days and in years between other dates.

    Raises:
        PlanError: the units do not fit, or a date is subtracted from a quantity.
    """
    if isinstance(left, Period) and isinstance(right, Period):
        if left.is_day and right.is_day:
            return Amount(Fraction(left.first - right.first) * _DAY, "s")
        return Amount(year_amount(left, notes).number - year_amount(right, notes).number)
    if isinstance(left, Period):
        assert isinstance(right, Amount)
        return _later(left, Amount(-right.number, right.unit), notes)
    if isinstance(right, Period):
        if left.unit:
            raise PlanError(f"{right.text} is a date; it cannot be subtracted from {left.text}")
        right = year_amount(right, notes)
    return _same_unit(left, right, "subtracted", lambda one, other: one - other)


def multiply(left: Measure, right: Measure, notes: Notes) -> Amount:
    """Return a product; a percentage counts as a fraction.

    Raises:
        PlanError: the units do not fit.
    """
    one, other = _as_factor(year_amount(left, notes), right), _as_factor(year_amount(right, notes), left)
    unit = one.unit or other.unit
    if one.unit and other.unit:
        pair = min((one.unit, other.unit), (other.unit, one.unit))
        if pair not in _PRODUCTS:
            raise PlanError(f"the units of {one.text} and {other.text} do not fit; they cannot be multiplied")
        unit = _PRODUCTS[pair]
    return Amount(_limited(one.number * other.number), unit)


def divide(left: Measure, right: Measure, notes: Notes) -> Amount:
    """Return a quotient.

    Raises:
        PlanError: the units do not fit, or the divisor is zero.
    """
    one, other = year_amount(left, notes), _as_factor(year_amount(right, notes), left)
    if not other.number:
        raise PlanError(f"{one.text} cannot be divided by zero")
    unit = one.unit
    if other.unit:
        if one.unit != other.unit and (one.unit, other.unit) not in _QUOTIENTS:
            raise PlanError(f"the units of {one.text} and {other.text} do not fit; they cannot be divided")
        unit = _QUOTIENTS.get((one.unit, other.unit), "")
    return Amount(_limited(one.number / other.number), unit)


def power(left: Measure, right: Measure, notes: Notes) -> Amount:
    """Return a power.

    Raises:
        PlanError: the result is too large or not a real number, or an operand has a unit.
    """
    base, exponent = year_amount(left, notes), year_amount(right, notes)
    if base.unit or exponent.unit:
        raise PlanError(f"{base.text} cannot be raised to {exponent.text}; powers are of numbers without units")
    if not base.number and exponent.number < 0:
        raise PlanError(f"0 cannot be raised to {exponent.text}: that divides by zero")
    if exponent.number.denominator != 1:
        return _root_power(base, exponent)
    bits = max(base.number.numerator.bit_length(), base.number.denominator.bit_length()) - 1
    if bits * abs(exponent.number) > _MOST_BITS or abs(exponent.number) > _MOST_BITS:
        raise PlanError(f"{_short(base)} to the power of {_short(exponent)} is too large to compute")
    return Amount(_limited(base.number ** int(exponent.number)))


def square_root(of: Measure, notes: Notes) -> Amount:
    """Return a square root, exactly if it is a fraction.

    Raises:
        PlanError: the number is negative or has a unit.
    """
    amount = year_amount(of, notes)
    number = amount.number
    if amount.unit or number < 0:
        raise PlanError(f"{amount.text} has no square root that is a number")
    above, below = isqrt(number.numerator), isqrt(number.denominator)
    if above * above == number.numerator and below * below == number.denominator:
        return Amount(Fraction(above, below))
    with localcontext() as context:
        context.prec = _ROOT_DIGITS
        return Amount(Fraction((Decimal(number.numerator) / Decimal(number.denominator)).sqrt()))


def negate(of: Measure, notes: Notes) -> Amount:
    """Return a number with its sign changed."""
    amount = year_amount(of, notes)
    return Amount(-amount.number, amount.unit)


def year_amount(of: Measure, notes: Notes) -> Amount:
    """Return a number, or the year of a date as a number, with a note.

    Raises:
        PlanError: the date extends over several years.
    """
    if isinstance(of, Amount):
        return of
    if of.year is None:
        span = f"{iso_date(of.first)} to {iso_date(of.last)}"
        raise PlanError(f"{of.text} is not a single year but {span}; it cannot be computed with")
    if of.text != str(of.year):
        notes[f'"{of.text}" counts as the year {of.year}'] = None
    return Amount(Fraction(of.year))


def _later(date: Period, by: Amount, notes: Notes) -> Measure:
    """Return a date moved by a duration, or its year moved by a number."""
    if by.unit == "s" and date.is_day and not by.number % _DAY:
        day = date.first + int(by.number / _DAY)
        return Period(day, day, iso_date(day))
    years = by.number / 12 if by.unit == "month" else by.number
    if by.unit not in ("", "month") or years.denominator != 1:
        raise PlanError(f"{by.text} cannot be added to the date {date.text} or subtracted from it")
    return Amount(_limited(year_amount(date, notes).number + years))


def _same_unit(left: Amount, right: Amount, done: str, operation: Callable[[Fraction, Fraction], Fraction]) -> Amount:
    if left.unit != right.unit:
        raise PlanError(f"the units of {left.text} and {right.text} do not fit; they cannot be {done}")
    return Amount(_limited(operation(left.number, right.number)), left.unit)


def _as_factor(amount: Amount, other: Measure) -> Amount:
    """Return a percentage as a fraction, unless the other factor is a percentage too."""
    if amount.unit == "%" and not (isinstance(other, Amount) and other.unit == "%"):
        return Amount(amount.number / 100)
    return amount


def _root_power(base: Amount, exponent: Amount) -> Amount:
    if base.number < 0:
        raise PlanError(f"{base.text} to the power of {exponent.text} is not a real number")
    if exponent.number == Fraction(1, 2):
        return square_root(base, {})
    try:
        return Amount(_limited(Fraction(repr(float(base.number) ** float(exponent.number)))))
    except OverflowError:
        raise PlanError(f"{_short(base)} to the power of {_short(exponent)} is too large to compute") from None


def _limited(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _MOST_BITS:
        raise PlanError("a number becomes too large to compute")
    return number


def _short(amount: Amount) -> str:
    return amount.text if len(amount.text) <= 20 else f"{amount.text[:20]}…"
