"""A plan: the steps by which a question is answered."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.reasoning.plan.plan_checks import check_steps
from lgm_core.reasoning.plan.plan_parser import parse_steps
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.plan.plan_writer import written_steps

__all__ = ["LogicalPlan"]


@dataclass(frozen=True, slots=True)
class LogicalPlan:
    """The steps by which a question is answered, in an order in which each uses only what those before it found.

    `str(plan)` is its text, which parses to an equal plan.

    Raises:
        PlanError: the steps do not work together: a variable is unknown, or is used before a step finds it, a name is
            given twice, a type or name differs from the first.
    """

    steps: tuple[PlanStep, ...]

    def __post_init__(self) -> None:
        """Refuse steps that do not work together."""
        check_steps(self.steps)

    @classmethod
    def parse(cls, text: str) -> LogicalPlan:
        """Read a plan, as a person or a language model writes it (KAG, table 1, 13 and 14).

        Args:
            text: actions, one a line, or steps: `Step 1: a sub-question`, and `Logical Form: …` in the next line.
                Names may stand in quotes or backticks, and must where they hold unbalanced brackets.

        Raises:
            PlanError: it is no plan; says in which line and column, and what was expected there.
        """
        parsed = parse_steps(text)
        check_steps(parsed.steps, parsed.places)
        return cls(parsed.steps)

    def __str__(self) -> str:
        """Return the plan's text."""
        return written_steps(self.steps)
