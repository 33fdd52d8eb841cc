"""How much of a question's time is the embedding model's."""

from __future__ import annotations

import time
from typing import Any

from lgm_core.evaluation.metrics import mean, percentile
from lgm_core.vectors.port import Embeddings

__all__ = ["TimedEmbeddings"]


class TimedEmbeddings:
    """An embedding model, with the processor time of each call for questions; a ranking makes one call a question.

    Args:
        embeddings: the model.
    """

    def __init__(self, embeddings: Embeddings) -> None:
        self._questions = embeddings.questions
        self.embeddings = Embeddings(embeddings.documents, self._timed)
        self._milliseconds: list[float] = []
        self._texts: list[float] = []

    def figures(self) -> dict[str, float]:
        """Return the milliseconds of a question, and how many texts are embedded for one."""
        return {"embedding_ms_p50": percentile(self._milliseconds, 0.5), "embedded_texts": mean(self._texts)}

    def _timed(self, texts: list[str]) -> Any:  # noqa: ANN401  # whatever the model returns
        began = time.process_time()
        vectors = self._questions(texts)
        self._milliseconds.append(1000 * (time.process_time() - began))
        self._texts.append(len(texts))
        return vectors
