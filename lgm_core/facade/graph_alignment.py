"""Aligning a graph across its documents."""

from __future__ import annotations

import threading

from lgm_core.facade.async_methods import awaited
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.schema_graph import SchemaGraph
from lgm_core.learning.alignment.alignment_flow import align
from lgm_core.learning.alignment.alignment_report import AlignmentReport

__all__ = ["AlignedGraph"]


class AlignedGraph(SchemaGraph):
    """The part of `LanguageGraph` that aligns what documents say."""

    def align(
        self, *, most_asked: int = 400, on_step: OnStep | None = None, cancel: threading.Event | None = None
    ) -> AlignmentReport:
        """Unite names of one thing, and link things to classes, types to broader ones, and wholes to parts (KAG, 2.4).

        Rules decide where the graph has only one reading; a language model is asked about the other pairs. Names of
        several things stay apart. Everything is one addition across documents, which `undo` takes back, and replaces
        that of an earlier alignment. A filter that hides a document hides what was inferred from it and others.

        Args:
            most_asked: the most pairs that the language model of the graph, if it has one, is asked about; 0 asks none.
            on_step: called with each trace step.
            cancel: ends the run when set; nothing is added then.

        Raises:
            Cancelled: `cancel` was set.
            InputError: the graph has no documents, or `most_asked` is negative or no number.
            LGMError: the language model cannot be used, or the embedding model failed.
            StoreError: there is no graph, or it cannot be written.
        """
        if most_asked != 0:
            checked_number(most_asked, "most_asked")
        store, model = self._opened.existing(), self._opened.llm
        self._check_writable()
        asked = ("", 0) if model is None else (model.name, most_asked)
        return self._run(align(store, *asked, self._opened.rankers.embeddings), self._opened.session(on_step, cancel))

    aalign = awaited(align)
