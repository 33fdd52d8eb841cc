"""Choosing the passages for an answer from those of the steps of a plan and of the whole question."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.plan_parts import Retrieval, used_variables
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, passages_together
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["plan_passages"]


def plan_passages(
    question: str, steps: Sequence[StepResult], ranker: Ranker, view: GraphView, k: int
) -> tuple[str, ...]:
    """Return the ids of the `k` sections that answer a question together, best first.

    If no step read text, these are the best sections for the question. For 100 questions of MuSiQue, five sections hold
    .90 of the gold passages if the answers of the steps are known, and .83 if they are picked without a language model;
    the ranking for the question finds .82 (benchmarks/reasoning.md).

    Args:
        question: the question.
        steps: the results of the steps of its plan.
        ranker: ranks the passages.
        view: the visible part of the graph.
        k: how many sections.
    """
    whole = [hit.id for hit in ranker.passages(question, k, allowed=view.allowed)]
    sure: list[WeightedRanking] = []
    unsure: list[WeightedRanking] = []
    picked: set[str] = set()
    for step in steps:
        if not isinstance(step.step.action, Retrieval):
            continue
        action = step.step.action
        used = {action.subject.variable, action.object.variable, *used_variables(action)}
        if step.passages:
            (sure if picked.isdisjoint(used) else unsure).append(WeightedRanking(step.passages))
        if step.basis == "text":
            picked |= used
    return tuple(passages_together(sure, whole, k, unsure=unsure))
