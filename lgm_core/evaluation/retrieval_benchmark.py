"""How well questions find their passages: a graph is built without a language model, and BM25 runs beside it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.bm25 import BM25
from lgm_core.evaluation.datasets import Passage, Question, read_corpus, read_questions
from lgm_core.evaluation.metrics import all_found, mean, overlaps, percentile, recall
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.port import Annotator
from lgm_core.retrieval.ranking.ranker import Ranker, Rerank
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["ABLATIONS", "RetrievalScores", "build_corpus_graph", "ranked_documents", "retrieval_benchmark", "scores_of"]

ABLATIONS: dict[str, dict[str, float]] = {
    "passages alone, no chains": {"hops": 1},
    "chains of two": {"hops": 2},
    "no title bonus": {"title_bonus": 0.0},
    "no names as wholes": {"name": 0.0},
    "no related words": {"related_words": 0.0},
    "no nearness to the bridge": {"proximity": 0.0},
    "no bridges to mentions": {"mention_bridge": 0.0},
    "no bridges back": {"reverse_bridge": 0.0},
    "no part left open": {"new_coverage": 0.0},
    "no spread": {"sibling_penalty": 0.0},
    "chains not kept together": {"successor_bonus": 0.0, "predecessor_bonus": 0.0},
}
"""Weights with one part of the ranking switched off."""

_K = 5
_SENTENCES = 10
_SECTIONS = 20
"""Sections asked for, so that five documents are among them when documents have several sections."""

Rank = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class RetrievalScores:
    """Means over questions; `milliseconds` of each question, in order."""

    recall_2: float
    recall_5: float
    all_5: float
    milliseconds: tuple[float, ...]

    def figures(self) -> dict[str, float]:
        """Return the figures by the names that reports use."""
        return {
            "recall@2": self.recall_2,
            "recall@5": self.recall_5,
            "all@5": self.all_5,
            "query_ms_p50": percentile(self.milliseconds, 0.5),
            "query_ms_p95": percentile(self.milliseconds, 0.95),
        }


def retrieval_benchmark(
    corpus: Path,
    questions: Path,
    *,
    limit: int | None = None,
    ablate: bool = False,
    annotator: Annotator | str | None = None,
    options: RankingOptions | None = None,
    embed: Embed | Embeddings | None = None,
    rerank: Rerank | None = None,
) -> dict[str, Any]:
    """Build a graph of a corpus and measure how well questions find what answers them, with zero LLM calls.

    Args:
        corpus: JSON Lines with `id`, `title`, `text`, perhaps `sentences`.
        questions: JSON Lines with `id`, `question`, `gold_passages`, perhaps `gold_sentences`.
        limit: only the first questions.
        ablate: also without each part of the ranking.
        annotator: the language backend or its name.
        options: weights of the ranking.
        embed: an embedding model as additional signal.
        rerank: a reranker as last step.

    Returns:
        `recall@2`, `recall@5`, `all@5`, `sentence_recall` (within 10 sentences; None without gold sentences),
        `sentence_recall@3`, `sentence_recall@5`, `index_seconds`, `query_ms_p50`, `query_ms_p95`, `llm_calls`,
        `llm_tokens`, counts, and `bm25` and `ablations`.

    Raises:
        InputError: a file cannot be used, or a question wants a passage that the corpus has not.
    """
    passages, asked = read_corpus(corpus), read_questions(questions, limit=limit)
    _check_gold(passages, asked, questions)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        graph = build_corpus_graph(passages, Path(folder) / "benchmark.lgm", annotator=annotator)
        with graph:
            ranker = Ranker(graph.ranker().index, options or RankingOptions(), embed=embed, rerank=rerank)
            index_seconds = time.perf_counter() - began
            figures: dict[str, Any] = {"passages": len(passages), "questions": len(asked)}
            figures |= scores_of(partial(ranked_documents, ranker), asked).figures()
            figures |= _sentence_recalls(graph, ranker, passages, asked)
            figures["index_seconds"] = index_seconds
            figures["llm_calls"] = graph.ledger.total.calls
            figures["llm_tokens"] = graph.ledger.total.tokens
            figures["bm25"] = _bm25_figures(passages, asked)
            if ablate:
                figures["ablations"] = _ablations(ranker, asked)
    return figures


def build_corpus_graph(
    passages: Iterable[Passage], path: Path, *, annotator: Annotator | str | None = None
) -> LanguageGraph:
    """Build a graph of a corpus without a language model, in a file.

    Raises:
        InputError: a passage could not be learned.
    """
    graph = LanguageGraph(path, annotator=annotator)
    report = graph.build(one.document() for one in passages)
    if report.failed:
        first = report.failed[0]
        raise InputError(f"{len(report.failed)} passages could not be learned; {first.name}: {first.error}")
    return graph


def ranked_documents(ranker: Ranker, question: str, k: int = _SECTIONS) -> list[str]:
    """Return the documents of the best sections, each once."""
    return list(dict.fromkeys(one.id.rpartition("#s")[0] for one in ranker.passages(question, k)))


def scores_of(rank: Rank, questions: Sequence[Question]) -> RetrievalScores:
    """Ask every question and compare what comes back with what it should find."""
    found, milliseconds = [], []
    for question in questions:
        began = time.perf_counter()
        found.append(list(rank(question.text)))
        milliseconds.append(1000 * (time.perf_counter() - began))
    gold = [question.gold_passages for question in questions]
    return RetrievalScores(
        mean([recall(one, wanted, at=2) for one, wanted in zip(found, gold, strict=True)]),
        mean([recall(one, wanted, at=_K) for one, wanted in zip(found, gold, strict=True)]),
        mean([all_found(one, wanted, at=_K) for one, wanted in zip(found, gold, strict=True)]),
        tuple(milliseconds),
    )


def _bm25_figures(passages: Sequence[Passage], questions: Sequence[Question]) -> dict[str, float]:
    began = time.perf_counter()
    baseline = BM25([f"{one.title} {one.text}" for one in passages])
    seconds = time.perf_counter() - began
    ids = [one.id for one in passages]
    scores = scores_of(lambda question: [ids[at] for at in baseline.rank(question, _K)], questions)
    return scores.figures() | {"index_seconds": seconds}


def _ablations(ranker: Ranker, questions: Sequence[Question]) -> dict[str, dict[str, float]]:
    results = {}
    for name, changes in ABLATIONS.items():
        without = ranker.with_options(replace(ranker.weights, **changes))  # type: ignore[arg-type]  # floats for ints
        results[name] = scores_of(partial(ranked_documents, without), questions).figures()
    return results


def _sentence_recalls(
    graph: LanguageGraph, ranker: Ranker, passages: Sequence[Passage], questions: Sequence[Question]
) -> dict[str, float | None]:
    """Return the mean part of gold sentences that is covered by the ten, three and five best sentences."""
    by_id = {one.id: one for one in passages}
    recalls: dict[int, list[float]] = {k: [] for k in (_SENTENCES, 3, 5)}
    for question in questions:
        gold = [(one.passage_id, by_id[one.passage_id].sentence_span(one.index)) for one in question.gold_sentences]
        wanted = [(passage, span) for passage, span in gold if span is not None]
        if not wanted:
            continue
        found = graph.store.sentences([one.id for one in ranker.sentences(question.text, _SENTENCES)])
        for k, column in recalls.items():
            spans: dict[str, list[tuple[int, int]]] = {}
            for sentence in found[:k]:
                spans.setdefault(sentence.document_id, []).append((sentence.start, sentence.end))
            column.append(mean([float(overlaps(span, spans.get(passage, []))) for passage, span in wanted]))
    return {
        "sentence_recall" if k == _SENTENCES else f"sentence_recall@{k}": mean(column) if column else None
        for k, column in recalls.items()
    }


def _check_gold(passages: Sequence[Passage], questions: Sequence[Question], path: Path) -> None:
    known = {one.id for one in passages}
    for question in questions:
        wanted = [*question.gold_passages, *(one.passage_id for one in question.gold_sentences)]
        missing = [one for one in wanted if one not in known]
        if missing:
            raise InputError(f"{path}: question {question.id!r} wants the passage {missing[0]!r}, which is not there")
