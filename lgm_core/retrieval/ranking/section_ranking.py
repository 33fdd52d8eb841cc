"""Ranking sections: what each covers, the chains that reach it, its meaning, and what it is connected with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.beam_search import BeamSearch, BestChains
from lgm_core.retrieval.ranking.bridges import BridgeFinder
from lgm_core.retrieval.ranking.coverage import QueryCoverage, cover
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.selection import largest
from lgm_core.retrieval.ranking.similarity import QuestionSimilarity

__all__ = ["SectionRanking", "rank_sections", "reward_connected"]

_REWARDED = 30
"""Best sections that can be raised for the chains they stand in; what is below hardly comes among the first ten."""

_LEADERS, _FOLLOWERS = 3, 10
"""Best sections that raise what is reached from them, and that raise what they are reached from: from three best ones
instead of five, recall@5 over all samples pooled rose from .910 to .919."""


@dataclass(frozen=True, slots=True, eq=False)
class SectionRanking:
    """The sections of a graph, ranked for a question.

    Attributes:
        query: the question.
        coverage: how much of it each section covers.
        best: the score of each section, and the best chain that ends in it.
        sentence_similarity: similarity of each sentence to the question, float32 of shape (sentences,); None without
            an embedding model.
    """

    query: Query
    coverage: QueryCoverage
    best: BestChains
    sentence_similarity: Floats | None

    @property
    def scores(self) -> Floats:
        """Return the scores of sections, float32 of shape (sections,)."""
        return self.best.scores


def rank_sections(
    query: Query,
    index: RankingIndex,
    weights: RankingWeights,
    *,
    allowed: Booleans | None = None,
    similarity: QuestionSimilarity | None = None,
) -> SectionRanking:
    """Score sections by the best chain that reaches them.

    Args:
        query: the question.
        index: the graph's index.
        weights: of the ranking.
        allowed: sections to choose from, of shape (sections,); None for all.
        similarity: of the question to what the graph holds; it adds to what each section covers by itself, and to the
            scores of what chains reach.
    """
    coverage, of_sentences = cover(query, index, weights), None
    if similarity is not None:
        of_sentences = similarity.of_sentences()
        of_sections = np.float32(weights.similarity) * similarity.of_sections(of_sentences)
        coverage = replace(coverage, totals=coverage.totals + of_sections)
    bridges = BridgeFinder(query, coverage.weights, index, weights, allowed)
    best = BeamSearch(coverage, bridges, index.section_title, weights, allowed).run()
    if similarity is not None:
        similarity.reward_follow_up(best, weights.follow_up_similarity)
    reward_connected(best, weights)
    return SectionRanking(query, coverage, best, of_sentences)


def reward_connected(best: BestChains, weights: RankingWeights) -> None:
    """Raise sections whose chains come from the best ones, and those from which several of the best were reached.

    Evidence is of use when it is whole: a passage helps little without the passage that leads to it.
    """
    sections = [section for section in largest(best.scores, _REWARDED).tolist() if best.scores[section] > 0]
    leaders = set(sections[:_LEADERS])
    successors = Counter(before for section in sections[:_FOLLOWERS] for before in best.predecessors(section))
    for section in sections:
        if leaders & set(best.predecessors(section)[-1:]):
            best.scores[section] += weights.successor_bonus
        best.scores[section] += weights.predecessor_bonus * np.log1p(successors[section])
