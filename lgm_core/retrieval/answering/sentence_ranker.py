"""What answering asks of a ranker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["RankedSentence", "SentenceRanker"]


class RankedSentence(Protocol):
    """A sentence's place in a ranking."""

    @property
    def id(self) -> str:
        """Return the sentence's identifier."""
        ...

    @property
    def score(self) -> float:
        """Return its score; more is better."""
        ...

    @property
    def path(self) -> tuple[str, ...]:
        """Return the concepts that led to it, from the question on; empty when only its words did."""
        ...


class SentenceRanker(Protocol):
    """Ranks the sentences of a graph for a question."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the codes of the languages of the graph's documents, sorted; none when the graph is empty."""
        ...

    def sentences(
        self, question: str, k: int, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> Sequence[RankedSentence]:
        """Return the `k` best sentences, best first.

        Args:
            question: the question, or words to look for.
            k: how many.
            allowed: identifiers of the documents, or of single sentences, to choose from; None for all.
            concepts: concepts to take into account besides those the ranker finds in the question itself.
        """
        ...
