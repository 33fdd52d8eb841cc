"""What came of a plan."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.step_result import StepResult

__all__ = ["Execution"]


@dataclass(frozen=True, slots=True)
class Execution:
    """What came of a plan.

    Attributes:
        steps: what each step did, in the order of the plan.
        rows: the rows that the last `Output` names, or those of the last step without one, surest first.
        answers: what they answer, as documents write it, each once, in the order of the rows.
    """

    steps: tuple[StepResult, ...]
    rows: tuple[Row, ...] = ()
    answers: tuple[str, ...] = ()
