"""Focused passages: the sentences that answer best within a number of words, as windows that join where they touch.

Two judgements of a sentence are added: its score in the ranking of sentences, which follows chains of passages, and how
well it answers by itself, from its own words, those around it, its section and its meaning. The second counts more if
one passage answers alone (`SectionRanking.answers_alone`). What an earlier sentence already says is left out, and
sentences of little but the question's own words, such as headings that ask the same, come later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.index.index_parts import Choice
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.index.segment import GAP
from lgm_core.retrieval.ranking.own_scores import relative, with_meaning
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.section_ranking import SectionRanking
from lgm_core.retrieval.ranking.selection import distinct, largest, weighted_sum
from lgm_core.retrieval.ranking.sentence_scoring import score_sentences, term_frequencies
from lgm_core.retrieval.ranking.similarity import SentenceSimilarity

__all__ = ["FOCUSED_SECTIONS", "Window", "best_windows"]

FOCUSED_SECTIONS = 60
"""Best sections whose sentences are judged."""

_AROUND = 3
"""Sentences on either side whose words count for a sentence."""

_OF_AROUND, _OF_SECTION = 1.0, 0.5
"""Weights of the words around a sentence, and of its section's, relative to its own words."""

_LEAST_ALONE = 0.1
"""Weight of how well a sentence answers by itself if no passage answers alone; 1 if one does."""

_JUDGED = 150
"""Best sentences among which is chosen."""

_REPEATED = 0.8
"""Share of the words of the shorter of two sentences from which one may repeat the other."""

_NEW_WORDS = 3.0
"""Number of words besides the question's with which a sentence gets half of what it answers by itself."""

