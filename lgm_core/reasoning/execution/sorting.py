"""Sorting whole rows, so that what belongs together stays together."""

from __future__ import annotations

from lgm_core.model import Value
from lgm_core.reasoning.execution.binding_tables import Table, distinct_bindings
from lgm_core.reasoning.execution.bindings import Binding, Row
from lgm_core.reasoning.execution.operands import variable_of
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.actions import Count, Sort

__all__ = ["sorted_rows"]


def sorted_rows(action: Sort, table: Table, context: StepContext) -> tuple[Table, list[str], str]:
    """Return the rows of the first bindings of the set, notes, and an error: empty when all went well.

    A binding of the set is as early as the earliest of what it is ordered by, and as late as the latest for `max`;
    those that are equal to the last one kept are kept too. Rows without a value that can be ordered come to nothing.
    Dates are compared by the first day that they may mean, then by the last.
    """
    variable, by = variable_of(action.set), action.orderby
    groups = distinct_bindings(table.rows, variable, context.identity)
    notes: list[str] = []
    keyed: list[tuple[tuple[float, float], list[Row]]] = []
    for binding, rows in groups:
        if isinstance(by, Count):
            count = len(distinct_bindings(rows, variable_of(by.of), context.identity))
            keyed.append(((count, count), rows))
            continue
        name = variable if by is None else variable_of(by)
        keys = [(key, row) for row in rows if (key := _key(row.bindings.get(name))) is not None]
        if not keys:
            notes.append(f"{binding.name} has no value to sort by")
            continue
        best = (min if action.direction == "min" else max)(key for key, _ in keys)
        keyed.append((best, [row for key, row in keys if key == best]))
    if groups and not keyed:
        return Table(table.variables), notes, "there is no number or date to sort by"
    keyed.sort(key=lambda entry: entry[0], reverse=action.direction == "max")
    kept = keyed
    if action.limit is not None and len(keyed) > action.limit:
        last = keyed[action.limit - 1][0]
        kept = [entry for place, entry in enumerate(keyed) if place < action.limit or entry[0] == last]
        if len(kept) > action.limit:
            notes.append(f"{len(kept)} are kept, because the last of them are equal")
    return Table(table.variables, tuple(row for _, rows in kept for row in rows), is_ordered=True), notes, ""


def _key(binding: Binding | None) -> tuple[float, float] | None:
    if binding is None or not isinstance(binding.end, Value):
        return None
    start, end = binding.end.start, binding.end.end
    return None if start is None or end is None else (start, end)
