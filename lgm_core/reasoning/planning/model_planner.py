"""Plans by a language model, in one request; a plan that does not parse is asked for once more, told what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.errors import PlanError
from lgm_core.flow import Flow, Request
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.quoting import plain
from lgm_core.llm.replies import without_reasoning
from lgm_core.model import TraceStep
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parser import begins_step
from lgm_core.reasoning.planning.graph_vocabulary import graph_vocabulary
from lgm_core.reasoning.planning.plan_prompts import PLAN
from lgm_core.reasoning.planning.planning_result import PlanningResult
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["plan_by_model", "read_plan"]

_LONGEST = 20_000
"""Characters of a reply; a plan is some hundred."""
_MOST_STEPS = 40
"""Steps of a plan; each may cost a search and a request."""
_OF_ONE_FENCE = 3
"""Parts of a reply with one fenced block: what stands before it, in it, and behind it."""
_KNOWN, _NAMED = 20, 3
"""Results of earlier steps that are shown, and what each names."""


def plan_by_model(
    question: str, view: GraphView, *, history: Sequence[StepResult] = (), prompt: Prompt = PLAN
) -> Flow[PlanningResult]:
    """Ask a language model for the plan of a question.

    It is shown our examples, the predicates and types of the graph near what the question names, and what earlier
    steps found. Its reply is read as a plan and nothing else; one that does not parse is asked for once more with the
    parser's message. A failure is no exception: the result says what was wrong.

    Args:
        question: the question.
        view: the graph as it may be seen.
        history: results of steps of earlier rounds.
        prompt: asks for a plan; its gaps are `question`, `predicates`, `types` and `known`.
    """
    vocabulary = graph_vocabulary(view, question)
    values = {
        "question": plain(question),
        "predicates": plain(", ".join(vocabulary.predicates)) or "none",
        "types": plain(", ".join(vocabulary.types)) or "none",
        "known": _known(history),
    }
    (outcome,) = yield [Request(prompt.messages(values), "planning", read_plan)]
    repairs = max(outcome.usage.calls - 1, 0)
    if outcome.ok:
        result = PlanningResult(outcome.value, "llm", repairs)
    else:
        result = PlanningResult(None, "llm", repairs, outcome.error)
    yield TraceStep("plan", result.told())
    return result


def read_plan(text: str) -> LogicalPlan:
    """Read the plan in a reply: the lines from its first step on, of a plan inside one fence as far as that goes.

    Raises:
        ValueError: there is none, or it does not parse; says where and what was expected.
    """
    rest = without_reasoning(text)
    if not rest:
        raise ValueError("the reply is empty")
    if len(rest) > _LONGEST:
        raise ValueError(f"the reply has {len(rest)} characters; a plan is short")
    parts = rest.split("```")
    is_fenced = len(parts) == _OF_ONE_FENCE and not any(map(_from_first_step, (parts[0], parts[2])))
    plan_text = _from_first_step(parts[1] if is_fenced else rest)
    if not plan_text:
        raise ValueError('there is no step in it; begin with "Step 1: " and a sub-question')
    try:
        plan = LogicalPlan.parse(plan_text)
    except PlanError as error:
        raise ValueError(str(error)) from error
    if len(plan.steps) > _MOST_STEPS:
        raise ValueError(f"it has {len(plan.steps)} steps; {_MOST_STEPS} are the most")
    return plan


def _from_first_step(text: str) -> str:
    """Return the lines of a text from its first step on, without fences and stars; empty where there is none."""
    lines = [line.strip().strip("*").strip() for line in text.splitlines()]
    lines = [line.strip("`") if line.startswith("```") else line for line in lines if line.strip("` ") != ""]
    return next(filter(begins_step, ("\n".join(lines[place:]) for place in range(len(lines)))), "")


def _known(history: Sequence[StepResult]) -> str:
    """Return what earlier steps found, a line each; steps without a result are told too, lest they be planned again."""
    lines = [
        plain(f"{result.question or result.step.question}: {_found(result.answers)}")
        for result in history
        if result.question or result.step.question
    ]
    return "\n".join(lines[-_KNOWN:]) or "nothing"


def _found(answers: Sequence[str]) -> str:
    more = f" and {len(answers) - _NAMED} more" if len(answers) > _NAMED else ""
    return "; ".join(answers[:_NAMED]) + more if answers else "nothing was found"
