"""Amounts that texts only bound or estimate: *up to 30 euros*, *about 30 minutes*, *3 to 5 days*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from lgm_core.language.values.date_reading import FoundValue
from lgm_core.model.facts.value import Value, ValueKind

__all__ = ["as_stated"]

_BEFORE = re.compile(
    r"(?:(?<!\w)(?:at least|at most|up to|(?:not? )?(?:more|less|fewer) than|over|under|above|below|about|around|"
    r"approximately|approx\.|roughly|nearly|almost|some|circa|ca?\.|mindestens|höchstens|bis zu|mehr als|weniger als|"
    r"über|unter|ab|etwa|ungefähr|zirka|rund|knapp|fast|beinahe) |[~≈] ?)$",
    re.IGNORECASE,
)
_BEHIND = re.compile(r" (?:or (?:more|less|fewer)|at (?:least|most)|oder (?:mehr|weniger))\b")
_TO = re.compile(r" ?[-–—] ?| (?:to|or|bis|oder) ")
_RANGE_BEFORE = re.compile(r"\b(?:between|from|zwischen|von) $", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|zwischen) $", re.IGNORECASE)
_AMOUNTS = frozenset((ValueKind.NUMBER, ValueKind.QUANTITY))


def as_stated(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """Return values with the words that bound or estimate them.

    Such a value has no `start` and `end`, so that nothing computes with it. Both ends of a range become
    the whole range.

    Args:
        found: the values of a text, in order.
        text: the text.
    """
    spans = [(each.start, each.end, each.value.kind) for each in found]
    for place, (one, other) in enumerate(pairwise(found)):
        if _is_range(one, other, text):
            before = _RANGE_BEFORE.search(text[: one.start])
            first = before.start() if before else one.start
            spans[place] = spans[place + 1] = first, other.end, other.value.kind
    return [_with_bounds(each, span, text) for each, span in zip(found, spans, strict=True)]


def _is_range(one: FoundValue, other: FoundValue, text: str) -> bool:
    if not {one.value.kind, other.value.kind} <= _AMOUNTS or one.value.unit not in ("", other.value.unit):
        return False
    joint = text[one.end : other.start]
    is_between = joint in (" and ", " und ") and _BETWEEN.search(text[: one.start]) is not None
    return is_between or _TO.fullmatch(joint) is not None


def _with_bounds(own: FoundValue, span: tuple[int, int, ValueKind], text: str) -> FoundValue:
    start, end, kind = span
    if kind not in _AMOUNTS:
        return own
    before, behind = _BEFORE.search(text[:start]), _BEHIND.match(text, end)
    start, end = before.start() if before else start, behind.end() if behind else end
    if (start, end) == (own.start, own.end):
        return own
    return FoundValue(start, end, Value(text[start:end], kind))
