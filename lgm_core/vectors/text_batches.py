"""Texts in batches of similar length, so that little is padded and memory is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["embedded_in_batches"]


def embedded_in_batches(
    embed: Callable[[list[str]], Iterable[Any]], texts: Sequence[str], *, most_texts: int, most_characters: int
) -> npt.NDArray[np.float32]:
    """Embed texts batch by batch, shorter ones first, and return their vectors in the order of the texts.

    Args:
        embed: returns a vector for each text of a batch.
        texts: the texts, at least one.
        most_texts: texts in a batch, at most.
        most_characters: characters in a batch, at most, if all its texts were as long as the longest; a longer text is
            a batch of its own.

    Returns:
        An array of shape (texts, dimensions).

    Raises:
        ValueError: `embed` returned another number of vectors than it was given texts, or vectors of several lengths.
    """
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    vectors: list[Any] = [None] * len(texts)
    first = 0
    while first < len(order):
        end = first + 1
        while (
            end < min(len(order), first + most_texts) and (end + 1 - first) * len(texts[order[end]]) <= most_characters
        ):
            end += 1
        batch = order[first:end]
        for place, vector in zip(batch, embed([texts[place] for place in batch]), strict=True):
            vectors[place] = vector
        first = end
    return np.asarray(vectors, dtype=np.float32)
