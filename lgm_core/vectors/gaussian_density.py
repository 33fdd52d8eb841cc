"""Points on their principal axes, and the Gaussian of a layer of points (PolyRAG, equation 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Gaussian", "Points", "on_principal_axes", "shrunk_covariance"]

Points = npt.NDArray[np.float64]
"""Points, one per row; or a number for each of them."""

_SHARE = 0.95
"""The share of the variance that the kept axes hold together."""

_LEAST_VARIANCE = 1e-3
"""Added to the variance in each direction: a layer of one point has a density, too."""


def on_principal_axes(points: Points, counts: Points, most: int = 24) -> Points:
    """Return points in the coordinates of the axes that hold most of their variance.

    Args:
        points: an array of shape (points, dimensions).
        counts: how often each point is there, of shape (points,).
        most: the most axes.
    """
    centred = points - np.average(points, axis=0, weights=counts)
    _, spread, axes = np.linalg.svd(centred * np.sqrt(counts)[:, None], full_matrices=False)
    held = np.cumsum(spread**2) / max(float((spread**2).sum()), np.finfo(float).tiny)
    kept = min(most, int(np.searchsorted(held, _SHARE)) + 1)
    return np.asarray(centred @ axes[:kept].T)


def shrunk_covariance(centred: Points, counts: Points) -> Points:
    """Return the covariance of points, shrunk towards a sphere as much as their scatter asks for.

    Source: Ledoit and Wolf, *A well-conditioned estimator for large-dimensional covariance matrices* (2004), lemma 3.2.

    Args:
        centred: points with the mean 0, an array of shape (points, dimensions).
        counts: how often each point is there, of shape (points,).
    """
    total, dimensions = counts.sum(), centred.shape[1]
    sample = (centred * counts[:, None]).T @ centred / total
    sphere = np.trace(sample) / dimensions * np.eye(dimensions)
    distance = ((sample - sphere) ** 2).sum()
    scatter = (counts @ (centred**2).sum(axis=1) ** 2 / total - (sample**2).sum()) / total
    share = min(1.0, scatter / distance) if distance > 0 else 1.0
    return np.asarray(share * sphere + (1 - share) * sample)


@dataclass(frozen=True, slots=True)
class Gaussian:
    """The normal distribution of some points.

    Attributes:
        mean: of shape (dimensions,).
        covariance: of shape (dimensions, dimensions).
    """

    mean: Points
    covariance: Points

    @classmethod
    def of(cls, points: Points, counts: Points) -> Gaussian:
        """Return the distribution of at least one point, with the counts of `shrunk_covariance`."""
        mean = np.average(points, axis=0, weights=counts)
        return cls(mean, shrunk_covariance(points - mean, counts) + _LEAST_VARIANCE * np.eye(points.shape[1]))

    def log_density(self, points: Points) -> Points:
        """Return the logarithm of the density at each of some points, of shape (points,)."""
        from_mean = points - self.mean
        squared = (from_mean * np.linalg.solve(self.covariance, from_mean.T).T).sum(axis=1)
        volume = np.linalg.slogdet(self.covariance)[1] + len(self.mean) * np.log(2 * np.pi)
        return np.asarray(-0.5 * (squared + volume))
