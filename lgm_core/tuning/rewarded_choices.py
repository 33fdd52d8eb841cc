"""What a plan is worth, and which of several answers are best and worst: the choices that tuning prefers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from lgm_core.errors import InputError, PlanError, shown
from lgm_core.language.normalisation import fold_phrase
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.solving.memory import Solution, rests_on

__all__ = ["plan_reward", "preference_pairs"]


def plan_reward(plan: str, solve: Callable[[str], Solution], answers: Collection[str] = ()) -> float:
    """Return what a plan is worth, from 0 to 1.

    ```python
    plan_reward(text, graph.solve, ["Fomboni"])
    ```

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


def preference_pairs(
    rows: Iterable[Mapping[str, Any]], reward: Callable[[str, str], float], margin: float
) -> Iterator[dict[str, Any]]:
    """Yield the best and the worst of each row's answers, if their rewards differ by more than a margin.

    Raises:
        InputError: a row is no object with `question` and `answers`, a list of texts, or the margin is negative.
    """
    if not margin >= 0:
        raise InputError(f"margin={shown(margin)} is no number from 0 on")
    for row in rows:
        match row:
            case {"question": str(question), "answers": list(answers)} if all(isinstance(one, str) for one in answers):
                pass
            case _:
                raise InputError(f"a row needs `question`, a text, and `answers`, a list of texts: {shown(row)}")
        worths = {answer: reward(answer, question) for answer in answers}
        chosen, rejected = (most(worths, key=worths.__getitem__, default="") for most in (max, min))
        if worths and worths[chosen] - worths[rejected] > margin:
            yield {
                "prompt": [{"role": "user", "content": question}],
                "chosen": [{"role": "assistant", "content": chosen}],
                "rejected": [{"role": "assistant", "content": rejected}],
                "rewards": [worths[chosen], worths[rejected]],
            }
