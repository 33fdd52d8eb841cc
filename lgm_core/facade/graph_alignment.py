"""Aligning a graph across its documents."""

from __future__ import annotations

import threading

from lgm_core.errors import LanguageModelSetupError, StoreError, check_options
from lgm_core.facade.async_methods import awaited
from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.schema_graph import SchemaGraph
from lgm_core.flow import Flow
from lgm_core.learning.alignment.alignment_flow import align
from lgm_core.learning.alignment.alignment_report import AlignmentOptions, AlignmentReport

__all__ = ["AlignedGraph"]


class AlignedGraph(SchemaGraph):
    """The part of `LanguageGraph` that aligns what documents say."""

    def align(
        self,
        options: AlignmentOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> AlignmentReport:
        """Unite names of one thing, and link things to classes, types to broader ones, and wholes to parts (KAG, 2.4).

        Rules decide where the graph has only one reading; a language model is asked about the other pairs. Names of
        several things stay apart. Everything is one addition across documents, which `undo` takes back, and replaces
        that of an earlier alignment. A filter that hides a document hides what was inferred from it and others.

        Args:
            options: whether to ask a language model, and about how many pairs.
            on_step: called with each trace step.
            cancel: ends the run when set; nothing is added then.

        Raises:
            Cancelled: `cancel` was set.
            InputError: the graph has no documents.
            LanguageModelSetupError: a language model must be asked, and there is none, or it cannot be used.
            LGMError: the embedding model failed.
            StoreError: there is no graph, or it cannot be written.
        """
        return self._run(_aligning(self._opened, options), self._opened.session(on_step, cancel))

    aalign = awaited(align)


def _aligning(graph: OpenedGraph, options: AlignmentOptions | None) -> Flow[AlignmentReport]:
    check_options(options, AlignmentOptions)
    options = options or AlignmentOptions()
    store = graph.existing()
    if getattr(store, "is_read_only", False):
        raise StoreError(f"{store}: the graph was opened for reading only, so it cannot be aligned")
    if options.use_llm and graph.llm is None:
        raise LanguageModelSetupError("use_llm=True, and this graph was opened without a model; give llm=… (--llm)")
    model_name = "" if graph.llm is None or options.use_llm is False else graph.llm.name
    return (yield from align(store, options, model_name, graph.rankers.embeddings))
