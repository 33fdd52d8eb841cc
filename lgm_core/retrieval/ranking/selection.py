"""Selecting from arrays: the largest scores, the best of each group, the items of several rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Floats, Integers

__all__ = ["best_of_each", "items_of_rows", "largest"]


def largest(scores: Floats, count: int) -> Integers:
    """Return where the `count` largest scores are, best first, equal ones in order.

    Of scores equal to the smallest that is returned, any may be left out.
    """
    places = np.arange(len(scores))
    if count < len(scores):
        places = np.sort(np.argpartition(-scores, count)[:count])
    return places[np.argsort(-scores[places], kind="stable")].astype(np.int32)


def best_of_each(groups: npt.NDArray[np.int64], values: Floats) -> Integers:
    """Return where the largest value of each group is, groups in order; of equal values the first."""
    order = np.lexsort((-values, groups))
    is_first = np.ones(len(groups), dtype=bool)
    is_first[1:] = groups[order][1:] != groups[order][:-1]
    return order[is_first].astype(np.int32)


def items_of_rows(starts: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """Return all items of some rows.

    Args:
        starts: where the items of each row start, and the end of the last, of shape (number of rows + 1,).
        rows: the rows wanted, of shape (rows,).

    Returns:
        For each item the place of its row in `rows`, and the item's own place; both int32 of shape (items,).
    """
    lengths = starts[rows + 1] - starts[rows]
    owner = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return owner, (np.repeat(starts[rows], lengths) + offset).astype(np.int32)
