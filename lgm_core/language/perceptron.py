"""Weights of linear models over text features, packed for fast addition in pure Python.

The weights of one feature for all classes are packed into one integer, 16 bits per class. Adding two packed integers
adds the weights of every class at once, so scoring a multi-class perceptron costs one addition per feature. A sum is
exact while the score of every class stays within ±32,767.
"""

from __future__ import annotations

import gzip
import json
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

__all__ = ["Classifier", "Scorer", "classifier", "encode_weights", "load_data", "scorer", "unpack_weights"]

_CLASS_BITS = 16
"""The narrowest field of `struct` for every sum: on 300 GAP passages the included models stayed within ±600."""
_OFFSET = 1 << (_CLASS_BITS - 1)
_FIRST_LETTER = ord("A")
_ENCODED_WEIGHT = re.compile(r"([A-Z\[\\\]^_`a-z{|}~])(-?\d+)")

Scorer = Callable[[int], tuple[int, ...]]
"""Return the score of each class from a packed sum, all shifted by the same amount."""
Classifier = Callable[[int], int]
"""Return the number of the class with the highest score in a packed sum; the lowest number wins a tie."""


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


def classifier(classes: int) -> Classifier:
    """Return the function that finds the best of `classes` classes in a packed sum of weights."""
    scores_of = scorer(classes)

    def best(packed: int) -> int:
        scores = scores_of(packed)
        return scores.index(max(scores))

    return best


def encode_weights(weights: Sequence[int]) -> str:
    """Encode the weights of a feature as text: a letter per class and its weight, without zeros (`A-3C12`)."""
    return "".join(f"{chr(_FIRST_LETTER + number)}{weight}" for number, weight in enumerate(weights) if weight)


def unpack_weights(features_by_weights: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the packed weights of each feature, given the features that share the same encoded weights."""
    weights: dict[str, int] = {}
    for encoded, features in features_by_weights.items():
        packed = sum(
            int(weight) << (_CLASS_BITS * (ord(letter) - _FIRST_LETTER))
            for letter, weight in _ENCODED_WEIGHT.findall(encoded)
        )
        for feature in features:
            weights[feature] = packed
    return weights
