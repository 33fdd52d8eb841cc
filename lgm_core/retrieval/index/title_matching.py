"""Finding titles in texts: the longest one at every word, from left to right."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Integers

__all__ = ["find_titles"]

_Numbers = npt.NDArray[np.int64]


def find_titles(
    word: Integers, sentence: Integers, written: Integers, starts: _Numbers, is_sought: npt.NDArray[np.bool_]
) -> tuple[_Numbers, _Numbers, _Numbers]:
    """Look titles up in sentences, as written: a sentence may name a title that is no noun phrase.

    All places are tried together, one word further in each round, as if down a trie of the titles.

    Args:
        word: the words of all sentences.
        sentence: the sentence of each.
        written: the words of all titles, one after the other.
        starts: where the words of each title start, and the end.
        is_sought: which titles to look for.

    Returns:
        First word, last word and title of what is found, in order; of several titles with the same words, the last.
    """
    lengths = np.diff(starts)
    titles = np.flatnonzero(is_sought & (lengths > 0))
    at = np.arange(len(word))
    # The nodes of the trie at which titles, and places in the text, have arrived; before the first word, all are at 0.
    of_title, of_place = np.zeros(len(titles), dtype=np.int64), np.zeros(len(word), dtype=np.int64)
    found_length, found_title = np.zeros(len(word), dtype=np.int64), np.zeros(len(word), dtype=np.int64)
    vocabulary = int(max(word.max(initial=0), written.max(initial=0))) + 1
    depth = 0
    while len(titles) and len(at):
        edges, of_title = np.unique(of_title * vocabulary + written[starts[titles] + depth], return_inverse=True)
        inside = at + depth < len(word)
        at, of_place = at[inside], of_place[inside]
        of_place, follows = _followed(edges, of_place * vocabulary + word[at + depth])
        follows &= sentence[at + depth] == sentence[at]
        at, of_place = at[follows], of_place[follows]
        depth += 1
        ends = lengths[titles] == depth
        title_at = np.full(len(edges), -1)
        title_at[of_title[ends]] = titles[ends]
        is_end = title_at[of_place] >= 0
        found_length[at[is_end]] = depth
        found_title[at[is_end]] = title_at[of_place[is_end]]
        titles, of_title = titles[~ends], of_title[~ends]
    first = _left_to_right(found_length)
    return first, first + found_length[first] - 1, found_title[first]


def _followed(edges: _Numbers, wanted: _Numbers) -> tuple[_Numbers, npt.NDArray[np.bool_]]:
    """Return where the wanted edges are among those there are, and which are there."""
    place = np.minimum(np.searchsorted(edges, wanted), len(edges) - 1)
    return place, edges[place] == wanted


def _left_to_right(lengths: _Numbers) -> _Numbers:
    """Return where matches start that do not overlap one before them."""
    places = np.flatnonzero(lengths)
    kept, done = [], 0
    for at, length in zip(places.tolist(), lengths[places].tolist(), strict=True):
        if at >= done:
            kept.append(at)
            done = at + length
    return np.array(kept, dtype=np.int64)
