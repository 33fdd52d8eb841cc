"""Unit vectors in a byte a dimension: a quarter of the memory, with cosines that differ in the third decimal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lgm_core.vectors.port import Embed
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors

__all__ = ["QuantisedVectors", "embedded"]

_LARGEST = 127
"""The largest dimension of each vector becomes this number."""

_BLOCK = 4096
"""Vectors turned back into 32-bit numbers at a time: what fits into a processor's cache."""

_EMBEDDED_AT_ONCE = 8192
"""Texts whose vectors are held as 32-bit numbers before they are quantised."""


@dataclass(frozen=True, slots=True, eq=False)
class QuantisedVectors:
    """Vectors, each as whole numbers times a scale; a row of zeros stands for a vector that was removed.

    Attributes:
        rows: of shape (vectors,), with the fields `scale`, float32, and `numbers`, int8 of shape (dimensions,).
    """

    rows: npt.NDArray[np.void]

    @classmethod
    def of(cls, vectors: Vectors) -> QuantisedVectors:
        """Quantise unit vectors of shape (vectors, dimensions)."""
        quantised = cls.empty(len(vectors), vectors.shape[1])
        scales = np.abs(vectors).max(axis=1, initial=0) / _LARGEST
        quantised.rows["scale"] = scales
        quantised.rows["numbers"] = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None])
        return quantised

    @classmethod
    def empty(cls, count: int, dimensions: int) -> QuantisedVectors:
        """Return vectors of zeros, to be filled."""
        return cls(np.zeros(count, dtype=[("scale", np.float32), ("numbers", np.int8, (dimensions,))]))

    def __len__(self) -> int:
        """Return how many vectors there are."""
        return len(self.rows)

    @property
    def dimensions(self) -> int:
        """Return how many dimensions they have."""
        return int(self.rows.dtype["numbers"].shape[0])

    def products(self, vector: Vectors) -> Vectors:
        """Return the scalar product of each with one vector, float32 of shape (vectors,)."""
        products = np.zeros(len(self), dtype=np.float32)
        for first in range(0, len(self), _BLOCK):
            block = self.rows[first : first + _BLOCK]
            products[first : first + _BLOCK] = block["numbers"].astype(np.float32) @ vector
            products[first : first + _BLOCK] *= block["scale"]
        return products

    def restored(self) -> Vectors:
        """Return the vectors as 32-bit numbers, of shape (vectors, dimensions)."""
        return np.asarray(self.rows["numbers"] * self.rows["scale"][:, None], dtype=np.float32)

    def taken(self, places: Any) -> QuantisedVectors:  # noqa: ANN401 - whatever selects rows of an array
        """Return some of the vectors."""
        return QuantisedVectors(np.asarray(self.rows[places]))


def embedded(embed: Embed, texts: Sequence[str]) -> Iterator[QuantisedVectors]:
    """Embed texts, some thousand at a time; raises what `unit_vectors` does."""
    for first in range(0, len(texts), _EMBEDDED_AT_ONCE):
        yield QuantisedVectors.of(unit_vectors(embed, texts[first : first + _EMBEDDED_AT_ONCE]))
