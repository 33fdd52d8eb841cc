"""BM25, and the words for it: by Unicode's word boundaries, as they are or as Snowball's stems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import regex
import snowballstemmer

from lgm_core.language.lexicons.snowball import ALGORITHMS

__all__ = ["BM25", "stemmed_words", "unicode_words"]


_BOUNDARY = regex.compile(r"\b", regex.WORD | regex.VERSION1)
"""The default word boundaries of Unicode Standard Annex 29."""

_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+")
"""Text in scripts without spaces between words."""


_SATURATION, _LENGTH = 1.5, 0.75
"""k1 and b, at usual values: how soon further occurrences of a word are ignored, and the penalty for long texts."""


def unicode_words(text: str) -> list[str]:
    """Return the words of a text in lower case; for scripts without spaces, pairs of adjacent characters."""
    words: list[str] = []
    end = 0
    lowered = text.lower()
    for run in _UNSPACED.finditer(lowered):
        words += _spaced_words(lowered[end : run.start()])
        characters = run.group()
        words += [characters[at : at + 2] for at in range(max(1, len(characters) - 1))]
        end = run.end()
    return words + _spaced_words(lowered[end:])


def stemmed_words(text: str, language: str) -> list[str]:
    """Return Snowball's stems of the words of a text, or the words if it has no algorithm for the language.

    Args:
        text: the text.
        language: its ISO 639-1 code.
    """
    return [_stem(word, language) for word in unicode_words(text)]


def _spaced_words(text: str) -> list[str]:
    return [piece for piece in _BOUNDARY.split(text) if any(map(str.isalnum, piece))]


@lru_cache(maxsize=1 << 17)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(ALGORITHMS.get(language, ""))
    return word if stemmer is None else str(stemmer.stemWord(word))


@lru_cache
def _stemmer(algorithm: str) -> Any:  # noqa: ANN401  # the package has no types
    return snowballstemmer.stemmer(algorithm) if algorithm in snowballstemmer.algorithms() else None


class BM25:
    """Okapi BM25 as Lucene computes it, without stop words.

    Args:
        texts: the texts to rank.
        words: splits a text into words; by default in lower case, without stemming.
    """

    def __init__(self, texts: Sequence[str], words: Callable[[str], list[str]] = unicode_words) -> None:
        self._words = words
        counts = [Counter(words(text)) for text in texts]
        lengths = np.array([count.total() for count in counts], dtype=np.float64)
        self._length_norm = _SATURATION * (1 - _LENGTH + _LENGTH * lengths / (lengths.mean() if len(texts) else 1.0))
        postings: dict[str, list[tuple[int, int]]] = {}
        for text, count in enumerate(counts):
            for word, frequency in count.items():
                postings.setdefault(word, []).append((text, frequency))
        self._postings = {word: np.array(rows, dtype=np.int64) for word, rows in postings.items()}

    def rank(self, query: str, k: int) -> list[int]:
        """Return the positions of the `k` best texts, best first, without texts that have no word of the query."""
        scores = self.scores(query)
        return [int(text) for text in np.argsort(-scores, kind="stable")[:k] if scores[text] > 0]

    def scores(self, query: str) -> npt.NDArray[np.float64]:
        """Return the score of every text."""
        scores = np.zeros(len(self._length_norm))
        for word in self._words(query):
            rows = self._postings.get(word)
            if rows is None:
                continue
            texts, frequency = rows[:, 0], rows[:, 1]
            inverse_frequency = np.log(1 + (len(scores) - len(texts) + 0.5) / (len(texts) + 0.5))
            scores[texts] += inverse_frequency * frequency / (frequency + self._length_norm[texts])
        return scores
