"""The graph as a question with feedback sees it: with what its rounds have added, kept or not."""

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
    """A graph that facts are added to while questions are answered.

    Args:
        view: returns what a question may see of the graph as it is now.
        ranker: returns the ranker over just that; asked for when passages are looked for, since it costs bringing the
            index up to date.
        store: where additions are kept; None keeps none: they are seen through this object alone.
        embeddings: the graph's embedding model, if it has one.
        memory: remembers what was looked up; None for nothing but what a question itself knows.
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
        """Tell whether what is added stays in the graph."""
        return self._store is not None

    def view(self, question: str) -> GraphView:
        """Return what a question sees now, with all that was added."""
        view = self._view(question)
        if not self._laid_over:
            return view
        enriched = laid_over(view.store, self._laid_over)
        return GraphView(enriched, where=view.where, question=question, languages=view.languages, allowed=view.allowed)

    def add(self, addition: Addition) -> None:
        """Add knowledge, as a whole or not at all."""
        if self._store is None:
            self._laid_over.append(addition)
        else:
            self._store.add(addition)


def addition_id() -> str:
    """Return an identifier that no other run, of this process or another, gives its addition."""
    return f"feedback-{secrets.token_hex(6)}"
