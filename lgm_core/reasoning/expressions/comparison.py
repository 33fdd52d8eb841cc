"""Comparing and sorting numbers with units, dates of different precision, and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from lgm_core.errors import PlanError
from lgm_core.model.facts.value import iso_date
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.expressions.measures import (
    Amount,
    Measure,
    Period,
    distinct,
    meaning_key,
    measured,
    year_period,
)

__all__ = ["Comparison", "ComparisonOperator", "Ordering", "compare", "ordered"]

ComparisonOperator = Literal["greater", "less", "equal"]

_MOST_YEAR = 9999
"""The greatest number that can be a year."""

_MOST_NAMED = 10
"""How many things a note names."""

_PRECISION = 1e-9
"""Relative: quantities closer than this only differ by rounding when units were converted."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether something is greater than, less than or equal to something else.

    Attributes:
        holds: None if this cannot be decided: "2016" may be 17 June 2016.
        notes: how they were compared.
        is_sure: false if dates overlap: "1920" may be before 3 April 1920 or after it.
    """

    holds: bool | None
    notes: tuple[str, ...] = ()
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Ordering:
    """Things in order.

    Attributes:
        places: the indexes of the things at each place, in order; equal things share a place.
        left_out: the indexes of things that do not compare with the others.
        notes: how they were compared.
        spans: the least and the greatest value that each thing may have, by index; for dates the first and last day.
    """

    places: tuple[tuple[int, ...], ...]
    left_out: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    spans: Mapping[int, tuple[float, float]] = field(default_factory=dict, hash=False)

    def may_swap(self, one: int, other: int) -> bool:
        """Return whether the spans of two things differ but overlap."""
        return _overlap(self.spans[one], self.spans[other])


def compare(left: Sequence[Binding], right: Sequence[Binding], operator: ComparisonOperator) -> Comparison:
    """Compare what two operands stand for.

    A number compared with a date is a year. Dates of different precision are compared by their first days. Several
    things are compared as sets: concepts by their keys, values by their meaning, texts in any case.

    Raises:
        PlanError: one side is empty; or, for `greater` and `less`, holds several things, or something that is neither
            number nor date; or the two do not compare, such as a date and a weight.
    """
    notes: dict[str, None] = {}
    one, other = distinct(tuple(left)), distinct(tuple(right))
    for things, side in ((one, "left"), (other, "right")):
        if not things:
            raise PlanError(f"there is nothing on the {side} to compare")
        if len(things) > 1 and operator != "equal":
            raise PlanError(f"there are {len(things)} things on the {side}; only one can be {operator}")
    if operator == "equal":
        return Comparison(_same_sets(one, other, notes), tuple(notes))
    first, last = _alike(_needed(one[0], notes), _needed(other[0], notes))
    holds = _before(last, first, notes) if operator == "greater" else _before(first, last, notes)
    return Comparison(holds, tuple(notes), not _overlap(_span(first), _span(last)))


def ordered(things: Sequence[Binding], direction: Literal["min", "max"]) -> Ordering:
    """Sort things: with `min` the least or earliest first, with `max` the greatest or latest.

    Dates of different precision are sorted by their first days. If there are dates, or most things have one unit, what
    does not compare with these is left out.

    Raises:
        PlanError: none of them is a number or date, or two units are equally frequent.
    """
    notes: dict[str, None] = {}
    measures = {index: of for index, thing in enumerate(things) if (of := measured(thing, notes)) is not None}
    if not measures:
        names = ", ".join(f'"{thing.name:.60}"' for thing in things[:3])
        raise PlanError(f"nothing to order by: {names or 'nothing'} is neither number nor date")
    measures = _of_one_kind(measures)
    left_out = tuple(index for index in range(len(things)) if index not in measures)
    for index in left_out:
        notes[f'"{things[index].name:.60}" does not compare with the others'] = None
    _note_precision([of for of in measures.values() if isinstance(of, Period)], notes)
    spans = {index: _span(of) for index, of in measures.items()}
    ranked = sorted(measures, key=lambda index: spans[index][0], reverse=direction == "max")
    places = groupby(ranked, key=lambda index: spans[index][0])
    return Ordering(tuple(tuple(sorted(place)) for _, place in places), left_out, tuple(notes), spans)


def _needed(thing: Binding, notes: dict[str, None]) -> Measure:
    measure = measured(thing, notes)
    if measure is None:
        raise PlanError(
            f'"{thing.name:.60}" is neither number nor date; it can be equal to another, not greater or less'
        )
    return measure


def _alike(one: Measure, other: Measure) -> tuple[Measure, Measure]:
    """Return two measures that compare; a number next to a date becomes a year.

    Raises:
        PlanError: they do not compare.
    """
    if isinstance(one, Period) and isinstance(other, Amount):
        other = _as_year(other) or other
    elif isinstance(one, Amount) and isinstance(other, Period):
        one = _as_year(one) or one
    if _kind(one) != _kind(other):
        raise PlanError(f"{one.text} and {other.text} do not compare: {_kind_name(one)} and {_kind_name(other)}")
    return one, other


def _as_year(amount: Amount) -> Period | None:
    number = amount.number
    return (
        year_period(int(number)) if not amount.unit and number.denominator == 1 and 0 < number <= _MOST_YEAR else None
    )


def _kind(measure: Measure) -> str:
    return "date" if isinstance(measure, Period) else f"number {measure.unit}"


def _kind_name(measure: Measure) -> str:
    if isinstance(measure, Period):
        return "a date"
    return f"a quantity in {measure.unit}" if measure.unit else "a number"


def _span(measure: Measure) -> tuple[float, float]:
    if isinstance(measure, Period):
        return measure.first, measure.last
    return float(measure.number), float(measure.number)


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return whether two spans differ but overlap."""
    return one != other and one[0] <= other[1] and other[0] <= one[1]


