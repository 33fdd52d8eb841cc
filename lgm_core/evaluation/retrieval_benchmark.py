"""How well questions find the gold passages of a corpus: what benchmarks of the ranking share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.metrics import all_retrieved, mean, percentile, recall, reciprocal_rank
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.port import Annotator
from lgm_core.progress import counted
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = [
    "ABLATIONS",
    "DEPTHS",
    "RetrievalScores",
    "build_corpus_graph",
    "ranked_documents",
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
"""How many best passages are searched for all gold ones."""
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
