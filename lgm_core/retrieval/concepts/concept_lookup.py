"""Looking up concepts by the names people give them."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import Concept
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts

__all__ = ["look_up_concepts"]


def look_up_concepts(view: GraphView, names: Sequence[str]) -> list[Concept | None]:
    """Return a concept for each name, None where the graph has none.

    Under a filter, only the sentences that it lets pass count: a concept without any is unknown, and frequency and
    forms are those in these sentences.

    Args:
        view: the graph.
        names: concepts as anyone would write them; a longer text stands for the first concept it names.
    """
    keys = [view.keys_of(name) for name in names]
    concepts = _visible_concepts(view, [key for of_name in keys for key in of_name])
    looked_up: list[Concept | None] = []
    for name, of_name in zip(names, keys, strict=True):
        if not any(key in concepts for key in of_name):
            of_name = list(link_concepts(view, name))
            concepts |= _visible_concepts(view, of_name)
        looked_up.append(next((concepts[key] for key in of_name if key in concepts), None))
    return looked_up


def _visible_concepts(view: GraphView, keys: Sequence[str]) -> dict[str, Concept]:
    return {concept.key: concept for concept in view.find_concepts(keys)}
