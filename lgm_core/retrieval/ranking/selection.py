"""Selecting from arrays: the largest scores, the best of each group, the items of several rows, places of items."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids

__all__ = ["best_of_each", "largest", "places_of", "weighted_sum"]


def largest(scores: npt.NDArray[np.floating], count: int) -> Ids:
    """Return where the `count` largest scores are, best first, equal ones in order."""
    places = np.arange(len(scores))
    if count < len(scores):
        least = np.partition(scores, len(scores) - count)[len(scores) - count] if count > 0 else np.inf
        above = np.flatnonzero(scores > least)
        equal = np.flatnonzero(scores == least)[: count - len(above)]
        places = np.sort(np.concatenate([above, equal]))
    return places[np.argsort(-scores[places], kind="stable")]


def best_of_each(values: Floats, *keys: Ids) -> Ids:
    """Return where the largest value of each group is, groups in the order of their keys; of equal values the first."""
    columns: list[npt.NDArray[np.generic]] = [-values, *keys[::-1]]
    order = np.lexsort(columns)
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = np.any([key[order][1:] != key[order][:-1] for key in keys], axis=0)
    return order[is_first]


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
    total = np.zeros(rows.shape[1], dtype=np.float32)
    for weight, row in zip(weights, rows, strict=True):
        total += weight * row
    return total
