"""Embed texts in batches: vectors are checked and scaled to unit length, so that a dot product is a cosine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from lgm_core.errors import InputError
from lgm_core.vectors.port import Embed

__all__ = ["Vectors", "unit_vectors"]

Vectors = npt.NDArray[np.float32]
"""Unit vectors, one per row."""

_BATCH = 256
"""Texts per call of the model: several of a model's own batches, without holding all inputs in memory."""

_SHORTEST = 1e-9
"""Smaller lengths count as this, so that scaling a zero vector does not divide by zero."""


def unit_vectors(embed: Embed, texts: Sequence[str]) -> Vectors:
    """Embed texts and scale their vectors to length 1.

    Args:
        embed: one function of an embedding model.
        texts: the texts, any number of them.

    Returns:
        An array of shape (texts, dimensions); (0, 0) without texts.

    Raises:
        InputError: the model did not return one vector of finite numbers per text, all of the same length.
    """
    batches = [_embedded(embed, list(texts[first : first + _BATCH])) for first in range(0, len(texts), _BATCH)]
    dimensions = sorted({batch.shape[1] for batch in batches})
    if len(dimensions) > 1:
        raise InputError(
            f"the embedding model returned vectors of {dimensions} dimensions; all must have the same number"
        )
    return np.concatenate(batches) if batches else np.zeros((0, 0), dtype=np.float32)


def _embedded(embed: Embed, texts: list[str]) -> Vectors:
    returned = embed(texts)
    try:
        vectors = np.asarray(returned, dtype=np.float32)
    except (TypeError, ValueError) as error:
        if "inhomogeneous" in str(error):
            raise InputError(
                f"the embedding model returned vectors of different lengths for {len(texts)} texts: {error}"
            ) from error
        raise InputError(
            f"the embedding model returned {type(returned).__name__} {returned!r:.60} for {len(texts)} texts; "
            "it must return one vector of numbers per text"
        ) from error
    if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
        raise InputError(
            f"the embedding model returned an array of shape {vectors.shape} for {len(texts)} texts; "
            "it must return one vector per text"
        )
    if not np.isfinite(vectors).all():
        raise InputError(f"the embedding model returned infinite or undefined numbers for {len(texts)} texts")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, _SHORTEST))
