"""How well passages answer a question each by itself, and which of them is put first for it.

A question whose answer one passage holds must not pay for chains. What speaks for such a passage is how often it has
the question's words (chains ask only whether a passage has them), and that it has them side by side as the
question has.
"""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.ranking.beam_search import BestChains
from lgm_core.retrieval.ranking.coverage import Candidates
from lgm_core.retrieval.ranking.direct.defining_sentences import defining
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.selection import largest, places_of, weighted_sum

__all__ = ["direct_scores", "prefer_direct"]

_JUDGED = 30
"""Sections that are judged by themselves, those that cover most; with 10 or 20 figures were the same within .005."""

_AHEAD = 1.001
"""By how much the score of the section that is put first is ahead of the others."""


def prefer_direct(
    best: BestChains,
    found: Candidates,
    query: Query,
    index: RankingIndex,
    weights: RankingWeights,
    *,
    has_similarity: bool = False,
) -> None:
    """Put the section first that is best by its chain and by itself together.

    Where the question names nothing, what sections say by themselves counts in all places: chains have nothing that
    they could start from for sure. Where it has no concept of the graph, and capitals would not tell of a name
    that the graph has not, it is all that counts.

    Args:
        best: the scores that chains gave; they are changed.
        found: the sections that cover most of the question.
        query: the question.
        index: the graph's index.
        weights: of the ranking.
        has_similarity: whether the scores tell how similar in meaning sections are to the question.
    """
    judged = largest(found.totals, _JUDGED)
    sections = found.sections[np.sort(judged[found.totals[judged] > 0])]
    direct = direct_scores(sections, query, index, weights)
    most, highest = float(direct.max(initial=0)), float(best.scores.max(initial=0))
    if not most or not highest:
        return
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
        best.scores[first] = max(best.scores[first], _AHEAD * best.scores.max())


def direct_scores(sections: Ids, query: Query, index: RankingIndex, weights: RankingWeights) -> Floats:
    """Return how well sections answer a question by themselves, float32 of shape (sections,).

    It is BM25 over all words of the question, a bonus for each two of them that stand side by side in both, and one for
    a sentence that defines what the question asks about. A word that stands for several in the index counts as the best
    of them.

    Args:
        sections: the sections, sorted.
        query: the question.
        index: the graph's index.
        weights: of the ranking.
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
    """Return the weight of the neighbouring words of the question that each section has side by side."""
    # Overlapping pairs of characters always stand side by side.
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
