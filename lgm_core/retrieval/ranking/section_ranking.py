"""Ranking sections by what they cover and say, the chains that reach them, their meaning, and their connections."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, reduce
from itertools import pairwise, product

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.index.ranking_index import ABSENT, RankingIndex, Sentences
from lgm_core.retrieval.index.segment import NONE
from lgm_core.retrieval.ranking.beam_search import BeamSearch, BestChains, ChainStep
from lgm_core.retrieval.ranking.bridges import BridgeFinder
from lgm_core.retrieval.ranking.coverage import Candidates, QueryCoverage, cover
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.selection import largest, places_of, weighted_sum
from lgm_core.retrieval.ranking.similarity import SentenceSimilarity

__all__ = [
    "SectionRanking",
    "answers_alone",
    "chain_to",
    "defining",
    "direct_scores",
    "paths_to",
    "prefer_direct",
    "rank_sections",
    "reward_connected",
]

_WORDS_BEFORE_SUBJECT = 1
"""Words allowed before the defined subject in a sentence: an article."""

_ASIDE_STRENGTH = 0.5
"""Strength of a definition with an aside before the verb: *An apiary, also called a bee yard, is …*."""


def defining(query: Query, index: RankingIndex, sections: Ids, sentences: Sentences) -> Floats:
    """Return how much each sentence defines the subject of the question, from 0 to 1.

    A sentence is a definition if it opens with the subject, perhaps after an article, and continues with the question's
    verb. That needs no list of verbs, so it works in every language with this word order. A question
    without a `subject` has no definitions.
    """
    strengths = np.zeros(len(sentences.start), dtype=np.float32)
    if query.subject is None or not len(sections):
        return strengths
    words, verb = query.subject.words, query.subject.verb
    numbers = list(dict.fromkeys(number for word in (*words, verb) for number in word.numbers))
    found, positions = index.occurrences(numbers, sections)
    of_words = [
        np.unique(positions[np.isin(found, [numbers.index(number) for number in word.numbers])])
        for word in (*words, verb)
    ]
    begins = reduce(np.intersect1d, (places - offset for offset, places in enumerate(of_words[:-1])))
    for before in range(_WORDS_BEFORE_SUBJECT + 1):
        places = np.flatnonzero(np.isin(sentences.start + before, begins))
        behind = sentences.start[places] + before + len(words)
        nearest = np.append(of_words[-1], np.iinfo(np.int64).max)[np.searchsorted(of_words[-1], behind)]
        strength = np.where(nearest == behind, 1, np.where(nearest < sentences.end[places], _ASIDE_STRENGTH, 0))
        strengths[places] = np.maximum(strengths[places], strength)
    return strengths


_SCORED_ALONE = 30
"""Sections scored on their own, those that cover most; with 10 or 20 results were the same within .005."""

_LEAD = 1.001
"""The lead given to the section put first."""


def prefer_direct(
    best: BestChains,
    found: Candidates,
    query: Query,
    index: RankingIndex,
    weights: RankingWeights,
    *,
    has_similarity: bool = False,
) -> Floats:
    """Put the section first that is best by chain score and own score combined.

    If the question names nothing, sections' own scores count in all places, because chains have no certain start. If it
    has no concept of the graph, and its capitals cannot reveal a name unknown to the graph, only own scores count.
    Return the own scores of the sections that cover most of the question, float32 of shape (sections,).

    Args:
        best: the chain scores; changed in place.
        found: the sections that cover most of the question.
        query: the question.
        index: the graph's index.
        weights: the ranking weights.
        has_similarity: whether the scores include semantic similarity to the question.
    """
    judged = largest(found.totals, _SCORED_ALONE)
    sections = found.sections[np.sort(judged[found.totals[judged] > 0])]
    direct = direct_scores(sections, query, index, weights)
    most, highest = float(direct.max(initial=0)), float(best.scores.max(initial=0))
    if not most or not highest:
        return direct
    places, _ = places_of(sections, best.sections)
    gains = (highest / most) * direct
    for_first, for_all = weights.direct_first, weights.direct_unnamed
    if not query.seeds and not query.capitals_tell_names and not has_similarity:
        for_first = for_all = weights.direct_alone
    together = best.scores.copy()
    together[places] += for_first * gains
    first = int(together.argmax())
    if not any(seed.is_name for seed in query.seeds):
        best.scores[places] += for_all * gains
    if for_first:
        best.scores[first] = max(best.scores[first], _LEAD * best.scores.max())
    return direct


_ALONE_COVERAGE = (0.8, 1.0)
"""How much of the question's words one passage covers if it does not answer alone, and if it does."""

_ALONE_LEAD = (0.3, 0.6)
"""How far the best passage by itself leads the second, relative to its score, in the same two cases."""


