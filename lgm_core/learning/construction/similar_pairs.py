"""Pairs of texts whose vectors are alike, and from which cosine on two are: calibrated on the texts themselves."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
"""Dimensions that are kept; texts of fewer different words keep all of theirs."""

_SPARE = 16
"""Further dimensions while computing, so that those kept are found well."""

_PASSES = 4
"""Times that the matrix is applied in either direction to find the directions in which texts differ most."""

_DEPENDENT = 1e-9
"""Length that is left of a unit vector, below which it depends on others."""

_NUMBERS_AT_ONCE = 1 << 22
"""Numbers of a product of matrices that are in memory at once."""

_WORD = re.compile(r"[^\W_]+")
_Floats = npt.NDArray[np.float64]


def word_vectors(texts: Sequence[str], language: str) -> Vectors:
    """Return unit vectors of texts by their words, which is all zeros for a text without a word.

    Words are cut to stems where the language's are known, and stop words are left out. A word counts by the logarithm
    of its frequency in the text and of its rarity among the texts. The same texts have the same vectors on every run:
    the search for the directions kept begins with numbers that are derived from the words.

    Args:
        texts: any number of texts.
        language: ISO 639-1 code.

    Returns:
        An array of shape (texts, dimensions), at most `DIMENSIONS`; (0, 0) without texts.
    """
    if not texts:
        return np.zeros((0, 0), dtype=np.float32)
    matrix, words = _matrix(texts, language)
    if not words:
        return np.zeros((len(texts), 1), dtype=np.float32)
    reduced = matrix.dense() if len(words) <= DIMENSIONS else _reduced(matrix, words)
    lengths = np.linalg.norm(reduced, axis=1, keepdims=True)
    return np.asarray(reduced / np.where(lengths > 1e-9, lengths, 1), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Matrix:
    """A matrix of few numbers that are not zero: for each its row, column and value, by rows.

    Attributes:
        rows: ascending, each row at least once.
        columns: of the same length, as are `values`.
        values: 64-bit floats.
        shape: rows and columns.
    """

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    values: _Floats
    shape: tuple[int, int]

    def dense(self) -> _Floats:
        matrix = np.zeros(self.shape)
        matrix[self.rows, self.columns] = self.values
        return matrix

    def times(self, other: _Floats) -> _Floats:
        """Return the product with a matrix of as many rows as this has columns."""
        return _summed(self.rows, self.columns, self.values, other, self.shape[0])

    def transposed_times(self, other: _Floats) -> _Floats:
        """Return the product of the transposed matrix with one of as many rows as this has."""
        order = np.lexsort((self.rows, self.columns))
        return _summed(self.columns[order], self.rows[order], self.values[order], other, self.shape[1])


def _summed(
    targets: npt.NDArray[np.int64], sources: npt.NDArray[np.int64], values: _Floats, other: _Floats, count: int
) -> _Floats:
    """Return for each target the sum of the rows of `other` at its sources, each times its value; targets ascend."""
    product = np.zeros((count, other.shape[1]))
    step = max(1, _NUMBERS_AT_ONCE // other.shape[1])
    for first in range(0, len(targets), step):
        part = slice(first, first + step)
        scaled = other[sources[part]] * values[part, None]
        present, starts = np.unique(targets[part], return_index=True)
        product[present] += np.add.reduceat(scaled, starts, axis=0)
    return product


def _matrix(texts: Sequence[str], language: str) -> tuple[_Matrix, list[str]]:
    """Return the weights of words in texts, rows of length 1, and the words of its columns in alphabetical order."""
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
    return (
        _Matrix(
            np.array(rows, dtype=np.int64),
            np.array(columns, dtype=np.int64),
            np.array(values, dtype=np.float64),
            (len(texts), len(words)),
        ),
        words,
    )


def _reduced(matrix: _Matrix, words: Sequence[str]) -> _Floats:
    """Return the rows in the directions in which they differ most (Halko, Martinsson and Tropp 2011)."""
    size = min(DIMENSIONS + _SPARE, *matrix.shape)
    basis = _orthonormal(matrix.times(_start(words, size)))
    for _ in range(_PASSES):
        basis = _orthonormal(matrix.times(matrix.transposed_times(basis)))
    projected = matrix.transposed_times(basis)
    squares, directions = np.linalg.eigh(projected.T @ projected)
    largest = np.argsort(-squares, kind="stable")[:DIMENSIONS]
    return np.asarray(basis @ (directions[:, largest] * np.sqrt(np.maximum(squares[largest], 0))))


def _orthonormal(columns: _Floats) -> _Floats:
    """Return an orthonormal basis of columns, zeros in the place of those that depend on earlier ones (Gram-Schmidt).

    It does without the threads of a linear algebra library: on a busy machine hundreds of small steps, each waiting for
    all threads, took dozens of times as long as one thread does.
    """
    basis = columns / np.where((lengths := np.sqrt(np.einsum("ij,ij->j", columns, columns))) > 0, lengths, 1)
    for place in range(basis.shape[1]):
        column = basis[:, place]
        length = float(np.sqrt(np.einsum("i,i->", column, column)))
        basis[:, place] = column / length if length > _DEPENDENT else 0
        later = basis[:, place + 1 :]
        later -= np.einsum("i,j->ij", basis[:, place], np.einsum("i,ij->j", basis[:, place], later))
    return np.asarray(basis)


def _start(words: Sequence[str], size: int) -> _Floats:
    """Return numbers between -1 and 1 that each word alone determines, of shape (words, size)."""
    drawn = np.frombuffer(b"".join(hashlib.shake_128(word.encode()).digest(size) for word in words), dtype=np.int8)
    return np.asarray(drawn.reshape(len(words), size) / 128)


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
