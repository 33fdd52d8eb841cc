"""Scoring sentences by the rank of their section, their own words, and the bridges they contain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.ranking.coverage import Measure, Part, best_candidates
from lgm_core.retrieval.ranking.own_scores import defining
from lgm_core.retrieval.ranking.query import Term
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.section_ranking import SectionRanking
from lgm_core.retrieval.ranking.selection import largest, places_of, weighted_sum
from lgm_core.retrieval.ranking.similarity import SentenceSimilarity

__all__ = ["ScoredSentences", "bound_behind", "score_sentences", "term_frequencies"]

_HALVING_RANK = 20
"""Rank at which a section's share in the scores of its sentences is halved: trades sentences of the best sections for
good sentences of later ones."""

_COMPARED = 20
"""Best sections whose sentences are compared with each other and with their chain; the loop over them costs time."""

_BRIDGED_SECTIONS = 5
"""Best sections whose chains show which sentences contain bridges."""

_ROUNDING_ERROR = 1e-4
"""Rounding error of sums of 32-bit numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSentences:
    """The sentences of the best sections; each attribute has the shape (sentences,).

    Attributes:
        section: the section of each, in the order of sections.
        place: its position in the section.
        scores: float32; 0 for sentences unrelated to the question.
    """

    section: Ids
    place: Ids
    scores: Floats


def bound_behind(
    places: int, ranking: SectionRanking, weights: RankingWeights, similarity: SentenceSimilarity | None
) -> float:
    """Return an upper bound on the scores of sentences in a section with this many better sections before it."""
    share = _HALVING_RANK / (_HALVING_RANK + places)
    in_words = float(ranking.coverage.weights[: len(ranking.query.terms)].sum())
    in_meaning = 0.0 if similarity is None else similarity.greatest
    added = weights.opening_sentence + weights.bridge_sentence + weights.defining_sentence
    return share + weights.sentence_words * (in_words + in_meaning) + added + _ROUNDING_ERROR


def score_sentences(
    ranking: SectionRanking,
    index: RankingIndex,
    weights: RankingWeights,
    count: int,
    similarity: SentenceSimilarity | None = None,
) -> ScoredSentences:
    """Score the sentences of the `count` best sections.

    Words already covered by the chain before a section count less, so that the sentence with the answer comes before
    those that repeat what is known.
    """
    ranked = ranking.best.sections[ranking.best.best(count)]
    if len(ranked) < count and ranking.best.is_complete:
        ranked = np.concatenate([ranked, _of_like_titles(ranked, count - len(ranked), index, weights)])
    order = np.argsort(ranked, kind="stable")
    sections = ranked[order]
    shares: Floats = (np.float32(_HALVING_RANK) / (_HALVING_RANK + np.arange(len(ranked), dtype=np.float32)))[order]
    sentences = index.sentences_in(sections)
    scores: Floats = shares[sentences.owner]
    best = ranked[:_COMPARED].tolist()
    term_weights = _term_weights(ranking, sections, best, weights)
    scores += weights.sentence_words * _term_overlap(ranking, index, sections, sentences, weights, term_weights)
    if similarity is not None:
        scores += weights.sentence_words * similarity.of_places(sections, sentences)
    scores[sentences.place == 0] += weights.opening_sentence
    scores += weights.defining_sentence * defining(ranking.query, index, sections, sentences)
    scores[_is_bridge(ranking, best[:_BRIDGED_SECTIONS], sections, sentences, index)] += weights.bridge_sentence
    starts = np.searchsorted(sentences.owner, np.arange(len(sections) + 1))
    for place in np.argsort(order, kind="stable")[:_COMPARED].tolist():
        _penalise_repetition(scores[starts[place] : starts[place + 1]], weights)
    return ScoredSentences(sections[sentences.owner], sentences.place, scores)


def _of_like_titles(ranked: Ids, count: int, index: RankingIndex, weights: RankingWeights) -> Ids:
    """Return further sections, first those that share most titles with the best: an order for unreached sections."""
    titles = index.titles_of(ranked[:_BRIDGED_SECTIONS])
    words = np.unique(index.words_of_concepts(titles[titles >= 0])[1])
    rows = [row for row in map(index.sections_with, words[words >= 0].tolist()) if row.count]
    of_words = np.array([np.log(1 + index.section_count / (1 + row.count)) for row in rows], dtype=np.float32)
    # A word counts once, so a section's coverage of these is the share of the titles it has.
    measure = Measure(
        [Part([row], [1.0], is_term=True) for row in rows], index, replace(weights, term_saturation=1e-12)
    )
    # Ranked sections may be among the best of these too.
    wanted = min(count + len(ranked), index.section_count)
    sections, parts, _ = best_candidates(measure, of_words, wanted, always=np.zeros(0, dtype=np.int64))
    is_new = ~np.isin(sections, ranked)
    overlap = weighted_sum(of_words, (parts[:, is_new] > 0).astype(np.float32))
    return sections[is_new][largest(overlap, count)]


