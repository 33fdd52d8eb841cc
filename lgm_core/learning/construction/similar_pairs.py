"""Pairs of texts with similar vectors, and the cosine threshold, calibrated on the texts themselves."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence, Set
from itertools import combinations

import numpy as np
import numpy.typing as npt

from lgm_core.errors import LGMError
from lgm_core.language.lexicons import lexicon_of
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors

__all__ = [
    "DIMENSIONS",
    "calibrated_threshold",
    "pairs_between",
    "similar_pairs",
    "text_vectors",
    "unchecked",
    "word_vectors",
]

DIMENSIONS = 128
"""Dimensions kept; texts with fewer distinct words keep all of theirs."""

_EXTRA_DIMENSIONS = 16
"""Extra dimensions during the computation, for accuracy of those kept."""

_POWER_ITERATIONS = 4
"""Power iterations: how often the matrix is applied in either direction to find the directions of greatest variance."""

_LEAST_NORM = 1e-9
"""Remaining length of a unit vector below which it is linearly dependent on others."""

_WORD = re.compile(r"[^\W_]+")
_Floats = npt.NDArray[np.float64]


def word_vectors(texts: Sequence[str], language: str) -> Vectors:
    """Return unit vectors of texts from their words, all zeros for a text without words.

    Words are stemmed if the language has stems, and stop words are left out. A word counts by the logarithm of its
    frequency in the text and of its rarity among the texts. The same texts have the same vectors on every run: the
    search for the dimensions starts from numbers derived from the words. The shape is (texts, dimensions), with at most
    `DIMENSIONS`; (0, 0) without texts.
    """
    if not texts:
        return np.zeros((0, 0), dtype=np.float32)
    matrix, words = _matrix(texts, language)
    if not words:
        return np.zeros((len(texts), 1), dtype=np.float32)
    if len(words) <= DIMENSIONS:
        reduced = np.zeros((len(texts), len(words)))
        reduced[matrix[0], matrix[1]] = matrix[2]
    else:
        reduced = _reduced(matrix, len(texts), words)
    lengths = np.linalg.norm(reduced, axis=1, keepdims=True)
    return np.asarray(reduced / np.where(lengths > 1e-9, lengths, 1), dtype=np.float32)


_Matrix = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], _Floats]
"""A sparse matrix: row, column and value of each non-zero element."""


def _product(
    targets: npt.NDArray[np.int64], sources: npt.NDArray[np.int64], values: _Floats, other: _Floats, count: int
) -> _Floats:
    """Return for each of `count` targets the weighted sum of the rows of `other` at its sources."""
    sums = [np.bincount(targets, values * column[sources], count) for column in other.T]
    return np.stack(sums, axis=1)


def _matrix(texts: Sequence[str], language: str) -> tuple[_Matrix, list[str]]:
    """Return the weights of words in texts, in rows of length 1, and the words of its columns in alphabetical order."""
    lexicon = lexicon_of(language)
    counts = []
    for text in texts:
        found = (word.lower() for word in _WORD.findall(text))
        counts.append(Counter(lexicon.stem(word) for word in found if word not in lexicon.stop_words))
    words = sorted({word for count in counts for word in count})
    column = {word: place for place, word in enumerate(words)}
    frequency = Counter(word for count in counts for word in count)
    rows, columns, values = [], [], []
    for row, count in enumerate(counts):
        weights = {
            word: (1 + np.log(times)) * (1 + np.log((1 + len(texts)) / (1 + frequency[word])))
            for word, times in sorted(count.items())
        }
        length = np.sqrt(sum(weight * weight for weight in weights.values()))
        rows += [row] * len(weights)
        columns += [column[word] for word in weights]
        values += [weight / length for weight in weights.values()]
    return (np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64), np.array(values)), words


def _reduced(matrix: _Matrix, count: int, words: Sequence[str]) -> _Floats:
    """Return the rows in the directions of greatest variance (Halko, Martinsson and Tropp 2011)."""
    rows, columns, values = matrix
    size = min(DIMENSIONS + _EXTRA_DIMENSIONS, count, len(words))
    basis = _orthonormal(_product(rows, columns, values, _start(words, size), count))
    for _ in range(_POWER_ITERATIONS):
        projected = _product(columns, rows, values, basis, len(words))
        basis = _orthonormal(_product(rows, columns, values, projected, count))
    projected = _product(columns, rows, values, basis, len(words))
    squares, directions = np.linalg.eigh(projected.T @ projected)
    largest = np.argsort(-squares, kind="stable")[:DIMENSIONS]
    return np.asarray(basis @ (directions[:, largest] * np.sqrt(np.maximum(squares[largest], 0))))


def _orthonormal(columns: _Floats) -> _Floats:
    """Return an orthonormal basis of columns, with zeros for linearly dependent ones (Gram-Schmidt).

    It avoids the threads of a linear algebra library: on a busy machine, hundreds of small steps that each wait for all
    threads took dozens of times as long as a single thread.
    """
    basis = columns / np.where((lengths := np.sqrt(np.einsum("ij,ij->j", columns, columns))) > 0, lengths, 1)
    for place in range(basis.shape[1]):
        column = basis[:, place]
        length = float(np.sqrt(np.einsum("i,i->", column, column)))
        basis[:, place] = column / length if length > _LEAST_NORM else 0
        later = basis[:, place + 1 :]
        later -= np.einsum("i,j->ij", basis[:, place], np.einsum("i,ij->j", basis[:, place], later))
    return np.asarray(basis)


def _start(words: Sequence[str], size: int) -> _Floats:
    """Return numbers between -1 and 1 determined only by each word, of shape (words, size)."""
    drawn = np.frombuffer(b"".join(hashlib.shake_128(word.encode()).digest(size) for word in words), dtype=np.int8)
    return np.asarray(drawn.reshape(len(words), size) / 128)


_ROWS_AT_ONCE = 512
_MOST_PAIRS = 1 << 20
"""The most pairs found, the most similar ones: similar things are few, and this takes 40 MB of memory."""
_SAMPLE = 400
"""Texts whose pairs are all compared for calibration: 79,800 pairs, a thousandth of which are 80."""
_FEWEST = 100
"""The fewest unrelated pairs, as of 15 things: with fewer, even the most similar may be the same thing."""

_UNRELATED_QUANTILE = 0.999
"""One of a thousand unrelated pairs is as similar. On papers of 180 to 700 things that leaves one or two pairs per
thing to check, both with a sentence embedding model and with words."""
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
    except Exception as error:  # models raise anything
        name = getattr(embeddings.documents, "__qualname__", type(embeddings.documents).__name__)
        raise LGMError(
            f"the embedding model {name} failed on {len(places)} texts: {type(error).__name__}: {error}; "
            "earlier stages are kept, and the same call continues from there"
        ) from error
    return vectors[[places[text] for text in texts]] if texts else vectors


def similar_pairs(vectors: Vectors, threshold: float) -> list[tuple[int, int]]:
    """Return the ordered pairs of rows whose cosine is at least a threshold, the most similar first.

    At most a million pairs are returned.
    """
    return _found(vectors, vectors, threshold, ordered=True)


def pairs_between(vectors: Vectors, others: Vectors, threshold: float) -> list[tuple[int, int]]:
    """Return the rows of two arrays with a cosine of at least a threshold, like `similar_pairs`."""
    return _found(vectors, others, threshold, ordered=False)


def calibrated_threshold(vectors: Vectors, words: Sequence[Set[str]]) -> float:
    """Return the cosine above which two texts are more similar than unrelated ones, which share none of their words.

    Embedding models differ in the similarity of unrelated texts. So the threshold is a quantile of the cosines of
    unrelated pairs, among some hundred evenly spaced texts. If there are hardly any, it is the published one.
    """
    rows = np.unique(np.linspace(0, max(len(vectors) - 1, 0), min(_SAMPLE, len(vectors))).astype(int)).tolist()
    places = [(first, second) for first, second in combinations(rows, 2) if words[first].isdisjoint(words[second])]
    if len(places) < _FEWEST:
        return _PUBLISHED
    pairs = np.array(places)
    cosines = np.einsum("ij,ij->i", vectors[pairs[:, 0]], vectors[pairs[:, 1]])
    return float(np.quantile(cosines, _UNRELATED_QUANTILE))


def unchecked(threshold: float) -> float:
    """Return the cosine above which pairs need no check: half as far from 1, like .95 and .9 in the thesis."""
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
    """Return the most similar pairs, up to the limit, in order; the first on ties."""
    kept = np.argsort(-cosines, kind="stable")[:_MOST_PAIRS]
    return pairs[kept], cosines[kept]
