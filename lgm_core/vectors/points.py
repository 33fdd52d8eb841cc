"""Points: texts by their terms, principal axes, the Gaussian density of points, and clusters around medoids."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = [
    "Places",
    "Points",
    "best_medoids",
    "distances",
    "log_density",
    "medoids_of",
    "on_principal_axes",
    "shrunk_covariance",
    "silhouette",
    "term_vectors",
]

Points = npt.NDArray[np.float64]
"""Points, one per row; or a number for each of them."""

Places = npt.NDArray[np.intp]

_SHARE, _MOST_AXES = 0.95, 24
"""The share of the variance that the kept axes hold together, and the most of them."""

_MOST_DIMENSIONS = 64
"""Of vectors of terms."""

_LEAST_VARIANCE = 1e-3
"""Added to the variance in each direction: a single point has a density, too."""

_TINY, _LEAST_GAIN = float(np.finfo(float).tiny), 1e-9
_BEGINNINGS = 8
"""Medoids are drawn so often: exchanging one at a time may end in a poor choice of several."""


def term_vectors(texts: Sequence[Sequence[str]]) -> Points:
    """Return unit vectors of texts: TF-IDF, reduced to the dimensions with the greatest singular values.

    Source: Deerwester et al., *Indexing by latent semantic analysis* (1990).

    Args:
        texts: the terms of each text, at least one.
    """
    places = {term: place for place, term in enumerate(sorted({term for text in texts for term in text}))}
    weights = np.zeros((len(texts), max(len(places), 1)))
    for row, text in enumerate(texts):
        np.add.at(weights[row], [places[term] for term in text], 1)
    weights *= 1 + np.log((1 + len(texts)) / (1 + (weights > 0).sum(axis=0)))
    left, sizes, _ = np.linalg.svd(_unit(weights), full_matrices=False)
    return _unit((left * sizes)[:, :_MOST_DIMENSIONS])


def _unit(rows: Points) -> Points:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _TINY))


def on_principal_axes(points: Points, counts: Points) -> Points:
    """Return points, each there as often as it counts, in the coordinates of the axes with most of their variance."""
    centred = points - np.average(points, axis=0, weights=counts)
    _, spread, axes = np.linalg.svd(centred * np.sqrt(counts)[:, None], full_matrices=False)
    held = np.cumsum(spread**2) / max(float((spread**2).sum()), _TINY)
    return np.asarray(centred @ axes[: min(_MOST_AXES, int(np.searchsorted(held, _SHARE)) + 1)].T)


def shrunk_covariance(centred: Points, counts: Points) -> Points:
    """Return the covariance of points with the mean 0, shrunk towards a sphere as much as their scatter asks for.

    Source: Ledoit and Wolf, *A well-conditioned estimator for large-dimensional covariance matrices* (2004).
    """
    total, dimensions = counts.sum(), centred.shape[1]
    sample = (centred * counts[:, None]).T @ centred / total
    sphere = np.trace(sample) / dimensions * np.eye(dimensions)
    distance = ((sample - sphere) ** 2).sum()
    scatter = (counts @ (centred**2).sum(axis=1) ** 2 / total - (sample**2).sum()) / total
    share = min(1.0, scatter / distance) if distance > 0 else 1.0
    return np.asarray(share * sphere + (1 - share) * sample)


def log_density(at: Points, points: Points, counts: Points) -> Points:
    """Return the logarithm of the Gaussian density of points, each with its count, at others (PolyRAG, equation 4)."""
    mean = np.average(points, axis=0, weights=counts)
    covariance = shrunk_covariance(points - mean, counts) + _LEAST_VARIANCE * np.eye(len(mean))
    squared = ((at - mean) * np.linalg.solve(covariance, (at - mean).T).T).sum(axis=1)
    return np.asarray(-0.5 * (squared + np.linalg.slogdet(covariance)[1] + len(mean) * np.log(2 * np.pi)))


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
