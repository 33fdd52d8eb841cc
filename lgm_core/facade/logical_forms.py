"""Making and executing plans of logical forms."""

from __future__ import annotations

from lgm_core.errors import InputError, PlanError, shown
from lgm_core.facade.checked_arguments import checked_question
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.unmatched_filter import NO_DOCUMENT_PASSES
from lgm_core.flow import Flow
from lgm_core.graph.port import Where
from lgm_core.model.trace import End
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.planning.model_planner import PlanningResult
from lgm_core.reasoning.planning.planner import make_plan
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.reasoning.solving.plan_solving import solve_plan
from lgm_core.retrieval.ranking.ranking_options import words_only

__all__ = ["planning", "solving"]


def planning(
    graph: OpenedGraph, question: str, options: LogicalFormOptions | None, where: Where | None
) -> Flow[LogicalPlan]:
    """Plan how a question is answered under a filter that includes the one of the options."""
    checked_question(question)
    options = options or LogicalFormOptions()
    view, _ = graph.seen(question, where)
    planned = yield from make_plan(question, view=view, options=options, has_model=graph.llm is not None)
    if planned.plan is None:
        raise PlanError(_no_plan(question, planned, options, has_model=graph.llm is not None))
    return planned.plan


def solving(
    graph: OpenedGraph, plan: LogicalPlan | str, options: LogicalFormOptions | None, question: str, where: Where | None
) -> Flow[Solution]:
    """Execute a plan under a filter that includes the one of the options."""
    options = options or LogicalFormOptions()
    if not isinstance(plan, LogicalPlan | str):
        raise InputError(f"{shown(plan)} is not a plan; give a LogicalPlan or its text")
    if not isinstance(question, str):
        raise InputError(f"{shown(question)} is not a question; give a text, or leave it out")
    parsed = LogicalPlan.parse(plan) if isinstance(plan, str) else plan
    view, ranker = graph.seen(question or str(parsed), where)
    if view.allowed is not None and not view.allowed:
        end = End(NO_DOCUMENT_PASSES)
        yield end
        return Solution(parsed, question, is_evidence_only=True, trace=(end,))
    return (
        yield from solve_plan(
            parsed,
            question=question,
            view=view,
            ranker=ranker if options.ask.graph else ranker.with_options(words_only(ranker.weights)),
            options=options,
            has_model=graph.llm is not None,
        )
    )


def _no_plan(question: str, planned: PlanningResult, options: LogicalFormOptions, *, has_model: bool) -> str:
    if planned.planner == "llm" and has_model:
        way_out = "ask another model, or write a plan"
    elif options.planner == "rules":
        way_out = "use planner='auto' with a language model, or write a plan"
    else:
        way_out = "pass `llm=…` or `--llm`, or write a plan"
    return f"there is no plan for {shown(question)}: {planned.error}; {way_out} and solve it (LogicalPlan.parse)"
