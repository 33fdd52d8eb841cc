"""Clusters around medoids: the points that are nearest to all others of their cluster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lgm_core.vectors.gaussian_density import Points

__all__ = ["Clusters", "best_clusters", "distances", "partition"]

_LEAST_GAIN = 1e-9
_BEGINNINGS = 6
"""Random beginnings: an exchange of single medoids may end in a poor choice of several."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """Points in clusters.

    Attributes:
        medoids: the places of the medoids.
        of: for each point the place of its medoid among `medoids`.
        cost: the sum of the distances of all points to their medoids, each as often as it counts.
        silhouette: from -1 to 1: how much nearer points are to their own cluster than to the next (Rousseeuw 1987).
    """

    medoids: tuple[int, ...]
    of: tuple[int, ...]
    cost: float
    silhouette: float


def distances(points: Points) -> Points:
    """Return the distance of each point to each."""
    squares = (points**2).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares[:, None] + squares - 2 * points @ points.T, 0)))


def partition(between: Points, counts: Points, k: int, seed: int = 0) -> Clusters:
    """Return `k` clusters by PAM: medoids are chosen one by one, then exchanged as long as that lowers the cost.

    The best of several beginnings is returned: one chosen greedily, the others drawn at random from the seed. Of equal
    choices the first counts, so the same points and seed always give the same clusters.

    Source: Kaufman and Rousseeuw, *Finding Groups in Data* (1990), chapter 2.

    Args:
        between: the distances, of shape (points, points).
        counts: how often each point counts, of shape (points,).
        k: the number of clusters, from 1 to that of points.
        seed: of the beginnings.
    """
    choose = np.random.default_rng(seed)
    drawn = [choose.choice(len(between), k, replace=False) for _ in range(_BEGINNINGS)]
    beginnings = [_greedy(between, counts, k), *(list(map(int, each)) for each in drawn)]
    cost, medoids = min((_exchanged(between, counts, each) for each in beginnings), key=lambda each: each[0])
    of = between[medoids].argmin(axis=0)
    return Clusters(tuple(medoids), tuple(map(int, of)), cost, _silhouette(between, counts, of, k))


def _greedy(between: Points, counts: Points, k: int) -> list[int]:
    medoids: list[int] = []
    nearest = np.full(len(between), np.inf)
    for _ in range(k):
        costs = np.minimum(between, nearest) @ counts
        costs[medoids] = np.inf
        medoids.append(int(costs.argmin()))
        nearest = np.minimum(nearest, between[medoids[-1]])
    return medoids


def _exchanged(between: Points, counts: Points, medoids: list[int]) -> tuple[float, list[int]]:
    """Exchange medoids as long as that lowers the cost; return the cost and the medoids."""
    cost, is_better = float(between[medoids].min(axis=0) @ counts), True
    while is_better:
        is_better = False
        for place in range(len(medoids)):
            others = [each for each in medoids if each != medoids[place]]
            rest = between[others].min(axis=0, initial=np.inf)
            costs = np.minimum(between, rest) @ counts
            best = int(costs.argmin())
            if costs[best] < cost - _LEAST_GAIN:
                medoids[place], cost, is_better = best, float(costs[best]), True
    return cost, medoids


def best_clusters(between: Points, counts: Points, most: int, seed: int = 0) -> Clusters:
    """Return the clusters with the greatest silhouette, at least two if there are two points apart, at most `most`."""
    apart = len(np.unique(np.round(between, 9), axis=0))
    tried = [partition(between, counts, k, seed) for k in range(min(2, apart), min(most, max(apart - 1, 2), apart) + 1)]
    return max(tried, key=lambda each: (each.silhouette, -len(each.medoids)))


def _silhouette(between: Points, counts: Points, of: npt.NDArray[np.intp], k: int) -> float:
    if k == 1:
        return 0.0
    members = np.array([(of == cluster) * counts for cluster in range(k)])
    sums, sizes = between @ members.T, members.sum(axis=1)
    own = np.arange(len(of)), of
    inside = sums[own] / np.maximum(sizes[own[1]] - 1, 1)
    outside = np.where(sizes > 0, sums / np.maximum(sizes, 1), np.inf)
    outside[own] = np.inf
    nearest = outside.min(axis=1)
    nearest = np.where(np.isfinite(nearest), nearest, inside)
    larger = np.maximum(np.maximum(inside, nearest), _LEAST_GAIN)
    fits = np.where(sizes[own[1]] > 1, (nearest - inside) / larger, 0.0)
    return float(fits @ counts / counts.sum())
