"""Weights of linear models over text features, packed for fast addition.

The weights of one feature for all classes are packed into one integer, 16 bits per class. Adding two packed integers
adds the weights of every class at once, so scoring a multi-class perceptron costs one addition per feature. A sum is
exact while the score of every class stays within ±32,767.
"""

from __future__ import annotations

import gzip
import json
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Scorer",
    "decode_weights",
    "encode_weights",
    "load_data",
    "pack_weights",
    "packed_scores",
    "scorer",
    "unpack_weights",
]

_CLASS_BITS = 16
"""The narrowest field of `struct` for every sum: on 300 GAP passages the included models stayed within ±600."""
_OFFSET = 1 << (_CLASS_BITS - 1)
_FIRST_LETTER = ord("A")
_ENCODED_WEIGHT = re.compile(r"([A-Z\[\\\]^_`a-z{|}~])(-?\d+)")

Scorer = Callable[[int], tuple[int, ...]]
"""Return the score of each class from a packed sum, all shifted by the same amount."""


def load_data(name: str) -> Any:  # noqa: ANN401 (JSON)
    """Read a gzipped JSON file of the package's `language/data` folder."""
    return json.loads(gzip.decompress(files("lgm_core.language").joinpath("data", name).read_bytes()))


def scorer(classes: int) -> Scorer:
    """Return the function that reads the scores of `classes` classes from a packed sum of weights."""
    # A negative score borrows from the class above it; adding half the range to every class undoes that.
    bias = sum(_OFFSET << (_CLASS_BITS * number) for number in range(classes))
    size = classes * _CLASS_BITS // 8
    unpack = struct.Struct(f"<{classes}H").unpack

    def scores(packed: int) -> tuple[int, ...]:
        return unpack((packed + bias).to_bytes(size, "little"))

    return scores


def packed_scores(packed: NDArray[np.int64], classes: int) -> NDArray[np.uint16]:
    """Return what a `scorer` of at most four classes reads from each of some packed sums, classes x sums."""
    bias = sum(_OFFSET << (_CLASS_BITS * number) for number in range(classes))
    return (packed + bias).astype("<i8").view("<u2").reshape(len(packed), 4)[:, :classes].T


def encode_weights(weights: Sequence[int]) -> str:
    """Encode the weights of a feature as text: a letter per class and its weight, without zeros (`A-3C12`)."""
    return "".join(f"{chr(_FIRST_LETTER + number)}{weight}" for number, weight in enumerate(weights) if weight)


def decode_weights(encoded: str) -> Iterator[tuple[int, int]]:
    """Yield the classes of `encode_weights` and their weights."""
    for letter, weight in _ENCODED_WEIGHT.findall(encoded):
        yield ord(letter) - _FIRST_LETTER, int(weight)


def pack_weights(encoded: str) -> int:
    """Return the result of `encode_weights` as packed weights."""
    return sum(weight << (_CLASS_BITS * number) for number, weight in decode_weights(encoded))


def unpack_weights(features_by_weights: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the packed weights of each feature, given the features that share the same encoded weights."""
    return {
        feature: packed
        for encoded, features in features_by_weights.items()
        for packed in (pack_weights(encoded),)
        for feature in features
    }
