"""The ranking with an array over all sections, and one over all sentences, for every step: what sparse code must equal.

Chains and bridges are those of the ranking itself, which have plain oracles of their own (`plain_ranking.py`).
"""

from itertools import pairwise

import numpy as np

from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.beam_search import BeamSearch, BestChains
from lgm_core.retrieval.ranking.bridges import BridgeFinder
from lgm_core.retrieval.ranking.coverage import Candidates
from lgm_core.retrieval.ranking.own_scores import defining
from lgm_core.retrieval.ranking.query import Query, read_question
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.section_ranking import prefer_direct, reward_connected
from lgm_core.retrieval.ranking.selection import largest, weighted_sum

_HALFWAY, _COMPARED, _BRIDGED = 20, 20, 5


class DenseCoverage:
    """What each section covers of a query, for all sections of a graph whose sections are numbered from 0."""

    def __init__(self, query: Query, index: RankingIndex, weights: RankingWeights) -> None:
        sections = index.sentence_table()[0]
        terms, titles = len(query.terms), np.zeros(len(sections), dtype=np.float32)
        parts = np.zeros((terms + len(query.seeds), len(sections)), dtype=np.float32)
        relative = index.words_in(sections) / index.mean_words
        length = 1 - weights.length_normalisation + weights.length_normalisation * relative
        norm = weights.term_saturation * length
        for row, term in zip(parts[:terms], query.terms, strict=True):
            for word in term.words:
                frequency = np.maximum(index.sections_with(word).at(sections), 0)
                saturated = np.minimum(1.0, (1 + weights.term_saturation) * frequency / (frequency + norm))
                row[:] = np.maximum(row, (1.0 if word == term.word else weights.related_words) * saturated)
        for row, seed in zip(parts[terms:], query.seeds, strict=True):
            roles = index.sections_about(seed.concept).at(sections)
            row[:] = np.where(roles > 0.5, roles, np.where(roles >= 0, weights.mention_coverage, 0))
            titles = np.maximum(titles, seed.strength * np.where(roles > 0.5, roles, 0))
        part_weights = np.array([part.weight for part in (*query.terms, *query.seeds)], dtype=np.float32)
        self.weights = part_weights / (part_weights.sum() or 1)
        self.found = Candidates(sections, parts, weighted_sum(self.weights, parts), titles, is_complete=True)

    def of(self, sections):
        places = np.searchsorted(self.found.sections, sections)
        return self.found.parts[:, places], self.found.totals[places]


def dense_ranking(question: str, index: RankingIndex, weights: RankingWeights) -> tuple[dict, dict]:
    """Return the scores of all sections, and of all sentences, that have to do with a question, best first."""
    query = read_question(question, index, weights)
    coverage = DenseCoverage(query, index, weights)
    bridges = BridgeFinder(query, coverage.weights, index, weights, None)
    best = BeamSearch(coverage, bridges, index.titles_of, weights).run()
    reward_connected(best, weights)
    prefer_direct(best, coverage, query, index, weights)
    places = best.best(1 << 30)
    ids = map(index.section_id, best.sections[places].tolist())
    sections = dict(zip(ids, best.scores[places].tolist(), strict=True))
    return sections, _sentences(query, coverage, best, index, weights)


def _sentences(
    query: Query, coverage: DenseCoverage, best: BestChains, index: RankingIndex, weights: RankingWeights
) -> dict[str, float]:
    order_scores = np.where(best.scores > 0, 1 + best.scores, _title_overlap(best, index))
    ranked = largest(order_scores, index.section_count)
    shares = np.zeros(len(order_scores), dtype=np.float32)
    shares[ranked] = _HALFWAY / (_HALFWAY + np.arange(len(ranked), dtype=np.float32))
    shares[order_scores <= 0] = 0
    sections = best.sections
    sentences = index.sentences_in(sections)
    scores = shares[sentences.owner]
    scores += weights.sentence_words * _term_overlap(query, coverage, best, ranked[:_COMPARED], index, weights)
    scores[sentences.place == 0] += weights.opening_sentence
    scores += weights.defining_sentence * defining(query, index, sections, sentences)
    bridges = set()
    for section in ranked[:_BRIDGED].tolist():
        for step, following in pairwise(best.chains.get(int(sections[section]), ())):
            mentions = index.mentions_in(np.array([step.section]))
            if following.concept != index.titles_of(np.array([step.section]))[0]:
                first = mentions.first[mentions.concept == following.concept]
                bridges |= set((np.searchsorted(sentences.start, first, side="right") - 1).tolist())
    scores[sorted(bridges)] += weights.bridge_sentence
    for section in ranked[:_COMPARED].tolist():
        own = np.flatnonzero(sentences.owner == section)
        penalty = weights.repetition_penalty * np.log1p(np.arange(len(own), dtype=np.float32))
        scores[own[largest(scores[own], len(own))]] -= penalty
    scores[shares[sentences.owner] == 0] = 0
    rows = [row for row in largest(scores, len(scores)).tolist() if scores[row] > 0]
    ids = [index.sentence_id(int(sections[sentences.owner[row]]), int(sentences.place[row])) for row in rows]
    return dict(zip(ids, scores[rows].tolist(), strict=True))


def _title_overlap(best: BestChains, index: RankingIndex) -> np.ndarray:
    titles = index.titles_of(best.sections[best.best(_BRIDGED)])
    overlap = np.zeros(index.section_count, dtype=np.float32)
    for word in sorted(set(index.words_of_concepts(titles[titles >= 0])[1].tolist()) - {-1}):
        row = index.sections_with(word)
        overlap[np.searchsorted(best.sections, row.items()[0])] += np.log(1 + index.section_count / (1 + row.count))
    return overlap / max(float(overlap.max(initial=0)), 1.0)


def _term_overlap(query, coverage, best, compared, index, weights) -> np.ndarray:
    terms = len(query.terms)
    of_query = coverage.weights[:terms]
    of_sections = np.repeat(of_query[:, None], index.section_count, axis=1)
    for section in compared.tolist():
        if predecessors := best.predecessors(int(best.sections[section])):
            parts = coverage.of(np.array(predecessors))[0][:terms]
            uncovered = 1 - weights.covered_discount * parts.max(axis=1)
            of_sections[:, section] *= uncovered * (of_query.sum() / max(float(of_query @ uncovered), 1e-9))
    sentences = index.sentences_in(best.sections)
    overlap = np.zeros(len(sentences.owner), dtype=np.float32)
    for term, row in zip(query.terms, of_sections, strict=True):
        share = np.zeros(len(overlap), dtype=np.float32)
        for word in (*term.related, term.word):
            _, position = index.occurrences([word], best.sections)
            sentence = np.searchsorted(sentences.start, position, side="right") - 1
            share[sentence] = 1.0 if word == term.word else weights.related_words
        overlap += row[sentences.owner] * share
    return overlap
