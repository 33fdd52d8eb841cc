"""Texts as points by their terms, points on their principal axes, and the Gaussian density of some of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Points", "log_density", "on_principal_axes", "shrunk_covariance", "term_vectors"]

Points = npt.NDArray[np.float64]
"""Points, one per row; or a number for each of them."""

_SHARE, _MOST_AXES = 0.95, 24
"""The share of the variance that the kept axes hold together, and the most of them."""

_MOST_DIMENSIONS = 64
"""Of vectors of terms."""

_LEAST_VARIANCE = 1e-3
"""Added to the variance in each direction: a single point has a density, too."""

_TINY = float(np.finfo(float).tiny)


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
    left, sizes, _ = np.linalg.svd(_unit(weights * _idf(weights)), full_matrices=False)
    return _unit((left * sizes)[:, :_MOST_DIMENSIONS])


def _idf(weights: Points) -> Points:
    return np.asarray(1 + np.log((1 + len(weights)) / (1 + (weights > 0).sum(axis=0))))


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
