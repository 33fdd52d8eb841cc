"""Aligning a graph across its documents."""

from __future__ import annotations

import threading

from lgm_core.facade.async_methods import awaited
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.schema_graph import SchemaGraph
from lgm_core.flow import Flow
from lgm_core.learning.alignment.alignment_flow import AlignmentReport, align
from lgm_core.learning.alignment.label_judging import judged_labels
from lgm_core.model import Schema
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.condensing import label_candidates, with_labels
from lgm_core.schema.proposing import with_shown_examples

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

    def condense_schema(
        self, *, most_asked: int = 400, on_step: OnStep | None = None, cancel: threading.Event | None = None
    ) -> Schema:
        """Bring wordings of facts under the properties that they state, as labels; return these properties (PolyRAG).

        Rules take wordings of which many facts have the ends of facts with other labels, that a document's construction
        grouped with one, or that mean the same by their words. The language model of the graph, if it has one, judges
        those of the nearest facts that rules leave open. Wordings and sentences stay; facts that now coincide are shown
        once, with all their sentences. Everything is one change of the schema, which `undo_schema` takes back; what was
        changed in it while a model judged stays.

        Args:
            most_asked: the most wordings that the language model is asked about; 0 asks about none.
            on_step: called with each trace step.
            cancel: ends the run when set; nothing is changed then.

        Raises:
            Cancelled: `cancel` was set.
            InputError: the schema has no property, the graph no facts, or `most_asked` is negative or no number.
            LGMError: the language model cannot be used, or the embedding model failed; nothing is changed.
            StoreError: there is no graph, it is read-only, or it cannot be written.
        """
        held = self._comparable_schema()
        if most_asked != 0:
            checked_number(most_asked, "most_asked")
        most = 0 if self._opened.llm is None else most_asked
        return self._run(self._condensing(held, most), self._opened.session(on_step, cancel))

    acondense_schema = awaited(condense_schema)

    def _condensing(self, held: Schema, most_asked: int) -> Flow[Schema]:
        view, embeddings = GraphView(self.store), self._opened.rankers.embeddings
        candidates = label_candidates(self.store, held, view.conformance, view.grouped_predicates, embeddings)
        taken = yield from judged_labels(candidates, self.store, most_asked)
        now = self._held_schema()  # which may have changed while a model judged
        schema, count = with_labels(now, taken)
        if count:
            self._add_version(schema, f"condense {count} wording{'s' * (count > 1)}", now)
        changed = tuple(each for each in schema.properties if each not in now.properties)
        return with_shown_examples(Schema(properties=changed), self.store)
