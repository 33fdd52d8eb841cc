"""A beam search over chains of passages: each next passage covers a part of the question still open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.ranking.bridges import BridgeFinder, Links
from lgm_core.retrieval.ranking.coverage import Candidates, QueryCoverage
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.selection import largest, places_of, weighted_sum

__all__ = ["BeamSearch", "BestChains", "ChainStep"]

_CONTINUATIONS = 60
"""The best continuations considered per hop: five for each of the twelve chains of the default beam."""


@dataclass(frozen=True, slots=True)
class ChainStep:
    """A section of a chain, and the bridging concept that led to it: -1 for the first."""

    section: int
    concept: int


@dataclass(frozen=True, slots=True, eq=False)
class BestChains:
    """The best chain that ends in each section.

    Attributes:
        sections: the sections considered, sorted.
        scores: their scores, float32 of the same shape; 0 for sections unrelated to the question.
        chains: chains by section, for sections that score better in a chain than alone.
        is_complete: whether all sections related to the question are included, or only the best ones.
    """

    sections: Ids
    scores: Floats
    chains: dict[int, tuple[ChainStep, ...]]
    is_complete: bool

    def best(self, count: int) -> Ids:
        """Return the positions of the best sections in `sections`, best first; only those with a score."""
        places = largest(self.scores, count)
        return places[self.scores[places] > 0]

    def predecessors(self, section: int) -> list[int]:
        """Return the sections before a section in its chain, in order."""
        return [step.section for step in self.chains.get(section, ())[:-1]]


@dataclass(frozen=True, slots=True, eq=False)
class _Beam:
    """The chains to extend in the next hop.

    Attributes:
        last_sections: the last section of each, of shape (chains,).
        scores: float32 of shape (chains,).
        covered: how much each chain covers of each part of the query, float32 of shape (parts, chains).
        chains: the steps of the chains.
    """

    last_sections: Ids
    scores: Floats
    covered: Floats
    chains: list[tuple[ChainStep, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class _Continuations:
    """The best extensions of the chains of a beam, best first; at most `_CONTINUATIONS`.

    Attributes:
        links: their links.
        scores: scores of the resulting chains, float32 of shape (links,).
        parts: how much of each part of the query each covers, float32 of shape (parts, links).
        totals: how much of the query each covers alone, float32 of shape (links,).
    """

    links: Links
    scores: Floats
    parts: Floats
    totals: Floats


class BeamSearch:
    """Grows chains hop by hop, for one question."""

    def __init__(
        self, coverage: QueryCoverage, bridges: BridgeFinder, titles_of: Callable[[Ids], Ids], weights: RankingWeights
    ) -> None:
        self._coverage, self._bridges, self._titles_of, self._weights = coverage, bridges, titles_of, weights
        self._reached: dict[int, float] = {}
        self._chains: dict[int, tuple[ChainStep, ...]] = {}
        self._anchorage = 1.0  # how much chains count, see `RankingWeights.anchored`

    def run(self) -> BestChains:
        """Return the best score and chain found for each section."""
        found = self._coverage.found
        scores = found.totals + self._weights.title_bonus * self._shared_titles(found)
        beam = self._first_beam(found, scores)
        if self._weights.anchored:
            self._anchorage = min(1.0, float(scores.max(initial=0)) / self._weights.anchored)
        for _ in range(self._weights.hops - 1):
            if not len(beam.last_sections):
                break
            beam = self._next_beam(beam, found.sections, scores)
        return self._best(found, scores)

    def _best(self, found: Candidates, scores: Floats) -> BestChains:
        """Return the sections found, with the scores of their chains."""
        reached = np.array(list(self._reached), dtype=np.int64)
        of_reached = np.array(list(self._reached.values()), dtype=np.float32)
        places, is_found = places_of(reached, found.sections)
        scores = scores.copy()
        scores[places[is_found]] = of_reached[is_found]
        sections, others = found.sections, np.flatnonzero(~is_found)
        if len(others):
            sections, scores = np.append(sections, reached[others]), np.append(scores, of_reached[others])
            order = sections.argsort(kind="stable")
            sections, scores = sections[order], scores[order]
        return BestChains(sections, scores, self._chains, found.is_complete)

    def _shared_titles(self, found: Candidates) -> Floats:
        """Share the title bonus between sections of one title: the one that covers most gets all of it."""
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
        """Extend the chains of a beam by one section each, and keep the best chain of each section."""
        best = self._continuations(beam, self._bridges.links(beam.last_sections))
        links, scores = best.links, best.scores.tolist()
        places, is_first = places_of(links.section, first)
        alone = best.totals.copy()
        alone[is_first] = first_scores[places[is_first]]
        width = self._weights.beam
        visited = [{step.section for step in chain} for chain in beam.chains]
        seen: set[int] = set()
        chains: list[tuple[ChainStep, ...]] = []
        selected = []
        ways = zip(links.chain.tolist(), links.section.tolist(), links.concept.tolist(), alone.tolist(), strict=True)
        for place, (chain, section, concept, by_itself) in enumerate(ways):
            if section in seen or section in visited[chain]:
                continue
            seen.add(section)
            is_better, is_continued = scores[place] > self._reached.get(section, by_itself), len(chains) < width
            if not is_better and not is_continued:
                continue
            reached = (*beam.chains[chain], ChainStep(section, concept))
            if is_continued:
                chains.append(reached)
                selected.append(place)
            if is_better:
                self._reached[section], self._chains[section] = scores[place], reached
        chosen = np.array(selected, dtype=np.int64)
        covered = np.maximum(beam.covered[:, links.chain[chosen]], best.parts[:, chosen])
        return _Beam(links.section[chosen], best.scores[chosen], covered, chains)

    def _continuations(self, beam: _Beam, links: Links) -> _Continuations:
        """Return the best extensions."""
        parts, totals = self._coverage.of(links.section)
        scores = self._scores(beam, links, parts, totals)
        order, penalised = self._penalised(links, scores)
        order, penalised = order[:_CONTINUATIONS], penalised[:_CONTINUATIONS]
        return _Continuations(
            links.chosen(order), penalised.astype(np.float32), parts.take(order, axis=1), totals[order]
        )

    def _scores(self, beam: _Beam, links: Links, parts: Floats, totals: Floats) -> Floats:
        """Return the scores of the chains that links make, without the sibling penalty."""
        weights = self._weights
        left_open = parts - beam.covered.take(links.chain, axis=1)
        np.maximum(left_open, 0, out=left_open)
        reached = weights.bridge_weight * links.strength
        reached += weights.new_coverage * weighted_sum(self._coverage.weights, left_open)
        scores = (weights.inherited_score * beam.scores)[links.chain] + np.float32(self._anchorage) * reached
        return np.asarray(scores + weights.own_coverage * totals)

    def _penalised(self, links: Links, scores: Floats) -> tuple[Ids, npt.NDArray[np.float64]]:
        """Lower the scores of all but the best link of each chain, more for lower-ranked links.

        Returns:
            The positions of the links, best first, and their scores.
        """
        order = np.lexsort((-scores, links.chain))
        chain = links.chain[order]
        # A section's rank among those reached from the same chain: how many before it are of that chain.
        place = np.arange(len(order)) - chain.searchsorted(chain)
        penalised = scores[order] - self._weights.sibling_penalty * np.log1p(place)
        best = (-penalised).argsort(kind="stable")
        return order[best], penalised[best]
