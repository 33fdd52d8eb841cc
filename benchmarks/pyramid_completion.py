"""Completion on the generated islands: each of 15 classes and properties left out of the schema in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.pyramid_domain.domain_schema import LEFT_OUT, domain_schema, schema_without
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.proposing import support_in

__all__ = ["completion_figures"]

_FIRST = 5


def completion_figures(graph: LanguageGraph, names: Sequence[str] = LEFT_OUT) -> dict[str, Any]:
    """Return the places of what was left out among the proposals of completion, and among those of plain frequency.

    Args:
        graph: learned from the documents of the domain; its schema is as before afterwards.
        names: the classes and properties to leave out in turn.

    Returns:
        `completion` and `frequency`: the share of names among the first five proposals; `places`: for each name its
        place among both, None if it is not proposed.
    """
    places = {}
    for name in names:
        graph.load_schema(schema_without(name))
        completed = graph.complete_schema(rounds=1)
        if completed != Schema():
            graph.undo_schema()
        proposed = graph.propose_schema()
        held = graph.schema() or Schema()
        facts = support_in(graph.store, held, lambda: GraphView(graph.store).stated_types)
        if proposed != Schema():
            graph.undo_schema()
        graph.undo_schema()
        scores = {each.name: float(each.origin.split()[1].rstrip(",")) for each in _parts(completed)}
        places[name] = _place(completed, name, scores), _place(proposed, name, facts)
    shares = (sum((own[side] or _FIRST + 1) <= _FIRST for own in places.values()) for side in (0, 1))
    completion, frequency = (share / len(places) for share in shares)
    return {"completion": completion, "frequency": frequency, "places": places}


def _parts(schema: Schema) -> list[SchemaClass | SchemaProperty]:
    return [*schema.classes, *schema.properties]


def _place(proposed: Schema, name: str, worth: Mapping[str, float]) -> int | None:
    """Return the place, from 1, of the first proposal with a name or label of what was left out."""
    wanted = next(each for each in _parts(domain_schema()) if each.name == name)
    ordered = sorted(_parts(proposed), key=lambda each: -worth.get(each.name, 0))
    names = {label.casefold() for label in wanted.names}
    found = (
        place
        for place, each in enumerate(ordered, 1)
        if type(each) is type(wanted) and not names.isdisjoint(label.casefold() for label in each.names)
    )
    return next(found, None)
