"""Selecting from arrays: the largest scores, the best of each group, the items of several rows, places of items."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids

__all__ = ["best_of_each", "distinct", "largest", "largest_places", "places_of", "weighted_sum"]


def largest(scores: npt.NDArray[np.floating], count: int) -> Ids:
    """Return where the `count` largest scores are, best first, equal ones in order."""
    places = largest_places(scores, count)
    return places[(-scores[places]).argsort(kind="stable")[: max(count, 0)]]


def largest_places(scores: npt.NDArray[np.floating], count: int) -> Ids:
    """Return where the `count` largest scores are, in order, with all that equal the last of them."""
    if count >= len(scores):
        return np.arange(len(scores))
    least = np.partition(scores, len(scores) - count)[len(scores) - count] if count > 0 else np.inf
    return np.flatnonzero(scores >= least)


def best_of_each(values: Floats, owners: Ids, items: Ids) -> Ids:
    """Return where the largest value of each owner's item is, sorted by owner and item; of equal values the first.

    Args:
        values: the values.
        owners: of each value, fewer than 2 ** 15.
        items: of each value, less than 2 ** 48.
    """
    keys = (owners << 48) | items
    order = keys.argsort(kind="stable")
    is_first = _is_new(keys[order])
    firsts = is_first.nonzero()[0]
    if len(firsts) == len(order):
        return order
    values = values[order]
    group = is_first.cumsum() - 1
    best = (values == np.maximum.reduceat(values, firsts)[group]).nonzero()[0]
    of_each: Ids = order[best[_is_new(group[best])]]
    return of_each


def distinct(items: Ids) -> Ids:
    """Return items sorted, each once; sorting is faster here than the hashing of `np.unique`."""
    items = np.sort(items)
    return items[_is_new(items)]


def _is_new(items: Ids) -> Booleans:
    """Tell which of sorted items differ from the one before."""
    is_new = np.ones(len(items), dtype=bool)
    np.not_equal(items[1:], items[:-1], out=is_new[1:])
    return is_new


def places_of(wanted: Ids, held: Ids) -> tuple[Ids, Booleans]:
    """Return where wanted items are among sorted ones, and which of them are there."""
    if not len(held):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=bool)
    places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
    return places, held[places] == wanted


def weighted_sum(weights: Floats, rows: Floats) -> Floats:
    """Return the sum of rows with weights, added up row by row, so that a column has one sum wherever it stands.

    Args:
        weights: of shape (rows,).
        rows: of shape (rows, columns).
    """
    if rows.shape[1] == 1:  # a sum along what is then the only axis would be rounded otherwise
        return weighted_sum(weights, rows.repeat(2, axis=1))[:1]
    total: Floats = np.add.reduce(np.multiply(weights[:, None], rows, order="C"), axis=0)
    return total
