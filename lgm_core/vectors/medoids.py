"""Clusters around medoids: the points that are nearest to all others of their cluster."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.vectors.gaussian_density import Points

__all__ = ["Places", "best_medoids", "distances", "medoids_of", "silhouette"]

Places = npt.NDArray[np.intp]

_LEAST_GAIN = 1e-9
_BEGINNINGS = 8
"""Medoids are drawn so often: exchanging one at a time may end in a poor choice of several."""


def distances(points: Points) -> Points:
    """Return the distance of each point to each."""
    squares = (points**2).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares[:, None] + squares - 2 * points @ points.T, 0)))


def medoids_of(between: Points, counts: Points, k: int) -> Places:
    """Return the places of `k` medoids by PAM: drawn, then exchanged as long as points come nearer to their medoids.

    Source: Kaufman and Rousseeuw, *Finding Groups in Data* (1990), chapter 2.

    Args:
        between: the distances, of shape (points, points).
        counts: how often each point counts, of shape (points,).
        k: the number of clusters, from 1 to that of points.
    """
    choose, best, least = np.random.default_rng(0), np.arange(k), np.inf
    for _ in range(_BEGINNINGS):
        medoids = choose.choice(len(between), k, replace=False)
        cost, before = float(between[medoids].min(axis=0) @ counts), np.inf
        while cost < before - _LEAST_GAIN:
            before = cost
            for place in range(k):
                rest = between[np.delete(medoids, place)].min(axis=0, initial=np.inf)
                costs = np.minimum(between, rest) @ counts
                if costs.min() < cost - _LEAST_GAIN:
                    medoids[place], cost = costs.argmin(), float(costs.min())
        if cost < least - _LEAST_GAIN:
            best, least = medoids, cost
    return best


def best_medoids(between: Points, counts: Points, most: int) -> Places:
    """Return the medoids, at most so many, of the clusters with the greatest silhouette; several if points differ."""
    apart = len(np.unique(np.round(between, 9), axis=0))
    tried = [medoids_of(between, counts, k) for k in range(min(2, apart), min(most, apart) + 1)]
    return max(tried, key=lambda medoids: silhouette(between, counts, medoids))


def silhouette(between: Points, counts: Points, medoids: Places) -> float:
    """Return from -1 to 1 how much nearer points are to their own cluster than to the next (Rousseeuw 1987)."""
    of = between[medoids].argmin(axis=0)
    members = (of == np.arange(len(medoids))[:, None]) * counts
    own, sizes = (np.arange(len(of)), of), members.sum(axis=1)
    inside = (between @ members.T)[own] / np.maximum(sizes[of] - 1, 1)
    outside = np.where(sizes > 0, between @ members.T / np.maximum(sizes, 1), np.inf)
    outside[own] = np.inf
    nearest = np.where(np.isfinite(outside.min(axis=1)), outside.min(axis=1), inside)
    fits = (nearest - inside) / np.maximum(np.maximum(inside, nearest), _LEAST_GAIN)
    return float(np.where(sizes[of] > 1, fits, 0.0) @ counts / counts.sum())
