"""Paths over facts: how they go on from the concepts that their last fact leads to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.model import Fact
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["FactReader", "Path", "extensions", "path_from"]

Names = tuple[str, ...]
"""A concept by all its names."""

_MOST_FACTS = 200
"""Facts read of a concept: some have a hundred thousand, of which a question wants few, and reaches these from its
other concepts."""

_LEAST_RARITY = 0.05
"""Of a concept with as many facts: they still count where the question has no other."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path in the making.

    Attributes:
        start: the concept of the question.
        concepts: over which concept each fact was reached.
        facts: the facts.
        ends: concepts from which it may go on.
        visited: every name of all concepts on it.
        covered: words of the question that it has, each with how well.
        score: the weight of these words.
        rank: what paths are compared by: the score, more with an embedding model, or what a language model says.
        before: the rank of the path that it extends.
        rarity: of the concept over which the last fact was reached: 1 with one fact, next to nothing with very many.
        useful: how many of its facts to keep: those after them brought it no further.
    """

    start: Names
    concepts: tuple[str, ...]
    facts: tuple[Fact, ...]
    ends: tuple[Names, ...]
    visited: frozenset[str]
    covered: Mapping[str, float]
    score: float
    rank: float
    before: float = 0.0
    rarity: float = 1.0
    useful: int = 0


class FactReader:
    """Reads the facts of concepts and the names of these through a view, each concept once a question."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._facts: dict[Names, list[Fact]] = {}

    def about(self, concept: Names) -> list[Fact]:
        """Return facts about a concept by any of its names, ordered by their keys."""
        if concept not in self._facts:
            self._facts[concept] = self._view.facts_about(concept, _MOST_FACTS)
        return self._facts[concept]

    def names(self, keys: Sequence[str]) -> tuple[Names, ...]:
        """Return concepts by all their names, each once."""
        return tuple(self._view.name_groups(keys))

    def read_names(self, facts: Sequence[Fact]) -> None:
        """Read the names of all concepts of facts at once."""
        self._view.name_groups(concept for fact in facts for concept in fact.concepts)

    @property
    def facts_read(self) -> dict[str, Fact]:
        """Return all facts read so far by their keys."""
        return {fact.key: fact for facts in self._facts.values() for fact in facts}


def path_from(start: Names, covered: Mapping[str, float], score: float) -> Path:
    """Return the path without a fact that starts at a concept."""
    return Path(start, (), (), (start,), frozenset(start), covered, score, score)


def extensions(path: Path, reader: FactReader) -> Iterator[Path]:
    """Yield the path with each fact that leads on, either way, to a value or to a concept that it has not visited."""
    known = {fact.key for fact in path.facts}
    for end in path.ends:
        facts = [fact for fact in reader.about(end) if fact.key not in known]
        reader.read_names(facts)
        rarity = _rarity(len(reader.about(end)))
        for fact in facts:
            other = fact.object if fact.subject in end else fact.subject
            if isinstance(other, str) and other in path.visited:
                continue
            known.add(fact.key)
            ends = reader.names([concept for concept in fact.concepts if concept not in path.visited])
            via = next(name for name in end if name in (fact.subject, fact.object))
            visited = path.visited.union(*ends)
            concepts, chain = (*path.concepts, via), (*path.facts, fact)
            yield replace(
                path, concepts=concepts, facts=chain, ends=ends, visited=visited, before=path.rank, rarity=rarity
            )


def _rarity(facts: int) -> float:
    """Return less for a concept with more facts: what is said of *American* leads anywhere."""
    return max(_LEAST_RARITY, 1 - math.log(max(facts, 1)) / math.log(_MOST_FACTS))
