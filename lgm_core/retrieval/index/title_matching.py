"""Finding titles in texts, greedily the longest from left to right."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Ids
from lgm_core.retrieval.word_codes import Codes, extended

__all__ = ["find_titles"]

Known = Callable[[Codes], Booleans]
"""Tells which codes of phrases are known."""


def find_titles(word: Codes, sentence: Ids, starts_title: Booleans, is_beginning: Known, is_title: Known) -> Ids:
    """Find titles in sentences by their wording: a sentence may name a title that is not a noun phrase.

    Phrases from all words of the text grow at once, as long as they are the beginning of a title.

    Args:
        word: the codes of the words of all sentences, of shape (words,).
        sentence: the sentence of each, of the same shape.
        starts_title: which words begin a title, of the same shape.
        is_beginning: tells which codes belong to beginnings of titles.
        is_title: tells which codes belong to titles.

    Returns:
        First word, last word and code of each match, from left to right, of shape (3, matches).
    """
    places = np.flatnonzero(starts_title)
    codes = extended(np.zeros(len(places), dtype=np.int64), word[places])
    length, found = np.zeros(len(word), dtype=np.int64), np.zeros(len(word), dtype=np.int64)
    depth = 1
    while len(places):
        is_match = is_title(codes)
        length[places[is_match]], found[places[is_match]] = depth, codes[is_match]
        goes_on = places + depth < len(word)
        places, codes = places[goes_on], codes[goes_on]
        goes_on = sentence[places + depth] == sentence[places]
        places, codes = places[goes_on], codes[goes_on]
        codes = extended(codes, word[places + depth])
        goes_on = is_beginning(codes)
        places, codes = places[goes_on], codes[goes_on]
        depth += 1
    first = _without_overlaps(length)
    return np.array([first, first + length[first] - 1, found[first]], dtype=np.int64)


def _without_overlaps(lengths: Ids) -> Ids:
    """Return the starts of matches that do not overlap an earlier one, given the length of the match at each word."""
    starts, end = [], 0
    places = np.flatnonzero(lengths)
    for place, length in zip(places.tolist(), lengths[places].tolist(), strict=True):
        if place >= end:
            starts.append(place)
            end = place + length
    return np.array(starts, dtype=np.int64)
