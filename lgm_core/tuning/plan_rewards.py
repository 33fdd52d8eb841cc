"""What a plan is worth: whether it parses, can be executed, and answers."""

from __future__ import annotations

from collections.abc import Callable, Collection

from lgm_core.errors import PlanError
from lgm_core.language.normalisation import fold_phrase
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.solving.memory import Solution, rests_on

__all__ = ["plan_reward"]


def plan_reward(plan: str, solve: Callable[[str], Solution], answers: Collection[str] = ()) -> float:
    """Return what a plan is worth, as in `plan_reward(text, graph.solve, ["Fomboni"])`.

    Args:
        plan: the text of a plan, as a language model writes it.
        solve: executes it, such as `LanguageGraph.solve`.
        answers: the right answers in any spelling; without them a plan answers if every step rests on facts.

    Returns:
        0 if it does not parse, 0.2 if it cannot be executed, 0.4 if a step finds nothing, 0.6 if it finds something
        else than the answers, or rests on more than facts, and 1 if it answers.
    """
    try:
        LogicalPlan.parse(plan)
    except PlanError:
        return 0.0
    try:
        solution = solve(plan)
    except PlanError:
        return 0.2
    if any(step.error for step in solution.steps):
        return 0.2
    if not solution.answers:
        return 0.4
    if answers:
        is_right = not {fold_phrase(each) for each in answers}.isdisjoint(map(fold_phrase, solution.answers))
    else:
        is_right = rests_on(solution.steps, solution.rows, LogicalFormOptions().sure) == "facts"
    return 1.0 if is_right else 0.6
