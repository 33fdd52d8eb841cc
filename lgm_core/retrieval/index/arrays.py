"""Arrays that the ranking index is made of: numbers, rows of postings, and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Booleans", "Floats", "Integers", "Postings", "Texts"]

Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Rows of integers with weights, one row after the other: row `i` is `items[starts[i]:starts[i + 1]]`."""

    starts: Integers
    items: Integers
    weights: Floats

    def row(self, index: int) -> Integers:
        """Return the items of a row."""
        return self.items[self.starts[index] : self.starts[index + 1]]

    def weights_of(self, index: int) -> Floats:
        """Return the weights of a row."""
        return self.weights[self.starts[index] : self.starts[index + 1]]

    def lengths(self) -> Integers:
        """Return how many items each row has."""
        return np.diff(self.starts).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Strings kept as one stretch of UTF-8; string `i` is `data[starts[i]:starts[i + 1]]`."""

    starts: npt.NDArray[np.int64]
    data: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Texts:
        """Keep strings."""
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        starts = np.cumsum([0, *map(len, encoded)]).astype(np.int64)
        return cls(starts, np.frombuffer(b"".join(encoded), dtype=np.uint8))

    def __len__(self) -> int:
        """Return how many strings there are."""
        return len(self.starts) - 1

    def __getitem__(self, index: int) -> str:
        """Return a string."""
        part = self.data[self.starts[index] : self.starts[index + 1]]
        return part.tobytes().decode("utf-8", "surrogatepass")
