"""What a retrieval collects on its way: how names were understood, notes, rules, and why rows may be missing."""

from __future__ import annotations

from dataclasses import dataclass, field

from lgm_core.reasoning.execution.binding_tables import BindingTables, distinct_bindings
from lgm_core.reasoning.execution.retrieving.known_ends import KnownEnd, bound_end, known_ends
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import Linked
from lgm_core.reasoning.plan.plan_parts import Term

__all__ = ["StepNotes", "step_ends"]


@dataclass(slots=True)
class StepNotes:
    """Collects what a step reports about how it went."""

    linked: dict[tuple[str, str], Linked] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    rules: dict[str, None] = field(default_factory=dict)
    gap: str = ""

    def link(self, linked: Linked) -> None:
        """Note how a name, type, predicate or constraint was understood."""
        self.linked.setdefault((linked.kind, linked.text), linked)

    def note(self, text: str) -> None:
        """Note what a reader should know."""
        self.notes[text] = None

    def doubt(self, gap: str) -> None:
        """Note why rows may be missing, if there is a reason."""
        if gap:
            self.gap = gap
            self.note(gap)


def step_ends(term: Term, tables: BindingTables, context: StepContext, told: StepNotes) -> list[KnownEnd] | None:
    """Return what an end may be: what it is bound to, or what its names mean; None if it is to be found."""
    if tables.knows(term.variable):
        table, _ = tables.joined([term.variable], context.identity, context.most_rows)
        return [
            bound_end(binding, context) for binding, _ in distinct_bindings(table.rows, term.variable, context.identity)
        ]
    found = known_ends(term, context)
    for end in found or ():
        told.link(Linked(end.binding.name, "name", end.level or "value", end.names[:1], end.score))
    return found
