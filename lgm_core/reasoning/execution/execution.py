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
        rows: the rows that the last `Output` of the plan names, or those of its last step without one, surest first.
            Several things unite in one `Output`; an earlier one is a step without weight for the answer.
        answers: what they answer, as documents write it, each once, in the order of the rows.
    """

    steps: tuple[StepResult, ...]
    rows: tuple[Row, ...] = ()
    answers: tuple[str, ...] = ()
