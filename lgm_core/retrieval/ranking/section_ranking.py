"""Ranking sections: what each covers and says, the chains that reach it, its meaning, and what it is connected with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np

from lgm_core.retrieval.index.arrays import Ids
from lgm_core.retrieval.index.ranking_index import ABSENT, RankingIndex
from lgm_core.retrieval.index.segment import NONE
from lgm_core.retrieval.ranking.beam_search import BeamSearch, BestChains, ChainStep
from lgm_core.retrieval.ranking.bridges import BridgeFinder
from lgm_core.retrieval.ranking.coverage import QueryCoverage, cover
from lgm_core.retrieval.ranking.direct.direct_scoring import prefer_direct
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.similarity import SentenceSimilarity

__all__ = ["SectionRanking", "chain_to", "paths_to", "rank_sections", "reward_connected"]

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
        coverage: how much of it sections cover.
        best: the scores of sections, and the best chains that end in them.
    """

    query: Query
    coverage: QueryCoverage
    best: BestChains


def rank_sections(
    query: Query,
    index: RankingIndex,
    weights: RankingWeights,
    count: int,
    *,
    allowed: Ids | None = None,
    similarity: SentenceSimilarity | None = None,
) -> SectionRanking:
    """Score sections by the best chain that reaches them.

    Args:
        query: the question.
        index: the graph's index.
        weights: of the ranking.
        count: how many of the best sections have to be right; others may be missing.
        allowed: sections to choose from, sorted; None for all.
        similarity: of the question to what the graph holds; it adds to what each section covers by itself, and to the
            scores of what chains reach.
    """
    added = None if similarity is None else similarity.of_sections(weights.similarity, allowed)
    coverage = cover(query, index, weights, max(count, _REWARDED, weights.beam), allowed=allowed, similarities=added)
    bridges = BridgeFinder(query, coverage.weights, index, weights, allowed)
    best = BeamSearch(coverage, bridges, index.titles_of, weights).run()
    if similarity is not None:
        similarity.reward_follow_up(best, weights.follow_up_similarity)
    reward_connected(best, weights)
    prefer_direct(best, coverage.found, query, index, weights, has_similarity=similarity is not None)
    return SectionRanking(query, coverage, best)


def reward_connected(best: BestChains, weights: RankingWeights) -> None:
    """Raise sections whose chains come from the best ones, and those from which several of the best were reached.

    Evidence is of use when it is whole: a passage helps little without the passage that leads to it.
    """
    places = best.best(_REWARDED)
    sections = best.sections[places].tolist()
    leaders = set(sections[:_LEADERS])
    successors = Counter(before for section in sections[:_FOLLOWERS] for before in best.predecessors(section))
    follows = np.array([bool(leaders & set(best.predecessors(section)[-1:])) for section in sections], dtype=bool)
    led = np.array([successors[section] for section in sections], dtype=np.int64)
    best.scores[places] += np.where(follows, np.float32(weights.successor_bonus), np.float32(0))
    best.scores[places] += weights.predecessor_bonus * np.log1p(led)


def chain_to(section: int, ranking: SectionRanking, index: RankingIndex) -> tuple[ChainStep, ...]:
    """Return the chain that leads to a section; nothing for one that is found by itself.

    Two sections may each be reached best from the other. Of these the one is the first that the question names
    more of, or that is ranked first.
    """
    chains = ranking.best.chains
    chain = chains.get(section, ())
    before = chain[-2].section if len(chain) > 1 else NONE
    if section not in ranking.best.predecessors(before)[-1:]:
        return chain
    pair = np.array([section, before], dtype=np.int64)
    seeds = [index.sections_about(seed.concept).at(pair) != ABSENT for seed in ranking.query.seeds]
    named = np.sum(seeds, axis=0) if seeds else np.zeros(2)
    scores = ranking.best.scores[np.searchsorted(ranking.best.sections, pair)]
    return () if (named[0], scores[0]) >= (named[1], scores[1]) else chain


def paths_to(sections: Ids, ranking: SectionRanking, index: RankingIndex) -> list[tuple[str, ...]]:
    """Name what leads from the question to sections: where their chains start, and the concepts these go over."""
    wanted = sections.tolist()
    chains = [chain_to(section, ranking, index) for section in wanted]
    steps = [chain or (ChainStep(section, NONE),) for section, chain in zip(wanted, chains, strict=True)]
    titles = index.titles_of(sections).tolist()
    first_titles = index.titles_of(np.array([chain[0].section for chain in steps], dtype=np.int64)).tolist()
    seeds = [seed.concept for seed in ranking.query.seeds]
    in_sections = [(index.sections_about(seed).at(sections) != ABSENT).tolist() for seed in seeds]
    name = cache(index.concept_name)
    paths = []
    for place, chain in enumerate(steps):
        if not chains[place]:
            concepts = [seed for seed, is_in in zip(seeds, in_sections, strict=True) if is_in[place]][:1]
        else:
            concepts = [first_titles[place]] if first_titles[place] >= 0 else []
            concepts += [step.concept for step in chain[1:]]
        if concepts and titles[place] >= 0:
            concepts.append(titles[place])
        paths.append(tuple(dict.fromkeys(map(name, concepts))))
    return paths
