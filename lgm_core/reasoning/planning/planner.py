"""The plan of a question by the planner that the options name."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.flow import Flow
from lgm_core.model import TraceStep
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.planning.model_planner import plan_by_model
from lgm_core.reasoning.planning.planning_result import PlanningResult
from lgm_core.reasoning.planning.rule_planner import plan_by_rules
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["make_plan"]

NO_RULE = "no rule reads the whole question"
NO_MODEL = "no rule reads the whole question, and there is no language model"
ONLY_MODEL = "the planner is 'llm', and there is no language model"


def make_plan(
    question: str,
    *,
    view: GraphView,
    options: LogicalFormOptions,
    has_model: bool,
    history: Sequence[StepResult] = (),
) -> Flow[PlanningResult]:
    """Plan a question: by the rules, by a language model, or (`auto`) by the rules and then by the model.

    Yields a TraceStep `plan` with who planned, the plan's text or the problem, and repairs. Where nobody has a plan
    the result says why; nothing is raised.

    Args:
        question: the question.
        view: the graph as it may be seen.
        options: `planner` is read.
        has_model: whether a language model can be asked.
        history: results of steps of earlier rounds, for the model.
    """
    if options.planner != "llm":
        plan = plan_by_rules(question, view)
        if plan is not None or options.planner == "rules" or not has_model:
            problem = NO_RULE if options.planner == "rules" else NO_MODEL
            result = PlanningResult(plan, "rules", error="" if plan is not None else problem)
            yield TraceStep("plan", result.told())
            return result
    elif not has_model:
        result = PlanningResult(None, "llm", error=ONLY_MODEL)
        yield TraceStep("plan", result.told())
        return result
    return (yield from plan_by_model(question, view, history=history))
