"""Texts in batches of similar length, so that little is padded and memory is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["MOST_CHARACTERS", "MOST_TEXTS", "embedded_in_batches"]

MOST_TEXTS = 16
"""Texts in a batch of a model on this machine; of sentences, 32 take a sixth more time per text."""

MOST_CHARACTERS = 16_384
"""Characters in a batch if all its texts were as long as the longest: about 4,000 tokens, for which a model of 12
layers needs some 100 MB. A longer text is a batch of its own."""


def embedded_in_batches(embed: Callable[[list[str]], Iterable[Any]], texts: Sequence[str]) -> npt.NDArray[np.float32]:
    """Embed texts batch by batch, shorter ones first, and return their vectors in the order of the texts.

    Args:
        embed: returns a vector for each text of a batch.
        texts: the texts, at least one.

    Returns:
        An array of shape (texts, dimensions).

    Raises:
        ValueError: `embed` returned another number of vectors than it was given texts, or vectors of several lengths.
    """
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    vectors: list[Any] = [None] * len(texts)
    first = 0
    while first < len(order):
        end, last = first + 1, min(len(order), first + MOST_TEXTS)
        while end < last and (end + 1 - first) * len(texts[order[end]]) <= MOST_CHARACTERS:
            end += 1
        batch = order[first:end]
        for place, vector in zip(batch, embed([texts[place] for place in batch]), strict=True):
            vectors[place] = vector
        first = end
    return np.asarray(vectors, dtype=np.float32)
