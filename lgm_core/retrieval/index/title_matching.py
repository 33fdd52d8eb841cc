"""Finding titles in texts: the longest one at every word, from left to right."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Integers

__all__ = ["find_titles"]

_Numbers = npt.NDArray[np.int64]


def find_titles(
    word: Integers, sentence: Integers, title_word: Integers, starts: _Numbers, is_sought: Booleans
) -> tuple[_Numbers, _Numbers, _Numbers]:
    """Look titles up in sentences, as written: a sentence may name a title that is no noun phrase.

    All words of the text are followed down a trie of the titles at once, one level in each round.

    Args:
        word: the words of all sentences, of shape (words,).
        sentence: the sentence of each, of the same shape.
        title_word: the words of all titles, one title after the other, of shape (words of titles,).
        starts: where the words of each title start, and the end of the last, of shape (titles + 1,).
        is_sought: which titles to look for, of shape (titles,).

    Returns:
        First word, last word and title of each match, from left to right, of shape (matches,); of several titles with
        the same words, the last one.
    """
    lengths = np.diff(starts)
    titles = np.flatnonzero(is_sought & (lengths > 0))
    places = np.arange(len(word))
    # The trie nodes that titles and places have reached; all begin at the root, node 0.
    title_node, place_node = np.zeros(len(titles), dtype=np.int64), np.zeros(len(word), dtype=np.int64)
    match_length, match_title = np.zeros(len(word), dtype=np.int64), np.zeros(len(word), dtype=np.int64)
    vocabulary = int(max(word.max(initial=0), title_word.max(initial=0))) + 1
    depth = 0
    while len(titles) and len(places):
        edges, title_node = np.unique(title_node * vocabulary + title_word[starts[titles] + depth], return_inverse=True)
        is_inside = places + depth < len(word)
        places, place_node = places[is_inside], place_node[is_inside]
        place_node, follows = _followed(edges, place_node * vocabulary + word[places + depth])
        follows &= sentence[places + depth] == sentence[places]
        places, place_node = places[follows], place_node[follows]
        depth += 1
        is_complete = lengths[titles] == depth
        node_title = np.full(len(edges), -1)
        node_title[title_node[is_complete]] = titles[is_complete]
        is_match = node_title[place_node] >= 0
        match_length[places[is_match]] = depth
        match_title[places[is_match]] = node_title[place_node[is_match]]
        titles, title_node = titles[~is_complete], title_node[~is_complete]
    first = _without_overlaps(match_length)
    return first, first + match_length[first] - 1, match_title[first]


def _followed(edges: _Numbers, wanted: _Numbers) -> tuple[_Numbers, Booleans]:
    """Return where wanted edges are among the sorted edges of a level, and which of them exist."""
    place = np.minimum(np.searchsorted(edges, wanted), len(edges) - 1)
    return place, edges[place] == wanted


def _without_overlaps(lengths: _Numbers) -> _Numbers:
    """Return where matches start that do not overlap an earlier one, from the length of the match at each word."""
    starts, end = [], 0
    places = np.flatnonzero(lengths)
    for place, length in zip(places.tolist(), lengths[places].tolist(), strict=True):
        if place >= end:
            starts.append(place)
            end = place + length
    return np.array(starts, dtype=np.int64)
