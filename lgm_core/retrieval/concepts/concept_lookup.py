"""Looking up concepts by the names people give them."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.concepts import concept_key
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
    keys = [concept_key(name, view.language) for name in names]
    concepts = _visible_concepts(view, [key for key in keys if key])
    looked_up: list[Concept | None] = []
    for name, key in zip(names, keys, strict=True):
        if key not in concepts:
            linked = list(link_concepts(view, name))
            concepts |= _visible_concepts(view, linked)
            key = next((key for key in linked if key in concepts), "")
        looked_up.append(concepts.get(key))
    return looked_up


def _visible_concepts(view: GraphView, keys: Sequence[str]) -> dict[str, Concept]:
    return {concept.key: concept for concept in view.find_concepts(keys)}
