"""What a method works with: the passages of a question set, their graph, the language and the embedding model."""

from __future__ import annotations

import hashlib
from functools import cached_property, lru_cache
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Passage
from lgm_core.evaluation.question_answering.question_sets import QuestionSet
from lgm_core.evaluation.question_answering.recorded_model import RecordedModel
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.vectors.port import Embeddings

__all__ = ["BenchmarkCorpus", "code_fingerprint"]

_PACKAGE = Path(__file__).parents[3]

_LEARNING = ("model", "documents", "language", "schema", "graph", "learning")
"""Rooms whose code decides what graphs documents become."""

_ANSWERING = (*_LEARNING, "vectors", "llm", "flow", "retrieval", "reasoning", "feedback", "facade", "evaluation")
"""Rooms whose code decides how questions are answered."""


@lru_cache
def code_fingerprint(rooms: tuple[str, ...] = _ANSWERING) -> str:
    """Hash the code and data of rooms of the engine."""
    files = (path for room in rooms for path in sorted((_PACKAGE / room).rglob("*")))
    digest = hashlib.sha256()
    for path in files:
        if path.is_file() and path.suffix != ".pyc":
            digest.update(str(path.relative_to(_PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


class BenchmarkCorpus:
    """The passages of a question set, and everything that methods need to answer questions about them.

    Graphs are built when first used. `fingerprint` changes with the passages, the language backend and the code that
    answers.

    Args:
        questions: the questions and their passages.
        model: the language model.
        graphs: the folder for graphs, which are rebuilt if passages or code have changed.
        annotator: the name of the language backend.
        embeddings: the embedding model, or None.
        concurrency: how many requests of one question are sent at once.
    """

    def __init__(
        self,
        questions: QuestionSet,
        model: RecordedModel,
        *,
        graphs: Path,
        annotator: str | None = None,
        embeddings: Embeddings | None = None,
        concurrency: int = 1,
    ) -> None:
        self.name = questions.name
        self.passages: tuple[Passage, ...] = questions.passages
        self.model = model
        self.embeddings = embeddings
        self.fingerprint = _hashed(questions.fingerprint, annotator or "", code_fingerprint())
        self._graph_key = _hashed(questions.fingerprint, annotator or "", code_fingerprint(_LEARNING))
        self._graphs, self._annotator, self._concurrency = graphs, annotator, concurrency
        self._opened: list[LanguageGraph] = []

    @cached_property
    def graph(self) -> LanguageGraph:
        """Return the graph of the passages, built without the language model that is asked.

        Raises:
            InputError: a passage could not be learned.
        """
        return self._graph_at(self._graphs / f"{self.name}-{self._graph_key[:16]}.lgm")

    @cached_property
    def fact_graph(self) -> LanguageGraph:
        """Return another graph of the passages, with open facts.

        Raises:
            InputError: a passage could not be learned, or the language backend does not parse.
        """
        graph = self._graph_at(self._graphs / f"{self.name}-{self._graph_key[:16]}-facts.lgm")
        graph.learn_facts("open")  # what an earlier run has learned is skipped
        return graph

    def _graph_at(self, path: Path) -> LanguageGraph:
        self._graphs.mkdir(parents=True, exist_ok=True)
        with build_corpus_graph(self.passages, path, annotator=self._annotator):
            pass  # what an earlier run has learned is skipped
        graph = LanguageGraph(path, llm=self.model, annotator=self._annotator, concurrency=self._concurrency)
        self._opened.append(graph)
        return graph

    def required_embeddings(self) -> Embeddings:
        """Return the embedding model.

        Raises:
            InputError: there is none.
        """
        if self.embeddings is None:
            raise InputError("this method needs an embedding model; name one with --embed")
        return self.embeddings

    def close(self) -> None:
        """Close the graphs that were opened."""
        for graph in self._opened:
            graph.close()


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
