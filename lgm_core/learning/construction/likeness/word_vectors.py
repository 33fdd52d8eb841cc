"""Vectors of texts without an embedding model: TF-IDF of their words, reduced by a truncated SVD."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lgm_core.language.lexicons import lexicon_of
from lgm_core.vectors.unit_vectors import Vectors

__all__ = ["DIMENSIONS", "word_vectors"]

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
