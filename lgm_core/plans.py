"""The parts of a plan: its steps, actions, expressions and terms, and the results of a step."""

from lgm_core.reasoning.execution.binding_tables import Binding, Row
from lgm_core.reasoning.execution.step_result import Linked, StepResult
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    BinaryOperation,
    Constant,
    Constraint,
    Count,
    Deduce,
    FunctionCall,
    Math,
    Negation,
    Number,
    Output,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.tuning.plan_rewards import plan_reward

__all__ = [
    "BinaryOperation",
    "Binding",
    "Constant",
    "Constraint",
    "Count",
    "Deduce",
    "FunctionCall",
    "Linked",
    "LogicalPlan",
    "Math",
    "Negation",
    "Number",
    "Output",
    "PlanStep",
    "PredicateTerm",
    "Property",
    "Retrieval",
    "Row",
    "Solution",
    "Sort",
    "StepResult",
    "Term",
    "Variable",
    "plan_reward",
]
