"""The concepts of a document's page: each has a number and the name that the document most often gives it."""

from __future__ import annotations

from collections import Counter, defaultdict

from lgm_core.model import DocumentGraph, MentionSource
from lgm_core.model.concept import THING, name_of, sense_number

__all__ = ["ConceptNames"]


class ConceptNames:
    """Numbers concepts as they are first asked for, and names them.

    Attributes:
        names: the names by number.
        sentences: of each concept, how many sentences mention it by name or pronoun.
    """

    def __init__(self, graph: DocumentGraph) -> None:
        surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        sentences: dict[str, set[str]] = defaultdict(set)
        headed: dict[str, set[str]] = defaultdict(set)
        for mention in graph.mentions:
            by = headed if mention.source is MentionSource.TITLE else sentences
            by[mention.concept].add(mention.sentence_id)
            if mention.source is MentionSource.TEXT:
                surfaces[mention.concept][mention.surface] += 1
        self._surfaces = surfaces
        self._numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.sentences = {key: len(ids) for key, ids in sentences.items()}
        self._under = {key: len(ids) for key, ids in headed.items()}

    def number(self, key: str) -> int:
        """Return the number of a concept."""
        if key not in self._numbers:
            self._numbers[key] = len(self.names)
            self.names.append(self._named(key))
        return self._numbers[key]

    def name(self, key: str) -> str:
        """Return what the document calls a concept."""
        return self.names[self.number(key)]

    def under(self) -> dict[int, int]:
        """Return how many sentences stand under headings that name a concept, by the numbers that were given."""
        return {self._numbers[key]: count for key, count in self._under.items() if key in self._numbers}

    def most_mentioned(self, limit: int) -> list[str]:
        """Return the keys of the concepts that most sentences mention, the longer name first where they are equal."""
        ordered = sorted(self.sentences, key=lambda key: (-self.sentences[key], -len(key), key))
        return [key for key in ordered if key != THING][:limit]

    def _named(self, key: str) -> str:
        counts = self._surfaces.get(key)
        name = name_of(key) if not counts else min(counts, key=lambda form: (-counts[form], form))
        number = sense_number(key)
        return f"{name} ({number})" if number > 1 else name