_Stems: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive sentences of a section from the `first` on, by position in the section, with their scores."""

    section: int
    first: int
    scores: tuple[float, ...]


def best_windows(
    ranking: SectionRanking,
    index: RankingIndex,
    weights: RankingWeights,
    words: int,
    *,
    choice: Choice | None = None,
    similarity: SentenceSimilarity | None = None,
) -> list[Window]:
    """Return windows with at most this many words together, best first; at least one sentence if any is related.

    Args:
        ranking: the ranking of sections, exact for the best `FOCUSED_SECTIONS`.
        index: the graph's index.
        weights: the ranking weights.
        words: the most words of all windows together.
        choice: the sentences that may be returned; None for all.
        similarity: the question's semantic similarity to sentences.
    """
    scored = score_sentences(ranking, index, weights, FOCUSED_SECTIONS, similarity)
    if not len(scored.scores):
        return []
    sections = distinct(scored.section)
    sentences = index.sentences_in(sections)
    by_itself = _scores_by_themselves(ranking, index, weights, sections, sentences, similarity)
    by_itself *= _LEAST_ALONE + (1 - _LEAST_ALONE) * ranking.answers_alone
    is_related = scored.scores > 0
    if choice is not None:
        is_related &= choice.has(scored.section, scored.place)
    ranked = np.where(is_related, relative(scored.scores), -np.inf)
    judged = largest(ranked + by_itself, _JUDGED)
    judged = judged[np.isfinite(ranked[judged])]
    stems = index.stems_of(sections[sentences.owner[judged]], sentences.place[judged])
    asked = frozenset(ranking.query.words)
    added = np.array([len(own - asked) for own in stems], dtype=np.float32)
    scores = ranked[judged] + by_itself[judged] * added / (added + _NEW_WORDS)
    order = np.argsort(-scores, kind="stable")
    lengths = (sentences.end - sentences.start - GAP)[judged]
    chosen = _chosen([stems[place] for place in order.tolist()], asked, lengths[order].tolist(), words)
    return _joined([(int(judged[order[place]]), float(scores[order[place]])) for place in chosen], sentences, sections)


def _scores_by_themselves(
    ranking: SectionRanking,
    index: RankingIndex,
    weights: RankingWeights,
    sections: Ids,
    sentences: Sentences,
    similarity: SentenceSimilarity | None,
) -> Floats:
    """Return how well each sentence answers by itself, 1 for the best; float32 of shape (sentences,)."""
    terms = ranking.query.terms
    own, related = term_frequencies(terms, index, sections, sentences)
    held = own + np.float32(weights.related_words) * related
    starts = np.searchsorted(sentences.owner, np.arange(len(sections) + 1))
    at = np.arange(len(sentences.owner))
    first = np.maximum(at - _AROUND, starts[sentences.owner])
    end = np.minimum(at + _AROUND + 1, starts[sentences.owner + 1])
    before = np.concatenate([np.zeros((len(terms), 1), dtype=np.float32), np.cumsum(held, axis=1)], axis=1)
    lengths = (sentences.end - sentences.start - GAP).astype(np.float32)
    words_before = np.concatenate([np.zeros(1, dtype=np.float32), np.cumsum(lengths)])
    in_sections = np.zeros((len(terms), len(sections)), dtype=np.float32)
    for row, term in zip(in_sections, terms, strict=True):
        for word in term.words:
            share = np.float32(1 if word == term.word else weights.related_words)
            np.maximum(row, share * index.sections_with(word).at(sections), out=row)
    of_terms = np.array([term.weight for term in terms], dtype=np.float32)
    around = _bm25(before[:, end] - before[:, first], words_before[end] - words_before[first], of_terms, weights)
    whole = _bm25(in_sections, index.words_in(sections), of_terms, weights)
    scores = _bm25(held, lengths, of_terms, weights) + _OF_AROUND * around + _OF_SECTION * whole[sentences.owner]
    contexts, of_parts = slice(len(terms) + len(ranking.query.seeds), None), ranking.coverage.weights
    in_contexts = weighted_sum(of_parts[contexts], ranking.coverage.of(sections)[0][contexts])[sentences.owner]
    scores += in_contexts * (of_terms.sum() / (of_parts[: len(terms)].sum() or 1))
    scores = relative(scores)
    if similarity is not None:
        of_meaning = similarity.of_places(sections, sentences)
        scores = with_meaning(scores, of_meaning, ranking.alone_by_words, weights.similarity)
    return scores


def _bm25(frequency: Floats, lengths: Floats, of_terms: Floats, weights: RankingWeights) -> Floats:
    """Return BM25 of texts, by the frequencies of terms, of shape (terms, texts), and the texts' numbers of words."""
    relative = lengths / max(float(lengths.mean()) if len(lengths) else 0.0, 1.0)
    norm = weights.term_saturation * (1 - weights.length_normalisation + weights.length_normalisation * relative)
    return weighted_sum(of_terms, np.asarray(frequency / (frequency + np.maximum(norm, 1e-9)), dtype=np.float32))


def _chosen(stems: Sequence[_Stems], asked: _Stems, lengths: Sequence[int], words: int) -> list[int]:
    """Choose from sentences in order while words are left, without those that repeat a chosen one."""
    chosen: list[int] = []
    for place, (own, length) in enumerate(zip(stems, lengths, strict=True)):
        if words <= 0:
            break
        fits = length <= words or not chosen
        if own and fits and not any(_repeats(own, stems[other], asked) for other in chosen):
            chosen.append(place)
            words -= length
    return chosen


def _repeats(own: _Stems, other: _Stems, asked: _Stems) -> bool:
    """Tell whether a sentence shares nearly all words with another, which has all its words of the question."""
    return len(own & other) >= _REPEATED * min(len(own), len(other)) and own & asked <= other


def _joined(chosen: Sequence[tuple[int, float]], sentences: Sentences, sections: Ids) -> list[Window]:
    """Join chosen sentences that touch; windows are in the order of their best sentences."""
    windows = []
    scores = dict(chosen)
    remaining = set(scores)
    for place in scores:
        if place not in remaining:
            continue
        owner, first, end = int(sentences.owner[place]), place, place + 1
        while first - 1 in remaining and sentences.owner[first - 1] == owner:
            first -= 1
        while end in remaining and sentences.owner[end] == owner:
            end += 1
        remaining.difference_update(range(first, end))
        of_window = tuple(scores[each] for each in range(first, end))
        windows.append(Window(int(sections[owner]), int(sentences.place[first]), of_window))
    return windows
