"""An embedding model without a network, and a record of what it was asked."""

import numpy as np

from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import Ranker, ranker_over
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.sentence_vectors import SentenceVectors, embedded_texts
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.vector_cache import QuantisedVectors, embedded


def hashed_words(texts: list[str]) -> list[list[float]]:
    """Embed texts as counts of hashed words, with *author* and *writer* as one."""
    vectors = []
    for text in texts:
        vector = [0.001] * 997
        for word in text.lower().replace("?", "").replace(".", "").replace("author", "writer").split():
            vector[sum(map(ord, word)) % 997] += 1
        vectors.append(vector)
    return vectors


class RecordingEmbed:
    """Embeds hashed words and records the texts of each call."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, texts: list[str]) -> list[list[float]]:
        self.calls.append(texts)
        return hashed_words(texts)

    @property
    def texts(self) -> list[str]:
        """Return the texts of all calls."""
        return [text for call in self.calls for text in call]


class RecordingModel:
    """An embedding model with a recorder for documents and one for questions."""

    def __init__(self) -> None:
        self.documents, self.questions = RecordingEmbed(), RecordingEmbed()
        self.embeddings = Embeddings(documents=self.documents, questions=self.questions)


def embedding_ranker(
    index: RankingIndex,
    embed: Embed | Embeddings,
    options: RankingOptions = RankingOptions(),  # noqa: B008  # frozen
) -> Ranker:
    """Return a ranker with the vectors of all sentences of an index without changes."""
    embeddings = Embeddings.of(embed)
    texts, _ = embedded_texts(index.base, index)
    rows = np.concatenate([vectors.rows for vectors in embedded(embeddings.documents, texts)])
    return ranker_over(index, options, embeddings=embeddings, vectors=SentenceVectors(QuantisedVectors(rows)))
