"""BM25, the baseline that every retrieval figure stands beside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["BM25"]

_TOKEN = re.compile(r"[a-z0-9]+")


class BM25:
    """Okapi BM25 as Lucene computes it, over words in lower case, without stop words or stemming.

    Args:
        texts: the texts to rank.
        saturation: k1.
        length: b.
    """

    def __init__(self, texts: Sequence[str], *, saturation: float = 1.5, length: float = 0.75) -> None:
        counts = [Counter(_TOKEN.findall(text.lower())) for text in texts]
        lengths = np.array([one.total() for one in counts], dtype=np.float64)
        self._norm = saturation * (1 - length + length * lengths / (lengths.mean() if len(texts) else 1.0))
        postings: dict[str, list[tuple[int, int]]] = {}
        for text, count in enumerate(counts):
            for word, frequency in count.items():
                postings.setdefault(word, []).append((text, frequency))
        self._postings = {word: np.array(rows, dtype=np.int64) for word, rows in postings.items()}

    def rank(self, query: str, k: int) -> list[int]:
        """Return the numbers of the `k` best texts, best first."""
        scores = self.scores(query)
        return [int(text) for text in np.argsort(-scores, kind="stable")[:k] if scores[text] > 0]

    def scores(self, query: str) -> npt.NDArray[np.float64]:
        """Return every text's score."""
        scores = np.zeros(len(self._norm))
        for word in _TOKEN.findall(query.lower()):
            rows = self._postings.get(word)
            if rows is None:
                continue
            texts, frequency = rows[:, 0], rows[:, 1]
            rarity = np.log(1 + (len(scores) - len(texts) + 0.5) / (len(texts) + 0.5))
            scores[texts] += rarity * frequency / (frequency + self._norm[texts])
        return scores
