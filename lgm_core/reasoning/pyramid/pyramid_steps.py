"""The trace steps of the layers of a pyramid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lgm_core.model.trace import Finding, TraceStep, count_of
from lgm_core.reasoning.planning.model_planner import PlannedBy
from lgm_core.reasoning.pyramid.pyramid_options import Layer

__all__ = ["LayerStep"]

_ANSWERS = {"schema": ("The schema", "answers"), "facts": ("The facts", "answer"), "text": ("The text", "answers")}


@dataclass(frozen=True, slots=True)
class LayerStep(TraceStep):
    """A layer that was asked.

    Attributes:
        layer: the layer.
        problem: why it does not answer; empty if it does.
        query: what was asked of the schema, in SPARQL; empty if it was not, or cannot be said in SPARQL.
        columns: the names of the columns of the rows.
        rows: the rows that the layer found, as text.
        is_cut: whether there are more rows than these.
        planner: who made the query or plan: `rules` or `llm`; empty if there was neither.
    """

    name = "layer"
    long = ("query", "rows")
    layer: Layer
    problem: str = ""
    query: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    is_cut: bool = False
    planner: PlannedBy | Literal[""] = ""

    def findings(self) -> Iterator[Finding]:
        """Yield the query, and what came of it."""
        if self.query:
            by = "rules" if self.planner == "rules" else "a language model"
            yield Finding("Asked", f"in SPARQL, by {by}", "sought", code=self.query)
        name, answers = _ANSWERS[self.layer]
        if self.problem:
            does_not = "does not" if answers == "answers" else "do not"
            yield Finding(f"{name} {does_not} answer", self.problem, "missed")
        else:
            rows = f"{'the first ' if self.is_cut else ''}{count_of(len(self.rows), 'row')}" if self.rows else ""
            yield Finding(f"{name} {answers}", rows, "kept")
