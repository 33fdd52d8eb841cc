"""Pairs of texts whose vectors are alike, and from which cosine on two are: calibrated on the texts themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from lgm_core.errors import LGMError
from lgm_core.learning.construction.likeness.word_vectors import word_vectors
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors

__all__ = ["calibrated_threshold", "pairs_between", "similar_pairs", "text_vectors", "unchecked"]

_ROWS_AT_ONCE = 512
_MOST_PAIRS = 1 << 20
"""Pairs that are found at most, the most alike: things that are alike are few, and this is memory of 40 MB."""
_SAMPLE = 400
"""Texts of which all pairs are looked at to calibrate: 79,800 pairs, the thousandth part of which are 80."""
_FEWEST = 100
"""Unrelated pairs, as those of 15 things, below which their most alike may as well be things that are the same."""

_UNRELATED_QUANTILE = 0.999
"""Of a thousand unrelated pairs one is as alike. On papers of 180 to 700 things that leaves one or two pairs for each
thing to be looked at, with a sentence embedding model as with words."""
_PUBLISHED = 0.9

_Pairs = npt.NDArray[np.int64]


def text_vectors(texts: Sequence[str], embeddings: Embeddings | None, language: str) -> Vectors:
    """Return unit vectors of texts, of shape (texts, dimensions), by a model or else by their words.

    Raises:
        InputError: the model did not return one vector for each text.
        LGMError: the model failed.
    """
    if embeddings is None:
        return word_vectors(texts, language)
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    try:
        vectors = unit_vectors(embeddings.documents, list(places))
    except LGMError:
        raise
    except Exception as error:  # a model raises anything
        name = getattr(embeddings.documents, "__qualname__", type(embeddings.documents).__name__)
        raise LGMError(
            f"the embedding model {name} failed on {len(places)} texts: {type(error).__name__}: {error}; "
            "the stages before are kept, and the same call goes on from there"
        ) from error
    return vectors[[places[text] for text in texts]] if texts else vectors


def similar_pairs(vectors: Vectors, threshold: float) -> list[tuple[int, int]]:
    """Return the pairs of rows whose cosine is at least a threshold, each in order, the most alike pairs first.

    Of more than a million pairs the most alike are returned.
    """
    return _found(vectors, vectors, threshold, ordered=True)


def pairs_between(vectors: Vectors, others: Vectors, threshold: float) -> list[tuple[int, int]]:
    """Return which rows of two arrays have a cosine of at least a threshold, as `similar_pairs` does."""
    return _found(vectors, others, threshold, ordered=False)


def calibrated_threshold(vectors: Vectors, are_related: Callable[[int, int], bool]) -> float:
    """Return from which cosine on two texts are more alike than texts that have nothing to do with each other.

    Embedding models differ in how alike they find any two texts. So the cosine is a quantile of that of pairs that are
    unrelated, among some hundred texts at equal distances. Where there are hardly any it is the published one.

    Args:
        vectors: of the texts.
        are_related: whether two texts, by their rows, may be about the same.
    """
    rows = np.unique(np.linspace(0, max(len(vectors) - 1, 0), min(_SAMPLE, len(vectors))).astype(int)).tolist()
    places = [(first, second) for first, second in combinations(rows, 2) if not are_related(first, second)]
    if len(places) < _FEWEST:
        return _PUBLISHED
    pairs = np.array(places)
    cosines = np.einsum("ij,ij->i", vectors[pairs[:, 0]], vectors[pairs[:, 1]])
    return float(np.quantile(cosines, _UNRELATED_QUANTILE))


def unchecked(threshold: float) -> float:
    """Return from which cosine on nobody need look at a pair: half as far from 1, as .95 is to .9 in the thesis."""
    return (1 + threshold) / 2


def _found(vectors: Vectors, others: Vectors, threshold: float, *, ordered: bool) -> list[tuple[int, int]]:
    pairs, cosines = np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.float32)
    for first in range(0, len(vectors), _ROWS_AT_ONCE):
        if not others.size:
            break
        alike = vectors[first : first + _ROWS_AT_ONCE] @ others.T
        found = np.argwhere(alike >= threshold)
        values = alike[found[:, 0], found[:, 1]]
        found[:, 0] += first
        if ordered:
            later = found[:, 0] < found[:, 1]
            found, values = found[later], values[later]
        pairs, cosines = _most_alike(np.concatenate([pairs, found]), np.concatenate([cosines, values]))
    return [(first, second) for first, second in pairs.tolist()]


def _most_alike(pairs: _Pairs, cosines: npt.NDArray[np.float32]) -> tuple[_Pairs, npt.NDArray[np.float32]]:
    """Return the most alike of pairs, at most as many as are kept, ordered; of equal ones the first."""
    kept = np.argsort(-cosines, kind="stable")[:_MOST_PAIRS]
    return pairs[kept], cosines[kept]
