"""What sections say by themselves of a question, in words and in meaning, and whether one answers alone."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise, product

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids, items_of_rows
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.ranking.coverage import Candidates, QueryCoverage
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.selection import largest, weighted_sum

__all__ = ["answers_alone", "articles", "defining", "direct_scores", "relative", "with_meaning"]

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


_COMPARED = 200
"""Sections that tell how far those of a question are articles, the best by coverage; 60 told less on MuSiQue."""

_ARTICLES = (0.2, 0.5)
"""Share of sections that mention their own title if they are no articles, and if they are. In news, filings, handbooks
and documentation it is at most .31, in pools of Wikipedia passages at least .69."""


def articles(found: Candidates, index: RankingIndex) -> float:
    """Return how far the sections found are articles, each about the thing in its title, from 0 to 1.

    From article to article, a concept leads to what is said about it. From one piece of news or page of a manual to
    another it mostly leads to whatever mentions the same country or product.
    """
    sections = found.sections[np.sort(largest(found.totals, _COMPARED))]
    if not len(sections):
        return 1.0
    about_title = np.zeros(len(sections), dtype=bool)
    for part in index.parts(sections):
        segment = part.segment
        owner, mention = items_of_rows(segment.section_mentions, part.rows)
        is_own = segment.mention_concept[mention] == segment.section_concept[part.rows][owner]
        about_title[part.at[owner[is_own]]] = True
    least, full = _ARTICLES
    return min(1.0, max(0.0, (float(about_title.mean()) - least) / (full - least)))


_ALONE_COVERAGE = (0.8, 1.0)
"""How much of the question's words one passage covers if it does not answer alone, and if it does."""

_ALONE_LEAD = (0.3, 0.6)
"""How far the best passage by itself leads the second, relative to its score, in the same two cases."""


def answers_alone(query: Query, coverage: QueryCoverage, of_words: Floats) -> float:
    """Return how much speaks for one passage answering the question alone, from 0 to 1.

    It does if one covers all words of the question, or leads all others by far. In the samples the best passage leads
    the second by a median of .54 where one answers, and of .15 to .22 where two or more do.

    Args:
        query: the question.
        coverage: how much of it sections cover.
        of_words: the `direct_scores` of those that cover most.
    """
    terms, found = len(query.terms), coverage.found
    if not terms or not len(of_words):
        return 0.0
    of_terms = coverage.weights[:terms]
    covered = float(weighted_sum(of_terms, found.parts[:terms]).max(initial=0)) / (float(of_terms.sum()) or 1.0)
    second, best = (float(score) for score in np.sort(np.append(of_words, 0))[-2:])
    evidence = [(covered, *_ALONE_COVERAGE), ((best - second) / (best or 1.0), *_ALONE_LEAD)]
    return min(1.0, max(0.0, *((value - least) / (full - least) for value, least, full in evidence)))


_OF_WORDS, _OF_WORDS_ALONE = 0.15, 0.6
"""Weight of words beside `RankingWeights.similarity`, and what is added if one passage answers alone by its words. A
model that does not fit the documents, such as an English one for German, then costs little."""


def with_meaning(of_words: Floats, of_meaning: Floats, alone: float, similarity: float) -> Floats:
    """Return the scores of texts by their words and their semantic similarity together, 1 for the best.

    Meaning counts from its median on, since models differ in how similar they make any two texts.

    Args:
        of_words: the scores by words, of shape (texts,).
        of_meaning: the semantic similarities, of the same shape.
        alone: how much speaks for one passage answering alone by its words.
        similarity: the weight of meaning.
    """
    above = np.maximum(of_meaning - np.median(of_meaning), 0) if len(of_meaning) else of_meaning
    return relative(
        np.float32(_OF_WORDS + _OF_WORDS_ALONE * alone) * relative(of_words) + np.float32(similarity) * relative(above)
    )


def relative(scores: Floats) -> Floats:
    """Return scores relative to the highest; unchanged if none is above 0."""
    return np.asarray(scores / (float(scores.max(initial=0)) or 1.0), dtype=np.float32)
