"""BM25, the baseline of the retrieval benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from lgm_core.evaluation.baselines.baseline_words import unicode_words

__all__ = ["BM25"]


class BM25:
    """Okapi BM25 as Lucene computes it, without stop words.

    Args:
        texts: the texts to rank.
        words: splits a text into words; by default in lower case, without stemming.
        saturation: k1; how soon further occurrences of a word stop counting. 1.2 to 2 is usual.
        length: b; how much long texts are marked down, from 0 to 1. 0.75 is usual.
    """

    def __init__(
        self,
        texts: Sequence[str],
        words: Callable[[str], list[str]] = unicode_words,
        *,
        saturation: float = 1.5,
        length: float = 0.75,
    ) -> None:
        self._words = words
        counts = [Counter(words(text)) for text in texts]
        lengths = np.array([count.total() for count in counts], dtype=np.float64)
        self._length_norm = saturation * (1 - length + length * lengths / (lengths.mean() if len(texts) else 1.0))
        postings: dict[str, list[tuple[int, int]]] = {}
        for text, count in enumerate(counts):
            for word, frequency in count.items():
                postings.setdefault(word, []).append((text, frequency))
        self._postings = {word: np.array(rows, dtype=np.int64) for word, rows in postings.items()}

    def rank(self, query: str, k: int) -> list[int]:
        """Return the positions of the `k` best texts, best first; texts without any word of the query are left out."""
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
