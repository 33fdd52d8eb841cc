"""The page of a schema: its classes as a picture, its properties, and what each layer holds of the graph."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from lgm_core.model.schema import Schema
from lgm_core.pages.graph_page import GRAPH_SCRIPTS, KINDS
from lgm_core.pages.page import Page
from lgm_core.pages.shell import rendered
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.proposing import pages, proposed_names, with_accepted

__all__ = ["read_layers", "schema_page"]


@dataclass(frozen=True, slots=True)
class Layers:
    """What the layers of a graph hold: schema, facts, text.

    Attributes:
        support: how many facts conform to each property; to a proposed one, those that conform to no accepted one.
        facts: how many facts the first two layers hold: those that conform, and all others.
        sentences: how many sentences each layer holds: those that state what conforms, only other facts, or none.
    """

    support: Counter[str]
    facts: tuple[int, int]
    sentences: tuple[int, int, int]


def read_layers(view: GraphView, schema: Schema) -> Layers:
    """Count what the visible part of a graph holds in each layer of a schema, reading every fact."""
    accepted, proposed = (
        Conformance(each, view.languages, view.stated_types)
        for each in (schema, with_accepted(schema, proposed_names(schema)))
    )
    support, counts, known, stating = Counter[str](), [0, 0], set[str](), set[str]()
    for page in pages(view.store.facts):
        for fact in filter(None, map(view.visible_fact, page)):
            grouped, ids = view.grouped_predicates(fact), {each.sentence_id for each in fact.evidence}
            found = accepted.conforming(fact, grouped)
            counts[found is None] += 1
            (known if found else stating).update(ids)
            if fit := found or proposed.conforming(fact, grouped):
                support[fit.property.name] += 1
    only = len(stating - known)
    if view.allowed is None:
        total = view.store.statistics().sentences
    else:
        total = sum(record.sentence_count for record in view.documents(view.allowed).values())
    return Layers(support, (counts[0], counts[1]), (len(known), only, max(total - len(known) - only, 0)))


def schema_page(schema: Schema, layers: Layers) -> Page:
    """Return the page of a schema, with what is only proposed, and of the layers of its graph."""
    numbers = {each.name: number for number, each in enumerate(schema.classes)}
    verdicts = {each.name: "valid" if each.status == "accepted" else "unknown" for each in schema.classes}
    edges: list[list[Any]] = [
        ["is_a", numbers[each.name], numbers[parent], verdicts[each.name], [], 0]
        for each in schema.classes
        for parent in each.parents
    ]
    for each in schema.properties:
        verdict = "valid" if each.status == "accepted" else "unknown"
        ends: list[int | str] = [numbers[end] for end in each.ranges]
        ends = ends or [each.range or "anything"]
        told = f"{layers.support[each.name]:,} facts"
        edges += [["fact", numbers[own], end, verdict, [], 0, each.name, told] for own in each.domains for end in ends]
    has_picture = bool(schema.classes)
    kinds = [KINDS[0], ("fact", "fact", "properties", "An arrow from the domain to the range")]
    return rendered(
        "schema.html",
        title=f"Schema: {schema.domain}" if schema.domain else "Schema",
        data={
            "concepts": [[each.name, each.name, each.labels, None] for each in schema.classes],
            "relations": edges,
            "verdicts": {"valid": "accepted", "unknown": "proposed"},
            "facts": ["Properties", "Properties that lead here"],
            **{"sentences": [], "documents": [], "mentioning": {}, "starts": [], "graph": None},
        }
        if has_picture
        else None,
        scripts=GRAPH_SCRIPTS if has_picture else (),
        styles=("graph/graph.css",),
        schema=schema,
        layers=layers,
        kinds=kinds,
        noun="class",
    )
