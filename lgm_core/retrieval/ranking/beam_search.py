"""A beam search over chains of passages: each next one covers what the chain has left open of the question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.ranking.bridges import BridgeFinder, Links
from lgm_core.retrieval.ranking.coverage import Candidates, Coverage
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.selection import distinct, largest, places_of, weighted_sum

__all__ = ["BeamSearch", "BestChains", "ChainStep"]

_CONTINUATIONS = 60
"""Continuations looked at in each hop, the best ones: five for each of the twelve chains of the default beam."""


@dataclass(frozen=True, slots=True)
class ChainStep:
    """A section of a chain, and the bridging concept over which it was reached: -1 for the first."""

    section: int
    concept: int


@dataclass(frozen=True, slots=True, eq=False)
class BestChains:
    """The best chain that ends in each section.

    Attributes:
        sections: the sections looked at, sorted.
        scores: theirs, float32 of the same shape; 0 for what has nothing to do with the question.
        chains: by section, for those that are reached better over others than by themselves.
        is_complete: whether all sections that have to do with the question are here, else only the best ones.
    """

    sections: Ids
    scores: Floats
    chains: dict[int, tuple[ChainStep, ...]]
    is_complete: bool

    def best(self, count: int) -> Ids:
        """Return where the best sections stand in `sections`, best first, those alone that have a score."""
        places = largest(self.scores, count)
        return places[self.scores[places] > 0]

    def predecessors(self, section: int) -> list[int]:
        """Return the sections before a section in its chain, in order."""
        return [step.section for step in self.chains.get(section, ())[:-1]]


@dataclass(frozen=True, slots=True, eq=False)
class _Beam:
    """The chains that are continued in the next hop.

    Attributes:
        last_sections: the last section of each, of shape (chains,).
        scores: float32 of shape (chains,).
        covered: how much each chain covers of each part of the query, float32 of shape (parts, chains).
        chains: their steps.
    """

    last_sections: Ids
    scores: Floats
    covered: Floats
    chains: list[tuple[ChainStep, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class _Targets:
    """The sections that links lead to.

    Attributes:
        sections: the sections, sorted, each once.
        parts: how much of each part of the query each covers, float32 of shape (parts, sections).
        totals: how much of the query each covers by itself, float32 of shape (sections,).
    """

    sections: Ids
    parts: Floats
    totals: Floats


class BeamSearch:
    """Grows chains hop by hop, for one question.

    Args:
        coverage: how much of the question each section covers.
        bridges: follows bridging concepts from section to section.
        titles_of: returns the concepts that title sections, or -1.
        weights: of the ranking.
    """

    def __init__(
        self, coverage: Coverage, bridges: BridgeFinder, titles_of: Callable[[Ids], Ids], weights: RankingWeights
    ) -> None:
        self._coverage, self._bridges, self._titles_of, self._weights = coverage, bridges, titles_of, weights
        self._reached: dict[int, np.float32] = {}
        self._chains: dict[int, tuple[ChainStep, ...]] = {}

    def run(self) -> BestChains:
        """Return the best score that each section found was reached with, and the chain."""
        found = self._coverage.found
        scores = found.totals + self._weights.title_bonus * self._shared_titles(found)
        beam = self._first_beam(found, scores)
        for _ in range(self._weights.hops - 1):
            if not len(beam.last_sections):
                break
            beam = self._next_beam(beam, found.sections, scores)
        return self._best(found, scores)

    def _best(self, found: Candidates, scores: Floats) -> BestChains:
        """Return what was found, with the scores that chains gave."""
        reached = np.array(sorted(self._reached), dtype=np.int64)
        sections = np.union1d(found.sections, reached)
        best = np.zeros(len(sections), dtype=np.float32)
        best[places_of(found.sections, sections)[0]] = scores
        best[places_of(reached, sections)[0]] = [self._reached[section] for section in reached.tolist()]
        return BestChains(sections, best, self._chains, found.is_complete)

    def _shared_titles(self, found: Candidates) -> Floats:
        """Share the title bonus between sections of one title: the section that covers most gets all of it."""
        shares = found.titles.copy()
        titled = np.flatnonzero(shares)
        ranks: dict[int, int] = {}
        order = titled[np.argsort(-(found.totals[titled] + shares[titled]), kind="stable")]
        titles = self._titles_of(found.sections[order]).tolist()
        for place, title in zip(order.tolist(), titles, strict=True):
            ranks[title] = ranks.get(title, 0) + 1
            shares[place] /= ranks[title] ** 0.5
        return shares

    def _first_beam(self, found: Candidates, scores: Floats) -> _Beam:
        places = largest(scores, self._weights.beam)
        places = places[scores[places] > 0]
        chains: list[tuple[ChainStep, ...]] = [(ChainStep(end, -1),) for end in found.sections[places].tolist()]
        return _Beam(found.sections[places], scores[places], found.parts[:, places], chains)

    def _next_beam(self, beam: _Beam, first: Ids, first_scores: Floats) -> _Beam:
        """Continue the chains of a beam by one section each, and keep the best chain of each section.

        Args:
            beam: the chains.
            first: the sections that have scores by themselves, sorted.
            first_scores: these scores.
        """
        links = self._bridges.links(beam.last_sections)
        sections = distinct(links.section)
        place_of_target = np.searchsorted(sections, links.section)
        targets = _Targets(sections, *self._coverage.of(sections))
        order, scores = self._continuations(beam, links, targets, place_of_target)
        visited = [{step.section for step in chain} for chain in beam.chains]
        chains: dict[int, tuple[ChainStep, ...]] = {}
        selected, at = [], []
        best = largest(scores, _CONTINUATIONS)
        for place, score in zip(order[best].tolist(), scores[best], strict=True):
            chain, section = int(links.chain[place]), int(links.section[place])
            if section in chains or section in visited[chain]:
                continue
            chains[section] = (*beam.chains[chain], ChainStep(section, int(links.concept[place])))
            selected.append(place)
            at.append(score)
            if section not in self._reached:
                before, is_first = places_of(np.array([section]), first)
                alone = first_scores[before[0]] if is_first[0] else targets.totals[place_of_target[place]]
            else:
                alone = self._reached[section]
            if score > alone:
                self._reached[section], self._chains[section] = np.float32(score), chains[section]
        chosen = np.array(selected[: self._weights.beam], dtype=np.int64)
        parts = targets.parts[:, place_of_target[chosen]]
        covered = np.maximum(beam.covered[:, links.chain[chosen]], parts)
        of_chosen = np.array(at[: self._weights.beam], dtype=np.float32)
        return _Beam(links.section[chosen], of_chosen, covered, list(chains.values())[: len(chosen)])

    def _continuations(self, beam: _Beam, links: Links, targets: _Targets, place_of_target: Ids) -> tuple[Ids, Floats]:
        """Return every way to go on, chain by chain and best first, with the score of the chain that it makes.

        Args:
            beam: the chains.
            links: the ways to go on.
            targets: the sections to which these lead.
            place_of_target: of each link, the place of its section among the targets.
        """
        weights = self._weights
        left_open = np.maximum(targets.parts[:, place_of_target] - beam.covered[:, links.chain], 0)
        scores = (
            weights.inherited_score * beam.scores[links.chain]
            + weights.bridge_weight * links.strength
            + weights.new_coverage * weighted_sum(self._coverage.weights, left_open)
            + weights.own_coverage * targets.totals[place_of_target]
        )
        order = np.lexsort((-scores, links.chain))
        chain = links.chain[order]
        # A section's place among those reached from the same chain: how many before it are of that chain.
        place = np.arange(len(order)) - np.searchsorted(chain, np.arange(len(beam.last_sections)))[chain]
        return order, scores[order] - weights.sibling_penalty * np.log1p(place)
