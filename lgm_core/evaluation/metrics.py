"""Measures of retrieval: recall, coverage of spans, means and percentiles."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

__all__ = ["all_retrieved", "is_half_covered", "mean", "percentile", "recall", "reciprocal_rank"]


def recall(ranked: Sequence[str], gold: Sequence[str], *, k: int) -> float:
    """Return the share of the gold items that is among the first `k` ranked items."""
    retrieved = set(ranked[:k])
    return sum(item in retrieved for item in gold) / len(gold)


def reciprocal_rank(ranked: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 divided by the place of the first gold item among the ranked ones, 0 when there is none."""
    return next((1 / place for place, item in enumerate(ranked, 1) if item in gold), 0.0)


def all_retrieved(ranked: Sequence[str], gold: Sequence[str], *, k: int) -> float:
    """Return 1 if every gold item is among the first `k` ranked items, else 0."""
    return float(set(gold) <= set(ranked[:k]))


def is_half_covered(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    """Tell whether other spans, which must not overlap each other, cover at least half of a span."""
    start, end = span
    covered = sum(max(0, min(end, stop) - max(start, first)) for first, stop in others)
    return 2 * covered >= end - start


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 without values."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """Return a percentile by nearest rank: the least value with this share of the values at or below it; 0 if none."""
    if not values:
        return 0.0
    return sorted(values)[max(1, ceil(share * len(values))) - 1]
