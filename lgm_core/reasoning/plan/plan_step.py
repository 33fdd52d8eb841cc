"""A step of a plan."""

from __future__ import annotations

from dataclasses import dataclass, field

from lgm_core.reasoning.plan.actions import Action

__all__ = ["PlanStep"]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan.

    Attributes:
        action: what is done.
        question: the sub-question that it answers, in words; may be empty. Variables in it are filled when it is asked.
        result: the variable that names its result (`m1 = Math(…)`, `Count(x)->n`); empty where it has none.
        line: the line that it was read from, from 1; 0 where it was not read.
    """

    action: Action
    question: str = ""
    result: str = ""
    line: int = field(default=0, compare=False)
