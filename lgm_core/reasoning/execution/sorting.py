"""Sorting whole rows, so that what belongs together stays together."""

from __future__ import annotations

from dataclasses import replace

from lgm_core.errors import PlanError
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Table, distinct_bindings, surest_rows
from lgm_core.reasoning.execution.bindings import Binding, Row
from lgm_core.reasoning.execution.operands import variable_of
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.expressions.comparison import ordered
from lgm_core.reasoning.plan.actions import Count, Sort

__all__ = ["sorted_rows"]


def sorted_rows(action: Sort, table: Table, context: StepContext) -> tuple[Table, list[str], str]:
    """Return the rows of the first bindings of the set, notes, and an error: empty when all went well.

    Each binding of the set comes where the first of what it is ordered by comes. Those that share the place of the last
    one kept are kept too. What has no number or date to be ordered by is left out. Where what a binding is ordered by
    is not sure, as dates that its text names are, the surest counts and not the one that comes first in the order.
    """
    variable, by = variable_of(action.set), action.orderby
    keyed: list[tuple[Binding, Binding, list[Row]]] = []
    for binding, rows in distinct_bindings(table.rows, variable, context.identity):
        if isinstance(by, Count):
            count = len(distinct_bindings(rows, variable_of(by.of), context.identity))
            keyed.append((binding, _number(count), rows))
            continue
        name = variable if by is None else variable_of(by)
        keyed += [
            (binding, key, of_key) for key, of_key in distinct_bindings(surest_rows(rows), name, context.identity)
        ]
    if not keyed:
        return replace(table, rows=(), gap=table.gap or "nothing was sorted"), [], "there is nothing to sort"
    try:
        order = ordered([key for _, key, _ in keyed], action.direction)
    except PlanError as error:
        return replace(table, rows=(), gap=table.gap or "nothing was sorted"), [], str(error)
    kept: dict[tuple[object, ...], list[Row]] = {}
    notes = list(order.notes)
    for place in order.places:
        if action.limit is not None and len(kept) >= action.limit:
            break
        for index in place:
            binding, _, rows = keyed[index]
            kept.setdefault(context.identity(binding.end), rows)
    if action.limit is not None and len(kept) > action.limit:
        notes.append(f"{len(kept)} are kept, because the last of them are equal")
    rest = [index for index in order.spans if context.identity(keyed[index][0].end) not in kept]
    placed = {context.identity(keyed[index][0].end) for index in order.spans}
    without = next(
        (keyed[index][0] for index in order.left_out if context.identity(keyed[index][0].end) not in placed), None
    )
    gap = table.gap or (f'"{without.name:.60}" does not compare with the others' if without is not None else "")
    for index in order.spans:
        if context.identity(keyed[index][0].end) in kept:
            doubtful = next((other for other in rest if order.may_swap(index, other)), None)
            if doubtful is not None:
                gap = f'"{keyed[index][1].name:.60}" may be before or after "{keyed[doubtful][1].name:.60}"'
                break
    ordered_rows = tuple(row for rows in kept.values() for row in rows)
    return replace(table, rows=ordered_rows, is_ordered=True, gap=gap), notes, ""


def _number(number: int) -> Binding:
    return Binding(Value(str(number), ValueKind.NUMBER, float(number), float(number)), str(number))
