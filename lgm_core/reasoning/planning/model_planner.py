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
from lgm_core.reasoning.planning.graph_vocabulary import graph_vocabulary
from lgm_core.reasoning.planning.plan_prompts import PLAN
from lgm_core.reasoning.planning.planning_result import PlanningResult
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["plan_by_model", "read_plan"]

_LONGEST = 20_000
"""Characters of a reply; a plan is some hundred."""
_MOST_STEPS = 40
"""Steps of a plan; each may cost a search and a request."""
_STARTS = ("step", "retrieval", "sort", "math", "count", "deduce", "output", "logical form")
_KNOWN = 20
"""Results of earlier steps that are shown."""


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
    """Read the plan in a reply: the lines from its first step on, without the fence around them.

    Raises:
        ValueError: there is none, or it does not parse; says where and what was expected.
    """
    rest = without_reasoning(text)
    if not rest:
        raise ValueError("the reply is empty")
    if len(rest) > _LONGEST:
        raise ValueError(f"the reply has {len(rest)} characters; a plan is short")
    lines = [line.strip().strip("*").strip() for line in rest.splitlines()]
    lines = [line.strip("`") if line.startswith("```") else line for line in lines if line.strip("` ") != ""]
    first = next((place for place, line in enumerate(lines) if _begins(line)), None)
    if first is None:
        raise ValueError('there is no step in it; begin with "Step 1: " and a sub-question')
    try:
        plan = LogicalPlan.parse("\n".join(lines[first:]))
    except PlanError as error:
        raise ValueError(str(error)) from error
    if len(plan.steps) > _MOST_STEPS:
        raise ValueError(f"it has {len(plan.steps)} steps; {_MOST_STEPS} are the most")
    return plan


def _begins(line: str) -> bool:
    word = line.casefold()
    return any(word.startswith((f"{start} ", f"{start}(", f"{start}:")) for start in _STARTS)


def _known(history: Sequence[StepResult]) -> str:
    """Return what earlier steps found, a line each; steps without a result are told too, lest they be planned again."""
    lines = [
        plain(f"{result.question or result.step.question}: {'; '.join(result.answers[:3]) or 'nothing was found'}")
        for result in history
        if result.question or result.step.question
    ]
    return "\n".join(lines[-_KNOWN:]) or "nothing"
