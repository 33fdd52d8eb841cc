"""Executing one plan: its answers with their evidence, step by step."""

from __future__ import annotations

from lgm_core.flow import Flow, traced
from lgm_core.reasoning.execution.binding_tables import Row
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.solving.memory import Solution, rests_on
from lgm_core.reasoning.solving.rows_answer import cited, compared, not_found
from lgm_core.retrieval.answering.answer_record import failure_in
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["solve_plan"]


def solve_plan(
    plan: LogicalPlan,
    *,
    question: str,
    view: GraphView,
    ranker: Ranker,
    options: LogicalFormOptions,
    has_model: bool,
) -> Flow[Solution]:
    """Execute a plan once, with facts first and text second (KAG, algorithm 2).

    Args:
        plan: the plan.
        question: the question that it answers; may be empty.
        view: the visible part of the graph.
        ranker: ranks its passages.
        options: the settings.
        has_model: whether a language model reads text.

    Raises:
        PlanError: the plan cannot be executed at all.
    """
    run = yield from traced(
        execute(plan, question=question, view=view, ranker=ranker, options=options, has_model=has_model)
    )
    found = run.result
    sources: list[Row | StepResult] = [*found.rows, *compared(found.steps)] if found.rows else [*found.steps]
    return Solution(
        plan=plan,
        question=question,
        answers=found.answers,
        rows=found.rows,
        citations=cited(view, (id for source in sources for id in source.sentences)),
        steps=found.steps,
        missing=not_found(found.steps),
        is_evidence_only=not found.answers or rests_on(found.steps, found.rows, options.sure) not in ("facts", "model"),
        failure=failure_in(run.trace),
        usage=run.usage,
        trace=run.trace,
    )