def answers_alone(ranking: SectionRanking, index: RankingIndex, weights: RankingWeights) -> float:
    """Return how much speaks for one passage answering the question alone, from 0 to 1.

    It does if one covers all words of the question, or leads all others by far. In the samples the best passage leads
    the second by a median of .54 where one answers, and of .15 to .22 where two or more do. A question that names
    nothing starts no chain.
    """
    if not any(seed.is_name for seed in ranking.query.seeds):
        return 1.0
    query, coverage = ranking.query, ranking.coverage
    found, terms = coverage.found, len(query.terms)
    if not terms or not len(found.sections):
        return 0.0
    of_terms = coverage.weights[:terms]
    covered = float(weighted_sum(of_terms, found.parts[:terms]).max()) / (float(of_terms.sum()) or 1.0)
    judged = np.sort(largest(found.totals, _SCORED_ALONE))
    others = found.sections[judged[found.totals[judged] <= 0]]
    direct = np.append(ranking.direct, direct_scores(others, query, index, weights)) if len(others) else ranking.direct
    scores = np.sort(direct)[::-1]
    lead = 1.0 if len(scores) == 1 else float(scores[0] - scores[1]) / (float(scores[0]) or 1.0)
    evidence = [(covered, *_ALONE_COVERAGE), (lead, *_ALONE_LEAD)]
    return min(1.0, max(0.0, *((value - least) / (full - least) for value, least, full in evidence)))


def direct_scores(sections: Ids, query: Query, index: RankingIndex, weights: RankingWeights) -> Floats:
    """Return how well each section alone answers a question, float32 of shape (sections,).

    The score is BM25 over all words of the question, a bonus for each pair of words adjacent in both, and one for a
    sentence that defines the question's subject. A word with several index entries counts as the best of them.
    """
    relative = index.words_in(sections) / index.mean_words
    norm = weights.term_saturation * (1 - weights.length_normalisation + weights.length_normalisation * relative)
    words = list(dict.fromkeys(word for word in query.wording if word.numbers))
    held = np.zeros((len(words), len(sections)), dtype=np.float32)
    for row, word in zip(held, words, strict=True):
        for number in word.numbers:
            np.maximum(row, index.sections_with(number).at(sections), out=row)
    of_words = np.array([word.weight * (1 + weights.term_saturation) for word in words], dtype=np.float32)
    scores = weighted_sum(of_words, np.asarray(held / (held + norm), dtype=np.float32))
    sentences = index.sentences_in(sections)
    scores += weights.phrase * _phrases(sections, sentences, query, index)
    if query.subject is not None:
        of_subject = weights.definition * sum(word.weight for word in query.subject.words)
        strengths = np.zeros(len(sections), dtype=np.float32)
        np.maximum.at(strengths, sentences.owner, defining(query, index, sections, sentences))
        scores += np.float32(of_subject) * strengths
    return np.asarray(scores, dtype=np.float32)


def _phrases(sections: Ids, sentences: Sentences, query: Query, index: RankingIndex) -> Floats:
    """Return the weight of the question's neighbouring words that are adjacent in each section."""
    # Overlapping pairs of characters are always adjacent.
    pairs = list(
        dict.fromkeys(
            (left, right)
            for left, right in pairwise(query.wording)
            if left.numbers and right.numbers and not (left.is_pair and right.is_pair)
        )
    )
    numbers = list(dict.fromkeys(number for pair in pairs for word in pair for number in word.numbers))
    held = np.zeros((len(pairs), len(sections)), dtype=bool)
    if not pairs or not len(sections):
        return np.zeros(len(sections), dtype=np.float32)
    place_of_number = {number: place for place, number in enumerate(numbers)}
    pair_of = np.full((len(numbers), len(numbers)), -1, dtype=np.int64)
    for place, (left, right) in enumerate(pairs):
        for one, other in product(left.numbers, right.numbers):
            pair_of[place_of_number[one], place_of_number[other]] = place
    word, position = index.occurrences(numbers, sections)
    order = np.argsort(position, kind="stable")
    word, position = word[order], position[order]
    following = np.flatnonzero(np.diff(position) == 1)
    pair = pair_of[word[following], word[following + 1]]
    following, pair = following[pair >= 0], pair[pair >= 0]
    by_start = np.argsort(sentences.start, kind="stable")
    sentence = by_start[np.searchsorted(sentences.start[by_start], position[following], side="right") - 1]
    held[pair, sentences.owner[sentence]] = True
    weights = np.array([(left.weight + right.weight) / 2 for left, right in pairs], dtype=np.float32)
    return weighted_sum(weights, held.astype(np.float32))


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
        direct: how well each of the sections that cover most of the question answers alone, of shape (sections,).
    """

    query: Query
    coverage: QueryCoverage
    best: BestChains
    direct: Floats


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
    direct = prefer_direct(best, coverage.found, query, index, weights, has_similarity=similarity is not None)
    return SectionRanking(query, coverage, best, direct)


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
