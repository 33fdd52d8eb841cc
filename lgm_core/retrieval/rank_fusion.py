"""Rankings fused by reciprocal ranks (Cormack, Clarke and Büttcher, 2009), whose scores cannot be compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

__all__ = ["fused_ranks"]

T = TypeVar("T", bound=Hashable)


def fused_ranks(
    rankings: Iterable[Sequence[T]], offset: float, weights: Iterable[float] | None = None
) -> dict[T, float]:
    """Return the sum of each item's reciprocal ranks, highest first.

    Args:
        rankings: items, best first.
        offset: what the first place of a ranking is divided by; each further place by one more.
        weights: the weight of each ranking; 1 if not given.
    """
    rankings = list(rankings)
    sums: defaultdict[T, float] = defaultdict(float)
    for ranking, weight in zip(rankings, [1.0] * len(rankings) if weights is None else weights, strict=True):
        for place, item in enumerate(ranking):
            sums[item] += weight / (offset + place)
    return dict(sorted(sums.items(), key=lambda item: -item[1]))
