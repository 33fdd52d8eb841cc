"""A beam search over chains of passages: each next one covers what the chain has left open of the question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats, Integers
from lgm_core.retrieval.ranking.bridges import BridgeFinder, Links
from lgm_core.retrieval.ranking.coverage import QueryCoverage
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.selection import largest

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
        scores: of sections, float32 of shape (sections,); 0 for what has nothing to do with the question.
        chains: by section, for those that are reached better over others than by themselves.
    """

    scores: Floats
    chains: dict[int, tuple[ChainStep, ...]]

    def predecessors(self, section: int) -> list[int]:
        """Return the sections before a section in its chain, in order."""
        return [step.section for step in self.chains.get(section, ())[:-1]]


@dataclass(frozen=True, slots=True, eq=False)
class _Beam:
    """The chains that are continued in the next hop.

    Attributes:
        last_sections: the last section of each, int32 of shape (chains,).
        scores: float32 of shape (chains,).
        covered: how much each chain covers of each part of the query, float32 of shape (parts, chains).
        chains: their steps.
    """

    last_sections: Integers
    scores: Floats
    covered: Floats
    chains: list[tuple[ChainStep, ...]]


class BeamSearch:
    """Grows chains hop by hop, for one question.

    Args:
        coverage: how much of the question each section covers.
        bridges: follows bridging concepts from section to section.
        section_title: the concept that titles each section, or -1, int32 of shape (sections,).
        weights: of the ranking.
        allowed: sections that chains may lead through, of shape (sections,); None for all.
    """

    def __init__(
        self,
        coverage: QueryCoverage,
        bridges: BridgeFinder,
        section_title: Integers,
        weights: RankingWeights,
        allowed: Booleans | None = None,
    ) -> None:
        self._coverage, self._bridges, self._section_title = coverage, bridges, section_title
        self._weights, self._allowed = weights, allowed

    def run(self) -> BestChains:
        """Return the best score that each section was reached with, and the chain."""
        first = self._first_scores()
        best = BestChains(first.copy(), {})
        beam = self._first_beam(first)
        for _ in range(self._weights.hops - 1):
            if not len(beam.last_sections):
                break
            beam = self._next_beam(beam, best)
        return best

    def _first_scores(self) -> Floats:
        """Return the score of each section by itself."""
        scores = self._coverage.totals + self._weights.title_bonus * self._shared_titles()
        return scores if self._allowed is None else np.where(self._allowed, scores, 0)

    def _shared_titles(self) -> Floats:
        """Share the title bonus between sections of one title: the section that covers most gets all of it."""
        shares = self._coverage.titles.copy()
        sections = np.flatnonzero(shares)
        ranks: dict[int, int] = {}
        order = sections[np.argsort(-(self._coverage.totals[sections] + shares[sections]), kind="stable")]
        for section in order.tolist():
            title = int(self._section_title[section])
            ranks[title] = ranks.get(title, 0) + 1
            shares[section] /= ranks[title] ** 0.5
        return shares

    def _first_beam(self, scores: Floats) -> _Beam:
        last_sections = largest(scores, self._weights.beam)
        last_sections = last_sections[scores[last_sections] > 0]
        chains: list[tuple[ChainStep, ...]] = [(ChainStep(end, -1),) for end in last_sections.tolist()]
        return _Beam(last_sections, scores[last_sections], self._coverage.parts[:, last_sections], chains)

    def _next_beam(self, beam: _Beam, best: BestChains) -> _Beam:
        """Continue the chains of a beam by one section each, and keep the best chain of each section in `best`."""
        links, scores = self._continuations(beam)
        visited = [{step.section for step in chain} for chain in beam.chains]
        chains: dict[int, tuple[ChainStep, ...]] = {}
        places = []
        for place in largest(scores, _CONTINUATIONS).tolist():
            chain, section = int(links.chain[place]), int(links.section[place])
            if section in chains or section in visited[chain]:
                continue
            chains[section] = (*beam.chains[chain], ChainStep(section, int(links.concept[place])))
            places.append(place)
            if scores[place] > best.scores[section]:
                best.scores[section], best.chains[section] = scores[place], chains[section]
        selected = np.array(places[: self._weights.beam], dtype=np.int32)
        last_sections = links.section[selected]
        covered = np.maximum(beam.covered[:, links.chain[selected]], self._coverage.parts[:, last_sections])
        continued = list(chains.values())[: len(selected)]
        return _Beam(last_sections, scores[selected].astype(np.float32), covered, continued)

    def _continuations(self, beam: _Beam) -> tuple[Links, Floats]:
        """Return every way to go on, chain by chain and best first, with the score of the chain that it makes."""
        weights, coverage = self._weights, self._coverage
        links = self._bridges.links(beam.last_sections)
        left_open = np.maximum(coverage.parts[:, links.section] - beam.covered[:, links.chain], 0)
        scores = (
            weights.inherited_score * beam.scores[links.chain]
            + weights.bridge_weight * links.strength
            + weights.new_coverage * (coverage.weights @ left_open)
            + weights.own_coverage * coverage.totals[links.section]
        )
        order = np.lexsort((-scores, links.chain))
        links = Links(links.chain[order], links.section[order], links.concept[order], links.strength[order])
        # A section's place among those reached from the same chain: how many before it are of that chain.
        place = np.arange(len(order)) - np.searchsorted(links.chain, np.arange(len(beam.last_sections)))[links.chain]
        return links, scores[order] - weights.sibling_penalty * np.log1p(place)
