"""Paths over facts, and how they are extended from the concepts their last fact leads to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.model import Fact
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["FactReader", "Path", "extensions", "path_from"]

Names = tuple[str, ...]
"""All names of a concept."""

_MOST_FACTS = 200
"""Facts read per concept: some have a hundred thousand, and the few that matter are reached from the question's other
concepts."""

_LEAST_RARITY = 0.05
"""Rarity of a concept with that many facts: they still count where the question has no other."""


_CONFORMING = 0.02
"""What a fact that conforms to the schema has ahead of others: less than a word of the question."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path in the making.

    Attributes:
        start: the question's concept it starts from.
        concepts: the concept over which each fact was reached.
        facts: the facts.
        ends: concepts from which it can be extended.
        visited: every name of all its concepts.
        covered: the question's words it covers, each with how well.
        score: the weight of these words.
        rank: what paths are ordered by: the score, plus a cosine with an embedding model, or a language model's score.
        before: the rank of the path it extends.
        rarity: of the concept over which the last fact was reached: 1 with one fact, near 0 with very many.
        useful: how many of its facts to keep; later ones did not raise its rank.
        conforms: whether its last fact conforms to the graph's schema.
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
    conforms: bool = False

    @property
    def order(self) -> float:
        """Return what paths are sorted by: of those about equally related, one that conforms comes first."""
        return self.rank + _CONFORMING * self.conforms


class FactReader:
    """Reads facts and names of concepts through a view, once per concept and question."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._facts: dict[Names, list[Fact]] = {}

    def about(self, concept: Names) -> list[Fact]:
        """Return the facts about a concept under any of its names, ordered by key."""
        if concept not in self._facts:
            self._facts[concept] = self._view.facts_about(concept, _MOST_FACTS)
        return self._facts[concept]

    def names(self, keys: Sequence[str]) -> tuple[Names, ...]:
        """Return each concept once, with all its names."""
        return tuple(self._view.name_groups(keys))

    def read_names(self, facts: Sequence[Fact]) -> None:
        """Read the names of all concepts in facts at once."""
        self._view.name_groups(concept for fact in facts for concept in fact.concepts)

    def conforming(self, facts: Sequence[Fact]) -> frozenset[str]:
        """Return the keys of the facts that conform to the graph's schema; none if it has no schema."""
        view, conformance = self._view, self._view.conformance
        if not view.schema.properties:
            return frozenset()
        conformance.read(facts)
        return frozenset(each.key for each in facts if conformance.conforming(each, view.grouped_predicates(each)))

    @property
    def facts_read(self) -> dict[str, Fact]:
        """Return all facts read so far, by key."""
        return {fact.key: fact for facts in self._facts.values() for fact in facts}


def path_from(start: Names, covered: Mapping[str, float], score: float) -> Path:
    """Return the empty path that starts at a concept."""
    return Path(start, (), (), (start,), frozenset(start), covered, score, score)


def extensions(path: Path, reader: FactReader) -> Iterator[Path]:
    """Yield the path extended by each fact, in either direction, that leads to a value or to an unvisited concept."""
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
    """Return less for a concept with more facts: facts about *American* lead anywhere."""
    return max(_LEAST_RARITY, 1 - math.log(max(facts, 1)) / math.log(_MOST_FACTS))