def _term_weights(ranking: SectionRanking, sections: Ids, compared: Sequence[int], weights: RankingWeights) -> Floats:
    """Return the weight of each term in the sentences of each section: terms its chain left uncovered weigh more.

    Returns:
        An array of shape (terms, sections); each column sums to the weight of all terms in the query.
    """
    terms = len(ranking.query.terms)
    of_query = ranking.coverage.weights[:terms]
    of_sections = np.repeat(of_query[:, None], len(sections), axis=1)
    chains = [(section, before) for section in compared if (before := ranking.best.predecessors(section))]
    origins = np.array([section for _, before in chains for section in before], dtype=np.int64)
    parts = ranking.coverage.of(origins)[0][:terms]
    end = 0
    for section, before in chains:
        end += len(before)
        covered = parts[:, end - len(before) : end].max(axis=1)
        uncovered = 1 - weights.covered_discount * covered
        share = uncovered * (of_query.sum() / max(float(of_query @ uncovered), 1e-9))
        of_sections[:, np.searchsorted(sections, section)] *= share
    return of_sections


def _term_overlap(
    ranking: SectionRanking,
    index: RankingIndex,
    sections: Ids,
    sentences: Sentences,
    weights: RankingWeights,
    term_weights: Floats,
) -> Floats:
    """Return the share of the question's words in each sentence, 1 for all, of shape (sentences,)."""
    overlap = np.zeros(len(sentences.place), dtype=np.float32)
    own, related = term_frequencies(ranking.query.terms, index, sections, sentences)
    share = np.where(own > 0, np.float32(1), np.where(related > 0, np.float32(weights.related_words), np.float32(0)))
    for of_sections, of_sentences in zip(term_weights, share, strict=True):
        held = np.flatnonzero(of_sentences)
        overlap[held] += of_sections[sentences.owner[held]] * of_sentences[held]
    return overlap


def term_frequencies(
    terms: Sequence[Term], index: RankingIndex, sections: Ids, sentences: Sentences
) -> tuple[Floats, Floats]:
    """Return how often each sentence has each term, and words related to it; both of shape (terms, sentences)."""
    words = [(number, word == term.word, word) for number, term in enumerate(terms) for word in term.words]
    place, position = index.occurrences([word for _, _, word in words], sections)
    order = np.argsort(sentences.start, kind="stable")
    sentence = order[np.searchsorted(sentences.start[order], position, side="right") - 1]
    term = np.array([number for number, _, _ in words], dtype=np.int64)[place]
    is_own = np.array([is_own for _, is_own, _ in words], dtype=bool)[place]
    held = np.zeros((2, len(terms), len(sentences.place)), dtype=np.float32)
    np.add.at(held, (np.where(is_own, 0, 1), term, sentence), np.float32(1))
    return held[0], held[1]


def _is_bridge(
    ranking: SectionRanking, best: Sequence[int], sections: Ids, sentences: Sentences, index: RankingIndex
) -> Ids:
    """Return the sentences that mention bridging concepts of their sections' chains, as positions in `sentences`."""
    steps = {
        (step.section, following.concept)
        for section in best
        for step, following in pairwise(ranking.best.chains.get(section, ()))
    }
    origins = np.array([section for section, _ in steps], dtype=np.int64)
    concepts = np.array([concept for _, concept in steps], dtype=np.int64)
    mentions = index.mentions_in(origins)
    is_bridge = (mentions.concept == concepts[mentions.owner]) & (concepts != index.titles_of(origins))[mentions.owner]
    slots, is_held = places_of(origins[mentions.owner[is_bridge]], sections)
    found = set()
    for slot, first in zip(slots[is_held].tolist(), mentions.first[is_bridge][is_held].tolist(), strict=True):
        begin, end = np.searchsorted(sentences.owner, [slot, slot + 1])
        found.add(int(begin + np.searchsorted(sentences.start[begin:end], first, side="right")) - 1)
    return np.array(sorted(found), dtype=np.int64)


def _penalise_repetition(scores: Floats, weights: RankingWeights) -> None:
    """Lower the scores of all but the best sentence of a section, more for lower-ranked ones."""
    ranks = np.arange(len(scores), dtype=np.float32)
    scores[largest(scores, len(scores))] -= weights.repetition_penalty * np.log1p(ranks)
