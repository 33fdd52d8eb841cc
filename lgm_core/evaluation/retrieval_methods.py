"""The methods that `lgm bench retrieval` compares: this library's, BM25, dense search, and the fusion of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from lgm_core.evaluation.baselines import BM25, stemmed_words
from lgm_core.evaluation.word_windows import Piece, piece_of, windows_of
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.port import Where
from lgm_core.llm.port import ChatModel
from lgm_core.model import RetrievedPassage
from lgm_core.retrieval.rank_fusion import fused_ranks
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["Found", "Method", "baselines", "graph_methods", "language_of", "passages"]

Found = Sequence[Sequence[Piece]]
"""What a method returns for a question, best first."""

_PASSAGES = 40
"""How many passages and windows are retrieved: twenty documents, most of which have fewer than two."""

_SENTENCES = 100
"""How many sentences are retrieved: some 2,000 words."""

_FUSED = 100
"""How many of the best windows of each method are fused."""

_FUSION_OFFSET = 61
"""What the first rank is divided by when rankings are fused: the customary 60 and one."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to retrieve.

    Attributes:
        retrieve: takes a question, the ids of the documents to search (none for all) and a budget of words, and returns
            what it found.
        has_budget: whether it keeps to the budget, and may return something else for another one.
    """

    retrieve: Callable[[str, Sequence[str], int], Found]
    has_budget: bool = False


def graph_methods(graph: LanguageGraph) -> dict[str, Method]:
    """Return the methods of a graph, by name."""

    def sentences(question: str, documents: Sequence[str], _words: int) -> Found:
        found = graph.retrieve_sentences(question, _SENTENCES, where=_within(documents))
        return [[piece_of(each.sentence)] for each in found]

    def focused(question: str, documents: Sequence[str], words: int) -> Found:
        return _pieces(graph.retrieve_passages(question, words=words, where=_within(documents)))

    return {
        "passages": passages(graph),
        "sentences": Method(sentences),
        "focused passages": Method(focused, has_budget=True),
    }


def passages(graph: LanguageGraph, select: ChatModel | None = None) -> Method:
    """Return the passages of a graph; a language model to `select` chooses among them."""

    def retrieve(question: str, documents: Sequence[str], _words: int) -> Found:
        return _pieces(graph.retrieve_passages(question, _PASSAGES, where=_within(documents), select=select))

    return Method(retrieve)


def baselines(graph: LanguageGraph, embeddings: Embeddings | None = None) -> dict[str, Method]:
    """Return search over windows of the graph's text, by name.

    Args:
        graph: the graph.
        embeddings: an embedding model, for dense search and its fusion with BM25.
    """
    search = _WindowSearch(graph)
    index = BM25(search.texts, partial(stemmed_words, language=language_of(graph)))
    methods = {"BM25": Method(search.method(index.scores))}
    if embeddings is not None:
        questions = embeddings.questions
        vectors = unit_vectors(embeddings.documents, search.texts)

        def similarity(question: str) -> npt.NDArray[np.float64]:
            return np.asarray(vectors @ unit_vectors(questions, [question])[0], dtype=np.float64)

        methods["dense"] = Method(search.method(similarity))
        methods["BM25 + dense"] = Method(search.method(index.scores, similarity))
    return methods


def language_of(graph: LanguageGraph) -> str:
    """Return the language of most documents of a graph; empty without documents."""
    counts = Counter(record.language for record in graph.store.documents())
    return counts.most_common(1)[0][0] if counts else ""


def _within(documents: Sequence[str]) -> Where | None:
    return {"document_id": {"$in": list(documents)}} if documents else None


def _pieces(passages: Sequence[RetrievedPassage]) -> Found:
    return [[piece_of(sentence) for sentence in passage.sentences] for passage in passages]


Scores = Callable[[str], npt.NDArray[np.float64]]
"""Returns the score of each window for a question."""


class _WindowSearch:
    """The windows of a graph's text, ranked by scores or by the fusion of several."""

    def __init__(self, graph: LanguageGraph) -> None:
        self._windows: list[list[Piece]] = []
        self.texts: list[str] = []
        for document in graph.store.scan():
            for window in windows_of(document):
                self._windows.append(window)
                self.texts.append(" ".join(piece.text for piece in window))

    def method(self, *scores: Scores) -> Callable[[str, Sequence[str], int], Found]:
        """Return a method that ranks by these scores; several are fused by reciprocal ranks."""
        return partial(self._found, scores)

    def _found(self, scores: Sequence[Scores], question: str, documents: Sequence[str], _words: int) -> Found:
        rankings = [self._ranked(score(question), documents) for score in scores]
        if len(rankings) == 1:
            return [self._windows[place] for place in rankings[0][:_PASSAGES]]
        best = list(fused_ranks(rankings, _FUSION_OFFSET))[:_PASSAGES]
        return [self._windows[place] for place in best]

    def _ranked(self, scores: npt.NDArray[np.float64], documents: Sequence[str]) -> list[int]:
        allowed = frozenset(documents)
        order = (int(place) for place in np.argsort(-scores, kind="stable") if scores[place] > 0)
        return [place for place in order if not allowed or self._windows[place][0].document_id in allowed][:_FUSED]
