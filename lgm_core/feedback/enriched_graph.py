"""The graph as seen by a question with feedback, including what was added, kept or not."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from lgm_core.feedback.lookup_memory import LookupMemory
from lgm_core.feedback.overlay_store import laid_over
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Addition
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.vectors.port import Embeddings

__all__ = ["EnrichedGraph", "addition_id"]


class EnrichedGraph:
    """A graph to which facts are added while questions are answered.

    Args:
        view: returns what a question may see of the graph now.
        ranker: returns the ranker over this; called only when passages are needed, since it updates the index.
        store: where additions are kept; None keeps none, and they are only visible through this object.
        embeddings: the graph's embedding model, if it has one.
        memory: remembers what was looked up; None if only each question remembers this.
    """

    def __init__(
        self,
        view: Callable[[str], GraphView],
        ranker: Callable[[], Ranker],
        store: LanguageGraphStore | None = None,
        embeddings: Embeddings | None = None,
        memory: LookupMemory | None = None,
    ) -> None:
        self._view, self._store = view, store
        self.ranker, self.embeddings, self.memory = ranker, embeddings, memory
        self._laid_over: list[Addition] = []

    @property
    def keeps(self) -> bool:
        """Tell whether additions stay in the graph."""
        return self._store is not None

    def view(self, question: str) -> GraphView:
        """Return what a question sees now, additions included."""
        view = self._view(question)
        if not self._laid_over:
            return view
        enriched = laid_over(view.store, self._laid_over)
        return GraphView(enriched, where=view.where, question=question, languages=view.languages, allowed=view.allowed)

    def add(self, addition: Addition) -> None:
        """Add knowledge completely or not at all."""
        if self._store is None:
            self._laid_over.append(addition)
        else:
            self._store.add(addition)


def addition_id() -> str:
    """Return a unique identifier for an addition."""
    return f"feedback-{secrets.token_hex(6)}"
