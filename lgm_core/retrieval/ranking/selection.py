"""Selecting from arrays: the largest scores, the best of each group, the items of several rows, places of items."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids

__all__ = ["best_of_each", "distinct", "largest", "largest_places", "places_of", "weighted_sum"]


def largest(scores: npt.NDArray[np.floating], count: int) -> Ids:
    """Return the positions of the `count` largest scores, best first; ties keep their order."""
    places = largest_places(scores, count)
    return places[(-scores[places]).argsort(kind="stable")[: max(count, 0)]]


def largest_places(scores: npt.NDArray[np.floating], count: int) -> Ids:
    """Return the positions of the `count` largest scores, in order, including all ties with the last of them."""
    if count >= len(scores):
        return np.arange(len(scores))
    least = np.partition(scores, len(scores) - count)[len(scores) - count] if count > 0 else np.inf
    return np.flatnonzero(scores >= least)


def best_of_each(values: Floats, owners: Ids, items: Ids) -> Ids:
    """Return the position of the largest value of each owner's item, sorted by owner and item; on ties, the first.

    Args:
        values: the values.
        owners: the owner of each value, less than 2 ** 15.
        items: the item of each value, less than 2 ** 48.
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
    """Return distinct items, sorted; sorting is faster here than the hashing of `np.unique`."""
    items = np.sort(items)
    return items[_is_new(items)]


def _is_new(items: Ids) -> Booleans:
    """Tell which of sorted items differ from the one before."""
    is_new = np.ones(len(items), dtype=bool)
    np.not_equal(items[1:], items[:-1], out=is_new[1:])
    return is_new


def places_of(wanted: Ids, held: Ids) -> tuple[Ids, Booleans]:
    """Return the positions of wanted items among sorted ones, and which of them exist."""
    if not len(held):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=bool)
    places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
    return places, held[places] == wanted


def weighted_sum(weights: Floats, rows: Floats) -> Floats:
    """Return the weighted sum of rows, added row by row, so that a column's sum does not depend on its position.

    Args:
        weights: of shape (rows,).
        rows: of shape (rows, columns).
    """
    if rows.shape[1] == 1:  # with a single row, a sum along the other axis would be rounded differently
        return weighted_sum(weights, rows.repeat(2, axis=1))[:1]
    total: Floats = np.add.reduce(np.multiply(weights[:, None], rows, order="C"), axis=0)
    return total
