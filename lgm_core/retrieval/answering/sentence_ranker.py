"""The part of a ranker that answering uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["RankedSentence", "RankedWindow", "SentenceRanker"]


class RankedSentence(Protocol):
    """A sentence's place in a ranking."""

    @property
    def id(self) -> str:
        """Return the sentence's identifier."""

    @property
    def score(self) -> float:
        """Return its score; higher is better."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the concepts that lead to it from the question; empty if only its words match."""


class RankedWindow(Protocol):
    """The place of consecutive sentences in a ranking."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the identifiers of the sentences, in order."""

    @property
    def scores(self) -> tuple[float, ...]:
        """Return the score of each; higher is better."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the concepts that lead to them from the question; empty if only their words match."""


class SentenceRanker(Protocol):
    """Ranks the sentences of a graph for a question."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the codes of the languages of the graph's documents, sorted."""

    def sentences(
        self, question: str, k: int, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> Sequence[RankedSentence]:
        """Return the `k` best sentences, best first.

        Args:
            question: the question, or words to look for.
            k: how many.
            allowed: identifiers of the documents, or of single sentences, to choose from; None for all.
            concepts: keys of concepts to use in addition to those the question names.
        """

    def windows(
        self, question: str, words: int, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> Sequence[RankedWindow]:
        """Return the sentences that answer best within this many words, as windows of consecutive ones.

        Further arguments as in `sentences`.
        """
