"""Measure how well questions find their passages, compared with BM25 (`lgm bench retrieval`)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.baselines import BM25, stemmed_words, unicode_words
from lgm_core.evaluation.datasets import Passage, PooledQuestions, Question, read_pooled
from lgm_core.evaluation.metrics import all_retrieved, is_half_covered, mean, percentile, recall, reciprocal_rank
from lgm_core.facade.embedding_models import embedding_model
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.port import Annotator
from lgm_core.llm.port import ChatModel
from lgm_core.progress import counted
from lgm_core.retrieval.ranking.ranker import ChainRerank, Ranker, Rerank, ranker_over
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.sentence_vectors import embedded_sentences
from lgm_core.vectors.port import Embed, Embeddings

__all__ = [
    "ABLATIONS",
    "DEPTHS",
    "RetrievalScores",
    "build_corpus_graph",
    "ranked_documents",
    "retrieval_benchmark",
    "scores_of",
]

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
    "chains in full always": {"anchored": 0.0},
    "nothing for what a passage says by itself": {"direct_first": 0.0, "direct_unnamed": 0.0, "direct_alone": 0.0},
    "no phrases": {"phrase": 0.0},
    "no definitions": {"definition": 0.0, "defining_sentence": 0.0},
}
"""Weights that switch off one part of the ranking."""

DEPTHS = (1, 2, 5, 10, 20)
"""The numbers of best passages in which gold ones are counted."""
_PASSAGES = 5
_SENTENCES = 10
"""How many best passages and sentences are searched for gold ones."""
_SECTIONS = 40
"""How many sections are retrieved to get twenty documents; several may be from one document."""

Rank = Callable[[str], Sequence[str]]
"""Returns the ids of passages for a question, best first."""


@dataclass(frozen=True, slots=True)
class RetrievalScores:
    """Means over questions, from 0 to 1, and the milliseconds of each question.

    Attributes:
        recall: the share of gold passages among the best 1, 2, 5, 10 and 20, by this number.
        reciprocal_rank: 1 divided by the place of the first gold passage among the best twenty.
        all_5: the share of questions with all gold passages among the best five.
        oracle_5: the recall of the best choice of five among the best twenty.
        milliseconds: the processor time of each question.
    """

    recall: Mapping[int, float]
    reciprocal_rank: float
    all_5: float
    oracle_5: float
    milliseconds: tuple[float, ...]

    def figures(self) -> dict[str, float]:
        """Return the figures by their names in reports."""
        return {
            **{f"recall@{depth}": share for depth, share in self.recall.items()},
            "mrr": self.reciprocal_rank,
            "all@5": self.all_5,
            "oracle_recall@5": self.oracle_5,
            "query_ms_p50": percentile(self.milliseconds, 0.5),
            "query_ms_p95": percentile(self.milliseconds, 0.95),
        }


def retrieval_benchmark(
    corpora: Sequence[Path],
    questions: Sequence[Path],
    *,
    limit: int | None = None,
    ablate: bool = False,
    annotator: Annotator | str | None = None,
    options: RankingOptions | None = None,
    embed: Embed | Embeddings | str | PathLike[str] | None = None,
    rerank: Rerank | ChainRerank | None = None,
    select: ChatModel | None = None,
) -> dict[str, Any]:
    """Build a graph of passages without a language model and measure how well questions find their gold passages.

    Args:
        corpora: files of JSON Lines with `id`, `title`, `text`, perhaps `sentences`; all are pooled.
        questions: a file for each corpus: JSON Lines with `id`, `question`, `gold_passages`, perhaps `gold_sentences`.
        limit: only the first questions of each file.
        ablate: also measure without each part of the ranking.
        annotator: the language backend or its name.
        options: weights of the ranking.
        embed: an embedding model as for `LanguageGraph`; sentences are embedded before the first question.
        rerank: a reranker, as the last step.
        select: a language model that chooses among the best twenty passages; measured separately.

    Returns:
        `passages`, `questions`, `recall@1` … `recall@20`, `mrr`, `all@5`, `oracle_recall@5` (see `RetrievalScores`),
        `sentence_recall` (among 10 sentences; None without gold sentences), `sentence_recall@3`, `sentence_recall@5`,
        `index_seconds` (elapsed time to build and index the graph), `query_ms_p50`, `query_ms_p95` (processor time),
        `llm_calls`, `llm_tokens`; with an embedding model `embedding_ms_p50` (its part of a query) and
        `embedded_texts` (per question); the scores of the baselines `bm25` (words in lower case) and `bm25_stemmed`
        (Snowball's stems); `ablations`; and under `select` the scores of the selected passages, with `llm_calls`,
        `llm_tokens` and `llm_failures`.

    Raises:
        InputError: a file is invalid, or a gold passage of a question is not in its corpus.
    """
    model = None if embed is None else embedding_model(embed)
    pooled = read_pooled(corpora, questions, limit=limit)
    passages, asked = pooled.passages, pooled.questions
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        graph = build_corpus_graph(passages, Path(folder) / "benchmark.lgm", annotator=annotator)
        with graph:
            index, timed = graph.ranker().index, None if model is None else _TimedEmbeddings(model)
            ranker = ranker_over(
                index,
                options or RankingOptions(),
                embeddings=None if timed is None else timed.embeddings,
                vectors=None if timed is None else embedded_sentences(index, timed.embeddings),
                rerank=rerank,
            )
            index_seconds = time.perf_counter() - began
            figures: dict[str, Any] = {"passages": len(passages), "questions": len(asked)}
            figures |= scores_of(partial(ranked_documents, ranker), asked).figures()
            if timed is not None:
                figures |= timed.figures()
            figures |= _sentence_recalls(graph, ranker, passages, asked)
            figures["index_seconds"] = index_seconds
            figures["llm_calls"] = graph.ledger.total.calls
            figures["llm_tokens"] = graph.ledger.total.tokens
            figures["bm25"] = _bm25_figures(pooled, unicode_words)
            figures["bm25_stemmed"] = _bm25_figures(
                pooled, lambda text: stemmed_words(text, pooled.languages.get(text, ""))
            )
            if ablate:
                figures["ablations"] = _ablations(ranker, asked)
        if select is not None:
            with LanguageGraph(Path(folder) / "benchmark.lgm", embed=model, rerank=rerank, ranking=options) as graph:
                figures["select"] = _selected(graph, select, asked)
    return figures


def build_corpus_graph(
    passages: Iterable[Passage], path: Path, *, annotator: Annotator | str | None = None
) -> LanguageGraph:
    """Build a graph of a corpus without a language model, in a file.

    Raises:
        InputError: a passage could not be learned.
    """
    graph = LanguageGraph(path, annotator=annotator)
    report = graph.build(passage.document() for passage in passages)
    if report.failed:
        first = report.failed[0]
        raise InputError(f"{len(report.failed)} passages could not be learned; {first.name}: {first.error}")
    return graph


def ranked_documents(ranker: Ranker, question: str, k: int = _SECTIONS) -> list[str]:
    """Return the ids of the documents of the `k` best sections, best first."""
    return list(dict.fromkeys(section.id.rpartition("#s")[0] for section in ranker.passages(question, k)))


def scores_of(rank: Rank, questions: Sequence[Question]) -> RetrievalScores:
    """Ask every question and compare the ranked passages with the gold passages."""
    results: list[tuple[Sequence[str], Sequence[str]]] = []
    milliseconds = []
    for question in counted(questions, "asking", "questions"):
        began = time.process_time()
        ranked = rank(question.text)
        milliseconds.append(1000 * (time.process_time() - began))
        results.append((ranked, question.gold_passages))
    return RetrievalScores(
        {depth: mean([recall(ranked, gold, k=depth) for ranked, gold in results]) for depth in DEPTHS},
        mean([reciprocal_rank(ranked[: DEPTHS[-1]], gold) for ranked, gold in results]),
        mean([all_retrieved(ranked, gold, k=_PASSAGES) for ranked, gold in results]),
        mean([_oracle_recall(ranked[: DEPTHS[-1]], gold) for ranked, gold in results]),
        tuple(milliseconds),
    )


def _oracle_recall(ranked: Sequence[str], gold: Sequence[str]) -> float:
    """Return the recall of the best choice of five among the ranked passages."""
    return min(_PASSAGES, sum(passage_id in ranked for passage_id in gold)) / len(gold)


def _bm25_figures(pooled: PooledQuestions, words: Callable[[str], list[str]]) -> dict[str, float]:
    passages = pooled.passages
    began = time.perf_counter()
    baseline = BM25([f"{passage.title} {passage.text}" for passage in passages], words)
    seconds = time.perf_counter() - began
    scores = scores_of(
        lambda question: [passages[number].id for number in baseline.rank(question, DEPTHS[-1])], pooled.questions
    )
    return scores.figures() | {"index_seconds": seconds}


def _ablations(ranker: Ranker, questions: Sequence[Question]) -> dict[str, dict[str, float]]:
    results = {}
    for name, changes in ABLATIONS.items():
        ablated = ranker.with_options(replace(ranker.weights, **changes))  # type: ignore[arg-type]  # floats for ints
        results[name] = scores_of(partial(ranked_documents, ablated), questions).figures()
    return results


def _selected(graph: LanguageGraph, select: ChatModel, questions: Sequence[Question]) -> dict[str, float]:
    """Return the figures of passages that a language model selected, with its cost."""

    def rank(question: str) -> list[str]:
        passages = graph.retrieve_passages(question, _SECTIONS, select=select)
        return list(dict.fromkeys(passage.document.id for passage in passages))

    figures = scores_of(rank, questions).figures()
    usage = graph.ledger.total
    return figures | {"llm_calls": usage.calls, "llm_tokens": usage.tokens, "llm_failures": usage.failures}


def _sentence_recalls(
    graph: LanguageGraph, ranker: Ranker, passages: Sequence[Passage], questions: Sequence[Question]
) -> dict[str, float | None]:
    """Return the mean share of gold sentences among the 10, 3 and 5 best sentences; None without gold sentences."""
    by_id = {passage.id: passage for passage in passages}
    recalls: dict[int, list[float]] = {k: [] for k in (_SENTENCES, 3, 5)}
    for question in counted(questions, "comparing", "questions"):
        gold = [
            (sentence.passage_id, by_id[sentence.passage_id].sentence_span(sentence.index))
            for sentence in question.gold_sentences
        ]
        gold_spans = [(passage_id, span) for passage_id, span in gold if span is not None]
        if not gold_spans:
            continue
        ranked = ranker.sentences(question.text, _SENTENCES)
        retrieved = graph.store.sentences([sentence.id for sentence in ranked])
        for k, values in recalls.items():
            spans: dict[str, list[tuple[int, int]]] = {}
            for sentence in retrieved[:k]:
                spans.setdefault(sentence.document_id, []).append((sentence.start, sentence.end))
            covered = [is_half_covered(span, spans.get(passage_id, [])) for passage_id, span in gold_spans]
            values.append(mean(covered))
    return {
        "sentence_recall" if k == _SENTENCES else f"sentence_recall@{k}": mean(values) if values else None
        for k, values in recalls.items()
    }


class _TimedEmbeddings:
    """An embedding model, with the processor time of each call for questions; there is one call per question.

    Args:
        embeddings: the model.
    """

    def __init__(self, embeddings: Embeddings) -> None:
        self._questions = embeddings.questions
        self.embeddings = Embeddings(embeddings.documents, self._timed)
        self._milliseconds: list[float] = []
        self._texts: list[float] = []

    def figures(self) -> dict[str, float]:
        """Return the milliseconds and the number of embedded texts per question."""
        return {"embedding_ms_p50": percentile(self._milliseconds, 0.5), "embedded_texts": mean(self._texts)}

    def _timed(self, texts: list[str]) -> Any:  # noqa: ANN401  # whatever the model returns
        began = time.process_time()
        vectors = self._questions(texts)
        self._milliseconds.append(1000 * (time.process_time() - began))
        self._texts.append(len(texts))
        return vectors
