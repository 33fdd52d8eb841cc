"""Steps that work on what earlier steps found: sorting, counting, computing, comparing."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.flow import Flow
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import BindingTables, Table, distinct_bindings
from lgm_core.reasoning.execution.bindings import Binding, Row
from lgm_core.reasoning.execution.operands import operands_of, table_of, unknown_variables, variable_of
from lgm_core.reasoning.execution.sorting import sorted_rows
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.actions import Count, Sort
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.text.sub_question import filled_question

__all__ = ["compute"]

Computed = tuple[StepResult, Table]


def compute(step: PlanStep, tables: BindingTables, context: StepContext) -> Flow[Computed]:
    """Do a step that is neither a retrieval nor an output."""
    yield from ()
    result = frozenset({step.result} - {""})
    operands = operands_of(step.action)
    if missing := unknown_variables(operands, tables):
        return StepResult(step, step.question, "none", error=f"{missing[0]} is not known"), Table(result)
    table, is_cut = table_of(operands, tables, context)
    notes = [f"more than {context.options.most_rows} rows; the least sure are cut"] if is_cut else []
    match step.action:
        case Sort(set=of) as action:
            ordered, told, error = sorted_rows(action, table, context)
            bindings = distinct_bindings(ordered.rows, variable_of(of), context.identity)
            answers = [binding.name for binding, _ in bindings]
            return computed(step, answers, ordered.rows, [*notes, *told], error or _empty(answers)), ordered
        case Count(of=of):
            bindings = distinct_bindings(table.rows, variable_of(of), context.identity)
            row = _result_row(step, _number(len(bindings)), table.rows)
            return computed(step, [str(len(bindings))], [row], notes), Table(result, (row,) if step.result else ())
        case _:
            return computed(step, [], [], error="not executed"), Table(result)


def computed(
    step: PlanStep, answers: Sequence[str], rows: Sequence[Row], notes: Sequence[str] = (), error: str = ""
) -> StepResult:
    """Return what a step computed from rows."""
    return StepResult(
        step,
        filled_question(step, rows[0] if len(rows) == 1 else Row()),
        "computed" if answers else "none",
        tuple(dict.fromkeys(answers)),
        tuple({fact.key: fact for row in rows for fact in row.facts}.values()),
        tuple(dict.fromkeys(id for row in rows for id in row.sentences)),
        notes=tuple(notes),
        error=error,
    )


def _result_row(step: PlanStep, value: Value, rows: Sequence[Row]) -> Row:
    """Return the row of a result, with all that bears it out."""
    return Row(
        {step.result: Binding(value, value.text)} if step.result else {},
        tuple({fact.key: fact for row in rows for fact in row.facts}.values()),
        tuple(dict.fromkeys(id for row in rows for id in row.sentences)),
        min((row.weight for row in rows), default=1.0),
    )


def _number(number: int) -> Value:
    return Value(str(number), ValueKind.NUMBER, float(number), float(number))


def _empty(answers: Sequence[str]) -> str:
    return "" if answers else "there is nothing to sort"
