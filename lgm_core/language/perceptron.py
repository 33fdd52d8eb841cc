"""Linear models over text features, with the weights of all classes packed into one integer a feature.

Adding two packed integers adds the weights of every class at once, which makes a multi-class perceptron fast in pure
Python: a class takes 16 bits, and a sum stays exact while every class stays within ±32,767.
"""

from __future__ import annotations

import gzip
import json
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

__all__ = ["FIELD_BITS", "Ranking", "Scoring", "encode_row", "load_data", "ranking", "scoring", "unpack_rows"]

FIELD_BITS = 16
_HALF = 1 << (FIELD_BITS - 1)
_FIRST_LETTER = ord("A")
_CELL = re.compile(r"([A-Z\[\\\]^_`a-z{|}~])(-?\d+)")

Scoring = Callable[[int], tuple[int, ...]]
Ranking = Callable[[int], int]
"""Return the number of the class with the highest sum; the lowest number wins a tie."""


def load_data(name: str) -> Any:  # noqa: ANN401 (JSON)
    """Read a gzipped JSON file of the package's `language/data` folder."""
    return json.loads(gzip.decompress(files("lgm_core.language").joinpath("data", name).read_bytes()))


def scoring(classes: int) -> Scoring:
    """Make the function that reads the sums of all classes, shifted by the same amount, from a packed sum."""
    bias = sum(_HALF << (FIELD_BITS * number) for number in range(classes))
    size = classes * FIELD_BITS // 8
    unpack = struct.Struct(f"<{classes}H").unpack

    def scores(total: int) -> tuple[int, ...]:
        return unpack((total + bias).to_bytes(size, "little"))

    return scores


def ranking(classes: int) -> Ranking:
    """Make the function that finds the best class in a packed sum of weights."""
    scores = scoring(classes)

    def best(total: int) -> int:
        found = scores(total)
        return found.index(max(found))

    return best


def encode_row(weights: Sequence[int]) -> str:
    """Write the weights of one feature as text: a letter a class, zeros left out (`A-3C12`)."""
    return "".join(f"{chr(_FIRST_LETTER + number)}{weight}" for number, weight in enumerate(weights) if weight)


def unpack_rows(rows: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the packed weights of each feature, from the features that share each encoded row."""
    weights: dict[str, int] = {}
    for row, features in rows.items():
        packed = sum(
            int(weight) << (FIELD_BITS * (ord(letter) - _FIRST_LETTER)) for letter, weight in _CELL.findall(row)
        )
        for feature in features:
            weights[feature] = packed
    return weights
