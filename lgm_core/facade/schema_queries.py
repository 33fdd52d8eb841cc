"""Asking what conforms to a graph's schema in SPARQL."""

from __future__ import annotations

from lgm_core.errors import InputError, shown
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.flow import Flow
from lgm_core.graph.port import Where
from lgm_core.reasoning.sparql.cited_rows import SparqlResult, run_query
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["querying"]


def querying(graph: OpenedGraph, query: str, limit: int, where: Where | None) -> Flow[SparqlResult]:
    """Run a query over what a filter shows; the index of the graph is not needed without one."""
    if not isinstance(query, str):
        raise InputError(f"{shown(query)} is no query; give the text of one")
    view = GraphView(graph.existing()) if where is None else graph.seen("", where)[0]
    yield from ()
    return run_query(query, view, graph.queries, limit)
