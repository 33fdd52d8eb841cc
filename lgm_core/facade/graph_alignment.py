"""Aligning a graph across its documents."""

from __future__ import annotations

from lgm_core.errors import LanguageModelSetupError, StoreError, check_options
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.flow import Flow
from lgm_core.learning.alignment.alignment_flow import align
from lgm_core.learning.alignment.alignment_report import AlignmentOptions, AlignmentReport

__all__ = ["aligning"]


def aligning(graph: OpenedGraph, options: AlignmentOptions | None) -> Flow[AlignmentReport]:
    """Align a graph; see `LanguageGraph.align`."""
    check_options(options, AlignmentOptions)
    options = options or AlignmentOptions()
    store = graph.existing()
    if getattr(store, "is_read_only", False):
        raise StoreError(f"{store}: the graph was opened for reading only, so it cannot be aligned")
    if options.use_llm and graph.llm is None:
        raise LanguageModelSetupError("use_llm=True, and this graph was opened without a model; give llm=… (--llm)")
    model_name = "" if graph.llm is None or options.use_llm is False else graph.llm.name
    return (yield from align(store, options, model_name, graph.rankers.embeddings))
