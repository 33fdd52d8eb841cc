"""Measure which passages the steps of gold plans find in text alone (`lgm bench reasoning --plans gold`)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lgm_core.evaluation.datasets import Passage, read_corpus
from lgm_core.evaluation.facts.decomposed_questions import DecomposedQuestion, Step, contains_phrase, read_decomposed
from lgm_core.evaluation.metrics import mean, recall
from lgm_core.evaluation.reasoning.gold_plans import plan_of
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.flow import Session, run
from lgm_core.language.port import Annotator
from lgm_core.progress import counted
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, passages_together, ranked_for_step
from lgm_core.reasoning.text.plan_passages import plan_passages
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["passage_benchmark", "step_gold"]

_PASSAGES = 5
"""Passages, from the best on, among which gold ones count as found."""
_OPTIONS = LogicalFormOptions(graph_answers=False, text="all", passages=_PASSAGES)


@dataclass(frozen=True, slots=True)
class _Found:
    """What one question's plan found.

    Attributes:
        whole: passages for the question alone.
        together: passages for its steps with the gold answers of earlier ones, and for the question.
        own: passages for its steps with their own answers, and for the question.
        steps: passages for each step, beside its gold passages; steps without any are left out.
        is_answered: whether the first of its own answers is right.
    """

    whole: list[str]
    together: list[str]
    own: list[str]
    steps: list[tuple[list[str], tuple[str, ...]]]
    is_answered: bool


def passage_benchmark(
    folder: Path, *, annotator: Annotator | str | None = None, limit: int | None = None
) -> dict[str, Any]:
    """Measure the passages that gold decompositions find as plans, without facts and without a language model.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `decomposition`.
        annotator: the language backend or its name.
        limit: only the first questions.

    Returns:
        `recall@5`: of the gold passages among a plan's five, the gold answers of its steps filled in;
        `own_bindings_recall@5`: the same with its own answers; `question_recall@5`: of the question without a plan;
        `step_recall@1` and `step_recall@5`: the steps whose gold passage is among so many of their own, gold answers
        filled in; `answer_found`: how often the answer is the first that the plan gives of itself; counts.

    Raises:
        InputError: a file cannot be used.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read_decomposed(folder / "questions.jsonl", passages, limit=limit)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "benchmark.lgm"
        with build_corpus_graph(passages.values(), path, annotator=annotator) as graph:
            ranker = graph.ranker()
            found = [
                _found(question, passages, ranker, GraphView(graph.store, question=question.text))
                for question in counted(questions, "answering", "questions")
            ]
    steps = [step for each in found for step in each.steps]
    pairs = list(zip(found, (question.gold_passages for question in questions), strict=True))
    return {
        "passages": len(passages),
        "questions": len(questions),
        "steps": len(steps),
        "recall@5": mean([recall(each.together, gold, k=_PASSAGES) for each, gold in pairs]),
        "step_recall@1": mean([float(not set(gold).isdisjoint(ranked[:1])) for ranked, gold in steps]),
        "step_recall@5": mean([float(not set(gold).isdisjoint(ranked[:_PASSAGES])) for ranked, gold in steps]),
        "own_bindings_recall@5": mean([recall(each.own, gold, k=_PASSAGES) for each, gold in pairs]),
        "question_recall@5": mean([recall(each.whole, gold, k=_PASSAGES) for each, gold in pairs]),
        "answer_found": mean([float(each.is_answered) for each in found]),
    }


def step_gold(step: Step, gold: Sequence[Passage]) -> tuple[str, ...]:
    """Return the ids of the gold passages that hold a step's answer; of several, those whose title its question has."""
    holding = [passage for passage in gold if contains_phrase(f"{passage.title}\n{passage.text}", step.answer)]
    titled = [passage for passage in holding if contains_phrase(step.question, passage.title)]
    return tuple(passage.id for passage in (len(holding) > 1 and titled) or holding)


def _found(question: DecomposedQuestion, passages: dict[str, Passage], ranker: Ranker, view: GraphView) -> _Found:
    gold = [passages[id] for id in question.gold_passages]
    whole = [hit.id for hit in ranker.passages(question.text, _PASSAGES)]
    ranked = [ranked_for_step(step.question, ranker, view, _PASSAGES) for step in question.steps]
    together = passages_together([WeightedRanking(sections) for sections in ranked], whole, _PASSAGES)
    execution = run(
        execute(plan_of(question), question=question.text, view=view, ranker=ranker, options=_OPTIONS, has_model=False),
        Session(),
    )
    own = plan_passages(question.text, execution.steps, ranker, view, _PASSAGES)
    of_steps = zip(question.steps, ranked, strict=True)
    return _Found(
        _documents(whole),
        _documents(together),
        _documents(own),
        [(_documents(sections), of_gold) for step, sections in of_steps if (of_gold := step_gold(step, gold))],
        any(contains_phrase(first, answer) for first in execution.answers[:1] for answer in question.answers),
    )


def _documents(sections: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(section.rpartition("#s")[0] for section in sections))
