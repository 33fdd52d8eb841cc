"""Measures of retrieval."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["all_found", "mean", "overlaps", "percentile", "recall"]


def recall(found: Sequence[str], gold: Sequence[str], *, at: int) -> float:
    """Return the part of the gold items that is among the first `at` found."""
    first = set(found[:at])
    return sum(one in first for one in gold) / len(gold)


def all_found(found: Sequence[str], gold: Sequence[str], *, at: int) -> float:
    """Return 1 if every gold item is among the first `at` found, else 0."""
    return float(set(gold) <= set(found[:at]))


def overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    """Tell whether at least half of a span of text is covered by other spans that do not overlap each other."""
    start, end = span
    covered = sum(max(0, min(end, stop) - max(start, first)) for first, stop in others)
    return 2 * covered >= end - start


def mean(values: Sequence[float]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], part: float) -> float:
    """Return the smallest value that at least this part of the values does not exceed; 0 of nothing."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-part * len(ordered) // 1) - 1))]
