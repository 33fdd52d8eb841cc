"""Sentences that say what something is, for a question that asks just that (*What is a skep?*: *A skep is …*)."""

from __future__ import annotations

from functools import reduce

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.ranking.query import Query

__all__ = ["defining"]

_BEFORE = 1
"""Words that may stand in a sentence before what it defines: an article."""

_PARTED = 0.5
"""Strength of a definition whose verb is parted from what is defined: *An apiary, also called a bee yard, is …*."""


def defining(query: Query, index: RankingIndex, sections: Ids, sentences: Sentences) -> Floats:
    """Return how much each sentence is a definition of what the question asks for, from 0 to 1.

    A sentence defines something if it opens with it, perhaps after an article, and goes on with the question's verb.
    That needs no list of verbs, so it holds in each language that says it in this order.

    Args:
        query: the question; without a `subject` no sentence is a definition of it.
        index: the graph's index.
        sections: the sections.
        sentences: theirs.
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
    for before in range(_BEFORE + 1):
        places = np.flatnonzero(np.isin(sentences.start + before, begins))
        behind = sentences.start[places] + before + len(words)
        nearest = np.append(of_words[-1], np.iinfo(np.int64).max)[np.searchsorted(of_words[-1], behind)]
        strength = np.where(nearest == behind, 1, np.where(nearest < sentences.end[places], _PARTED, 0))
        strengths[places] = np.maximum(strengths[places], strength)
    return strengths