def _before(first: Measure, last: Measure, notes: dict[str, None]) -> bool | None:
    """Return whether one measure is less than another of its kind; None if this cannot be decided."""
    if isinstance(first, Amount) and isinstance(last, Amount):
        return first.number < last.number and not _near(first, last)
    assert isinstance(first, Period)
    assert isinstance(last, Period)
    _note_precision([first, last], notes)
    if first.first == last.first and first.last != last.last:
        notes[f'"{first.text}" and "{last.text}" begin on the same day; which was first is not stated'] = None
        return None
    return first.first < last.first


def _near(one: Amount, other: Amount) -> bool:
    return abs(one.number - other.number) <= _PRECISION * max(abs(one.number), abs(other.number))


def _note_precision(periods: list[Period], notes: dict[str, None]) -> None:
    """Note which dates overlap with more exact ones and are compared by their first day."""
    for period in periods:
        if any(
            period.first <= other.last and other.first <= period.last and _longer(period, other) for other in periods
        ):
            notes[f'"{period.text}" was compared by its first day, {iso_date(period.first)}'] = None


def _longer(one: Period, other: Period) -> bool:
    return one.last - one.first > other.last - other.first


def _same_sets(one: tuple[Binding, ...], other: tuple[Binding, ...], notes: dict[str, None]) -> bool | None:
    if len(one) == len(other) == 1:
        return _same(one[0], other[0], notes)
    keys = set(map(meaning_key, other)) & set(map(meaning_key, one))
    rest, others = ([thing for thing in side if meaning_key(thing) not in keys] for side in (one, other))
    if not rest and not others:
        return True
    # Sets that differ in one thing each may still be the same: *2016* and *17 June 2016*.
    if len(rest) == len(others) == 1 and (same := _agree(rest[0], others[0], notes)) is not False:
        return same
    shared = [thing.name for thing in one if meaning_key(thing) in keys]
    if shared:
        more = f" and {len(shared) - _MOST_NAMED} more" if len(shared) > _MOST_NAMED else ""
        notes[f"both have {', '.join(shared[:_MOST_NAMED])}{more}"] = None
    return False


def _agree(one: Binding, other: Binding, notes: dict[str, None]) -> bool | None:
    try:
        return _same(one, other, notes)
    except PlanError:
        return False


def _same(one: Binding, other: Binding, notes: dict[str, None]) -> bool | None:
    """Return whether two things are the same; None if this cannot be decided.

    Raises:
        PlanError: they are measures that do not compare.
    """
    if meaning_key(one) == meaning_key(other):
        return True
    first, last = measured(one, notes), measured(other, notes)
    if first is None or last is None:
        return False
    first, last = _alike(first, last)
    if isinstance(first, Amount) and isinstance(last, Amount):
        return _near(first, last)
    assert isinstance(first, Period)
    assert isinstance(last, Period)
    if (first.first, first.last) == (last.first, last.last):
        return True
    if first.first <= last.last and last.first <= first.last:
        notes[f'"{first.text}" and "{last.text}" may be the same; what is stated leaves this open'] = None
        return None
    return False


def _of_one_kind(measures: dict[int, Measure]) -> dict[int, Measure]:
    """Return the measures that compare: dates, if any, with numbers as years; else those of the most frequent unit."""
    if any(isinstance(measure, Period) for measure in measures.values()):
        years = {index: _as_year(of) if isinstance(of, Amount) else of for index, of in measures.items()}
        return {index: of for index, of in years.items() if of is not None}
    kinds = Counter(map(_kind, measures.values())).most_common(2)
    if len(kinds) > 1 and kinds[0][1] == kinds[1][1]:
        one, other = (next(of for of in measures.values() if _kind(of) == kind) for kind, _ in kinds)
        told = f"{_kind_name(one)} beside {_kind_name(other)}"
        raise PlanError(f'"{other.text:.60}" does not compare with the others: {told}')
    unit = kinds[0][0]
    return {index: of for index, of in measures.items() if _kind(of) == unit}
