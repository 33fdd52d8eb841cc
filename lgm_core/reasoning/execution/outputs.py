"""What a plan names as its answer."""

from __future__ import annotations

from lgm_core.flow import Flow
from lgm_core.reasoning.execution.binding_tables import BindingTables, Table, distinct_bindings
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.operands import table_of, unknown_variables, variable_of, weakest, with_properties
from lgm_core.reasoning.execution.plan_values import binding_of_text
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import Basis, StepResult
from lgm_core.reasoning.plan.actions import Output
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.plan.terms import Constant
from lgm_core.reasoning.text.sub_question import filled_question

__all__ = ["output_rows"]


def output_rows(step: PlanStep, tables: BindingTables, context: StepContext) -> Flow[tuple[StepResult, Table]]:
    """Return the rows of each operand after one another: several operands unite. Each row's answer comes first in it.

    A sorted table keeps its order; other rows come with the surest first.
    """
    action = step.action
    assert isinstance(action, Output)
    rows: list[Row] = []
    answers: dict[str, None] = {}
    errors: list[str] = []
    bases: list[Basis] = []
    for operand in action.operands:
        if isinstance(operand, Constant):
            answers[operand.text] = None
            rows.append(Row({operand.text: binding_of_text(context.view, operand.text)}))
            continue
        if missing := unknown_variables([operand], tables):
            errors.append(f"{missing[0]} is not known")
            continue
        of_operand, basis = yield from with_properties([operand], tables, context)
        bases.append(basis)
        table, _ = table_of([operand], of_operand, context)
        if not table.rows:
            errors.append(f"nothing was found for {variable_of(operand)}")
        ordered = table.rows if table.is_ordered else sorted(table.rows, key=lambda row: -row.weight)
        for binding, of_binding in distinct_bindings(ordered, variable_of(operand), context.identity):
            answers[binding.name] = None
            rows += of_binding
        if table.rows and not any(variable_of(operand) in row.bindings for row in table.rows):
            errors.append(f"nothing was found for {variable_of(operand)}")
    variables = frozenset(name for row in rows for name in row.bindings)
    result = StepResult(
        step,
        filled_question(step, Row()),
        weakest(bases) if rows else "none",
        tuple(answers),
        tuple({fact.key: fact for row in rows for fact in row.facts}.values()),
        tuple(dict.fromkeys(id for row in rows for id in row.sentences)),
        error="; ".join(errors),
    )
    return result, Table(variables, tuple(rows))
