"""Vectors of texts without an embedding model: weights of their terms, reduced (latent semantic analysis)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lgm_core.vectors.gaussian_density import Points

__all__ = ["term_vectors"]


def term_vectors(texts: Sequence[Sequence[str]], most: int = 64) -> Points:
    """Return unit vectors of texts by their terms: TF-IDF, and of it the dimensions with the greatest singular values.

    Source: Deerwester et al., *Indexing by latent semantic analysis* (1990).

    Args:
        texts: the terms of each text, at least one.
        most: the most dimensions.

    Returns:
        An array of shape (texts, dimensions); a text without terms is a row of zeros.
    """
    places = {term: place for place, term in enumerate(sorted({term for text in texts for term in text}))}
    weights = np.zeros((len(texts), max(len(places), 1)))
    for row, text in enumerate(texts):
        for term in text:
            weights[row, places[term]] += 1
    weights *= 1 + np.log((1 + len(texts)) / (1 + (weights > 0).sum(axis=0)))
    weights /= np.maximum(np.linalg.norm(weights, axis=1, keepdims=True), np.finfo(float).tiny)
    left, sizes, _ = np.linalg.svd(weights, full_matrices=False)
    reduced = (left * sizes)[:, :most]
    return np.asarray(reduced / np.maximum(np.linalg.norm(reduced, axis=1, keepdims=True), np.finfo(float).tiny))
