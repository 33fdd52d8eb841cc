"""The page of a graph."""

from __future__ import annotations

from lgm_core.pages.graph_page.graph_part import GraphPart
from lgm_core.pages.graph_page.page_data import page_data
from lgm_core.pages.links import PageLinks
from lgm_core.pages.page import Page
from lgm_core.pages.shell import rendered

__all__ = ["graph_page"]

_SCRIPTS = (
    "vendor/graph_libraries.min.js",
    "graph/graph_data.js",
    "graph/graph_packing.js",
    "graph/graph_layout.js",
    "graph/graph_edges.js",
    "graph/graph_panel.js",
    "graph/graph_names.js",
    "graph/graph_picture.js",
    "graph/graph.js",
)


def graph_page(part: GraphPart, *, start: str = "", links: PageLinks | None = None) -> Page:
    """Return the page of a graph.

    Args:
        part: what it shows.
        start: what was asked for, as it was written.
        links: addresses of other pages, on a server that shows them.
    """
    shown = {relation.kind.value for relation in part.relations} | ({"fact"} if part.facts else set())
    return rendered(
        "graph.html",
        title=f"Graph: {start}" if start else "Graph",
        data=page_data(part, links) if part.concepts else None,
        scripts=_SCRIPTS if part.concepts else (),
        styles=("graph/graph.css",),
        links=links,
        start=start,
        part=part,
        kinds=[kind for kind in _KINDS if kind[0] in shown],
    )


_KINDS = (
    ("is_a", "is-a", "is a", "An arrow to the more general concept"),
    ("has_part", "has-part", "has part", "A diamond at the whole"),
    ("alias_of", "alias", "also called", "A line without an arrow"),
    ("fact", "fact", "facts", "A slender arrow, what a sentence says in its own words"),
)
"""Kinds of what leads from one concept to another: in data, in styles, in words, and how they are drawn."""
