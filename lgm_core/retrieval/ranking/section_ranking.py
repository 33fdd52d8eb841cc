"""Ranking sections by what they cover and say, the chains that reach them, their meaning, and their connections."""

from __future__ import annotations

import math
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
from lgm_core.retrieval.ranking.own_scores import answers_alone, articles, direct_scores, relative, with_meaning
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.selection import distinct, largest, places_of
from lgm_core.retrieval.ranking.similarity import SentenceSimilarity

__all__ = ["SectionRanking", "chain_to", "paths_to", "prefer_direct", "rank_sections", "relevances", "reward_connected"]

_SCORED_ALONE = 30
"""Sections scored on their own, those that cover most; with 10 or 20 results were the same within .005."""

_NAMED = 0.6
"""The most that own scores count in all places if the question names something, relative to one that names nothing;
filings did best with .4 and .6, news with 1, by little."""

_LEAD = 1.001
"""The lead given to the section put first."""


def prefer_direct(
    best: BestChains,
    coverage: QueryCoverage,
    query: Query,
    index: RankingIndex,
    weights: RankingWeights,
    similarity: SentenceSimilarity | None = None,
) -> float:
    """Put the section first that is best by chain score and own score combined.

    Sections' own scores count in all places if the question names nothing, because chains have no certain start, and as
    far as sections are no articles (`articles`), because concepts then lead on by chance. If the question has no
    concept of the graph, and its capitals cannot reveal a name unknown to the graph, only own scores count.

    Args:
        best: the chain scores; changed in place.
        coverage: how much of the question sections cover.
        query: the question.
        index: the graph's index.
        weights: the ranking weights.
        similarity: the question's semantic similarity to sentences.

    Returns:
        How much speaks for one passage answering alone, by its words (`answers_alone`).
    """
    found = coverage.found
    most = largest(found.totals, _SCORED_ALONE)
    most = most[found.totals[most] > 0]
    of_meaning = None if similarity is None else similarity.of_best_sentences(found.sections)
    meant = most[:0] if of_meaning is None else largest(of_meaning, _SCORED_ALONE)
    judged = distinct(np.append(most, meant))
    own = direct_scores(found.sections[judged], query, index, weights)
    alone = answers_alone(query, coverage, own[places_of(np.sort(most), judged)[0]])
    if of_meaning is not None:
        own = with_meaning(own, of_meaning[judged], alone, weights.similarity)
    highest = float(best.scores.max(initial=0))
    if not highest or not own.max(initial=0):
        return alone
    places, _ = places_of(found.sections[judged], best.sections)
    gains = highest * relative(own)
    for_first = weights.direct_first
    for_all = weights.direct_unnamed * (_NAMED * (1 - articles(found, index)) if query.has_names else 1)
    if not query.seeds and not query.capitals_tell_names and similarity is None:
        for_first = for_all = weights.direct_alone
    together = best.scores.copy()
    together[places] += for_first * gains
    first = int(together.argmax())
    best.scores[places] += np.float32(for_all) * gains
    if for_first:
        best.scores[first] = max(best.scores[first], _LEAD * best.scores.max())
    return alone


_REWARDED = 30
"""The best sections, which can be raised by their chains; lower ones hardly reach the first ten."""

_LEADERS, _FOLLOWERS = 3, 10
"""Best sections that raise the sections reached from them, and those that raise the ones they are reached from: with
three best ones instead of five, recall@5 over all samples pooled rose from .910 to .919."""


@dataclass(frozen=True, slots=True, eq=False)
class SectionRanking:
    """The sections of a graph, ranked for a question.

    Attributes:
        query: the question.
        coverage: how much of the question sections cover.
        best: the scores of sections, and the best chains that end in them.
        alone_by_words: how much speaks for one passage answering alone, by its words, from 0 to 1.
        similarity: the question's semantic similarity to sentences; None without embeddings.
    """

    query: Query
    coverage: QueryCoverage
    best: BestChains
    alone_by_words: float
    similarity: SentenceSimilarity | None = None

    @property
    def answers_alone(self) -> float:
        """Return how much speaks for one passage answering alone: a question that names nothing starts no chain."""
        return self.alone_by_words if self.query.has_names else 1.0


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
        weights: the ranking weights.
        count: how many of the best sections must be exact; others may be missing.
        allowed: sections to choose from, sorted; None for all.
        similarity: the question's semantic similarity to sentences; added to each section's own coverage and to the
            scores of reached sections.
    """
    added = None if similarity is None else similarity.of_sections(weights.similarity, allowed)
    coverage = cover(query, index, weights, max(count, _REWARDED, weights.beam), allowed=allowed, similarities=added)
    bridges = BridgeFinder(query, coverage.weights, index, weights, allowed)
    best = BeamSearch(coverage, bridges, index.titles_of, weights).run()
    if similarity is not None:
        similarity.reward_follow_up(best, weights.follow_up_similarity)
    reward_connected(best, weights)
    alone = prefer_direct(best, coverage, query, index, weights, similarity)
    return SectionRanking(query, coverage, best, alone, similarity)


def reward_connected(best: BestChains, weights: RankingWeights) -> None:
    """Raise sections whose chains come from the best ones, and those that lead to several of the best.

    Evidence must be complete: a passage helps little without the one that leads to it.
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
    """Return the chain that leads to a section; empty for one found directly.

    Two sections may each be reached best from the other. The one the question names more of, or else the higher-ranked
    one, then comes first.
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


def relevances(sections: Ids, ranking: SectionRanking, index: RankingIndex) -> list[float]:
    """Return how well each section answers the question, from 0 to 1, on a scale that is the same for all questions.

    A score relative to the best one tells right from wrong sections, but not whether the best is right. That is told by
    how much of the question a section covers, with those of the chain to it: the share of the question's words, names
    and concepts, weighted by rarity, where words that no section holds weigh most. With embeddings its similarity to
    the question counts where that is more. The relevance is the relative score times the square root of this.
    """
    query, best = ranking.query, ranking.best
    known = sum(term.weight for term in query.terms) + sum(seed.weight for seed in query.seeds)
    share = known / (known + query.unindexed * math.log(1 + index.section_count) or 1.0)
    chains = [[section, *(step.section for step in chain_to(section, ranking, index))] for section in sections.tolist()]
    needed = distinct(np.array([section for chain in chains for section in chain], dtype=np.int64))
    parts, _ = ranking.coverage.of(needed)
    covered = [
        share * min(1.0, float(ranking.coverage.weights @ parts[:, np.searchsorted(needed, chain)].max(axis=1)))
        for chain in chains
    ]
    meant = np.zeros(len(sections)) if ranking.similarity is None else ranking.similarity.of_best_sentences(sections)
    places, has_score = places_of(sections, best.sections)
    scores = np.zeros(len(sections))
    scores[has_score] = relative(best.scores)[places[has_score]]
    told: list[float] = (np.sqrt(np.clip(np.maximum(covered, meant), 0, 1)) * scores).tolist()
    return told


def paths_to(sections: Ids, ranking: SectionRanking, index: RankingIndex) -> list[tuple[str, ...]]:
    """Name the path from the question to sections: where their chains start, and the concepts they pass."""
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
