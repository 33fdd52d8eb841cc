"""Choosing the passages that an answer reads, from what the steps of a plan read and the whole question finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.plan_parts import Retrieval, Variable
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, passages_together
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["plan_passages"]


def plan_passages(
    question: str, steps: Sequence[StepResult], ranker: Ranker, view: GraphView, k: int
) -> tuple[str, ...]:
    """Return the ids of the `k` sections that answer a question together, best first.

    Without steps that read text these are the ones ranked best for the question. Of 100 questions of MuSiQue, five
    sections hold .90 of the gold passages where the answers of steps are known, and .83 where they are picked without a
    language model; the ranking alone finds .82 (benchmarks/reasoning.md).

    Args:
        question: the question.
        steps: what the steps of its plan did.
        ranker: ranks the passages.
        view: what may be seen of them.
        k: how many.
    """
    whole = [hit.id for hit in ranker.passages(question, k, allowed=view.allowed)]
    sure: list[WeightedRanking] = []
    unsure: list[WeightedRanking] = []
    picked: set[str] = set()
    for step in steps:
        if not isinstance(step.step.action, Retrieval):
            continue
        used = set(_variables(step.step.action))
        if step.passages:
            (sure if picked.isdisjoint(used) else unsure).append(WeightedRanking(step.passages))
        if step.basis == "text":
            picked |= used
    return tuple(passages_together(sure, whole, k, unsure=unsure))


def _variables(action: Retrieval) -> Iterator[str]:
    """Yield the variables that a retrieval binds or uses."""
    yield action.subject.variable
    yield action.object.variable
    for constraint in action.constraints:
        if isinstance(constraint.value, Variable):
            yield constraint.value.name
