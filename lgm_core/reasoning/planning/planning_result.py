"""What came of planning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lgm_core.reasoning.plan.logical_plan import LogicalPlan

__all__ = ["PlannedBy", "PlanningResult"]

PlannedBy = Literal["rules", "llm"]


@dataclass(frozen=True, slots=True)
class PlanningResult:
    """A plan, or why there is none.

    Attributes:
        plan: the plan; None when there is none.
        planner: who made it, or tried last.
        repairs: how often a language model was told that its plan does not parse.
        error: why there is no plan; empty when there is one.
    """

    plan: LogicalPlan | None
    planner: PlannedBy
    repairs: int = 0
    error: str = ""

    def told(self) -> dict[str, object]:
        """Return what a trace tells."""
        said: dict[str, object] = {"planner": self.planner}
        said |= {"problem": self.error} if self.plan is None else {"plan": str(self.plan)}
        return said | ({"repairs": self.repairs} if self.repairs else {})
