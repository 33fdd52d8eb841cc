"""What the constants of a plan mean: values, or names."""

from __future__ import annotations

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import FactEnd, Value, ValueKind
from lgm_core.reasoning.execution.bindings import Binding
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["binding_of_text", "value_of_text"]

_MOST_TEXT = 200
"""Characters of a text that is read as a value."""


def value_of_text(view: GraphView, text: str) -> Value | None:
    """Return the date, number or quantity that a text is as a whole; None when it is none."""
    stripped = text.strip()
    if len(stripped) > _MOST_TEXT:
        return None
    for code in view.question_languages:
        found = find_values(stripped, lexicon_of(code))
        if len(found) == 1 and (found[0].start, found[0].end) == (0, len(stripped)):
            return found[0].value
    return None


def binding_of_text(view: GraphView, text: str) -> Binding:
    """Return what a constant stands for: a value, a concept by its key, or a text that can be neither."""
    end: FactEnd | None = value_of_text(view, text)
    if end is None:
        end = next(iter(view.keys_of(text)), None)
    return Binding(Value(text, ValueKind.TEXT) if end is None else end, text)
