"""Scoring sentences by the place of their section, their own words, and the bridges they hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Integers
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.section_ranking import SectionRanking
from lgm_core.retrieval.ranking.selection import largest

__all__ = ["score_sentences"]

_HALFWAY = 20
"""Place from which a section's share in the score of its sentences has halved: trades sentences of the best sections
for good sentences of later ones."""

_COMPARED = 20
"""Best sections whose sentences are compared with each other and with the chain that led there; the loop over them
costs time."""

_BRIDGED = 5
"""Best sections whose chains show which sentences hold bridges."""


def score_sentences(ranking: SectionRanking, index: RankingIndex, weights: RankingWeights) -> Floats:
    """Return the score of each sentence, float32 of shape (sentences,); 0 for what has nothing to do with the question.

    Words that the chain before a section has covered count less, so that the sentence with the answer comes before
    those that repeat what is known.
    """
    order_scores = np.where(ranking.scores > 0, 1 + ranking.scores, _title_overlap(ranking, index))
    sections = largest(order_scores, index.section_count)
    shares = np.zeros(index.section_count, dtype=np.float32)
    shares[sections] = _HALFWAY / (_HALFWAY + np.arange(len(sections), dtype=np.float32))
    shares[order_scores <= 0] = 0
    scores = shares[index.sentence_section]
    term_weights = _term_weights(ranking, sections[:_COMPARED].tolist(), weights)
    scores += weights.sentence_words * _term_overlap(ranking, index, term_weights, weights)
    if ranking.sentence_similarity is not None:
        scores += weights.sentence_words * ranking.sentence_similarity
    is_opening = np.append(True, index.sentence_section[1:] != index.sentence_section[:-1])[: len(scores)]
    scores[is_opening] += weights.opening_sentence
    scores[_bridge_sentences(ranking, sections[:_BRIDGED].tolist(), index)] += weights.bridge_sentence
    _penalise_repetition(scores, sections[:_COMPARED].tolist(), index, weights)
    scores[shares[index.sentence_section] == 0] = 0
    return scores


def _title_overlap(ranking: SectionRanking, index: RankingIndex) -> Floats:
    """Return how much of the best sections' titles each section has, 1 at most: an order for unreached sections."""
    best = largest(ranking.scores, _BRIDGED)
    titles = index.section_title[best[ranking.scores[best] > 0]]
    words = {int(word) for title in titles[titles >= 0] for word in index.concept_words.row(title)} - {-1}
    overlap = np.zeros(index.section_count, dtype=np.float32)
    for word in words:
        sections = index.word_sections.row(word)
        overlap[sections] += np.log(1 + index.section_count / (1 + len(sections)))
    return overlap / max(float(overlap.max(initial=0)), 1.0)


def _term_weights(ranking: SectionRanking, sections: Sequence[int], weights: RankingWeights) -> Floats:
    """Return the weight of each term in the sentences of each section: what its chain left uncovered weighs more.

    Args:
        ranking: of the sections.
        sections: the best ones, whose chains are looked at.
        weights: of the ranking.

    Returns:
        An array of shape (terms, sections); each column sums to the weight of all terms in the query.
    """
    terms = len(ranking.query.terms)
    of_query = ranking.coverage.weights[:terms]
    of_sections = np.repeat(of_query[:, None], len(ranking.scores), axis=1)
    for section in sections:
        predecessors = ranking.best.predecessors(section)
        if predecessors:
            covered = ranking.coverage.parts[:terms, predecessors].max(axis=1)
            uncovered = 1 - weights.covered_discount * covered
            of_sections[:, section] *= uncovered * (of_query.sum() / max(float(of_query @ uncovered), 1e-9))
    return of_sections


def _term_overlap(
    ranking: SectionRanking, index: RankingIndex, term_weights: Floats, weights: RankingWeights
) -> Floats:
    """Return how much of the question's words each sentence has, 1 for all, of shape (sentences,)."""
    overlap = np.zeros(len(index.sentence_ids), dtype=np.float32)
    starts = index.word_positions.starts
    for term, of_sections in zip(ranking.query.terms, term_weights, strict=True):
        of_term = np.zeros(len(overlap), dtype=np.float32)
        for word in (*term.related, term.word):
            share = 1.0 if word == term.word else weights.related_words
            of_term[index.position_sentence[starts[word] : starts[word + 1]]] = share
        sentences = np.flatnonzero(of_term)
        overlap[sentences] += of_sections[index.sentence_section[sentences]] * of_term[sentences]
    return overlap


def _bridge_sentences(ranking: SectionRanking, sections: Sequence[int], index: RankingIndex) -> Integers:
    """Return the sentences that mention the concepts over which sections were reached."""
    positions = [np.zeros(0, dtype=np.int32)]
    for section in sections:
        for step, following in pairwise(ranking.best.chains.get(section, ())):
            if following.concept == index.section_title[step.section]:
                continue
            mentions = slice(index.section_mentions[step.section], index.section_mentions[step.section + 1])
            is_bridge = index.mention_concept[mentions] == following.concept
            positions.append(index.mention_first[mentions][is_bridge])
    return (np.searchsorted(index.sentence_start, np.concatenate(positions), side="right") - 1).astype(np.int32)


def _penalise_repetition(scores: Floats, sections: Sequence[int], index: RankingIndex, weights: RankingWeights) -> None:
    """Lower the scores of all but the best sentence of each section, the more the further behind it is."""
    for section in sections:
        sentences = index.sentences_of(section)
        of_section = scores[sentences.start : sentences.stop]
        ranks = np.arange(len(of_section), dtype=np.float32)
        of_section[largest(of_section, len(of_section))] -= weights.repetition_penalty * np.log1p(ranks)
