"""Estimating how long an embedding model takes for the sentences of documents, from a sample of them."""

from __future__ import annotations

import random
import time

from lgm_core.learning.estimate import EmbeddingEstimate
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import DocumentGraph
from lgm_core.retrieval.ranking.sentence_vectors import under_title
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["EmbeddingSample"]

_TIMED = 64
"""Texts that are embedded to measure the time: enough for batches as they come in a build, and soon done."""


class EmbeddingSample:
    """Counts the sentences of documents that pass, and keeps some of them, each with the same probability."""

    def __init__(self) -> None:
        self._texts = self._tokens = 0
        self._kept: list[str] = []
        self._random = random.Random(0)  # noqa: S311  # a sample, no secret

    def passed(self, graph: DocumentGraph) -> DocumentGraph:
        """Count the sentences of a document, and return it."""
        titles = {section.id: section.title or graph.document.title for section in graph.sections}
        for sentence in graph.sentences:
            text = under_title(titles.get(sentence.section_id, ""), sentence.text)
            self._texts += 1
            self._tokens += count_tokens(text)
            if len(self._kept) < _TIMED:
                self._kept.append(text)
            elif (place := self._random.randrange(self._texts)) < _TIMED:
                self._kept[place] = text
        return graph

    def estimate(self, embeddings: Embeddings, price: float | None) -> EmbeddingEstimate:
        """Embed the sample with a model, and return what all sentences would take.

        Args:
            embeddings: the model.
            price: the price of a million tokens; None without one.

        Raises:
            LGMError: the model failed, or cannot be loaded.
        """
        seconds = 0.0
        if self._kept:
            unit_vectors(embeddings.documents, self._kept[:1])  # loads it
            began = time.perf_counter()
            unit_vectors(embeddings.documents, self._kept)
            sampled = sum(map(count_tokens, self._kept))
            seconds = (time.perf_counter() - began) * self._tokens / max(1, sampled)
        cost = None if price is None else self._tokens * price / 1_000_000
        return EmbeddingEstimate(self._texts, self._tokens, seconds, cost)
