"""A plan: the steps by which a question is answered."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.reasoning.plan.plan_step import PlanStep

__all__ = ["LogicalPlan"]


@dataclass(frozen=True, slots=True)
class LogicalPlan:
    """The steps by which a question is answered, in an order in which each uses only what those before it found."""

    steps: tuple[PlanStep, ...]
