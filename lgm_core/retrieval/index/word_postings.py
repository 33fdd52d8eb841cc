"""The sections and positions of words, sorted a share of the words at a time, for a segment of the ranking index."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Ids, Integers, Postings, are_first, owners_of, starts_of
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.segment import LOOK_UP
from lgm_core.retrieval.index.spool import Spool, slices
from lgm_core.retrieval.word_codes import Codes

__all__ = ["WordPostings"]

_TITLE_WORD = 2.0
"""A title word counts as this many more words of the text (BM25F, one field folded into the other): a title says what
the whole section is about."""

_COMMON = 500
"""The fewest sections of a common word, whose frequencies in all sections are stored as one row."""

_COMMON_SHARE = 64
"""A common word is also in at least one of this many sections: in English text some 350 words are."""

_WORDS_AT_ONCE = 1 << 22
"""The fewest words of texts sorted at once."""

_MOST_SORTS = 16
"""Shares sorted one after the other: each takes a look at all words."""


@dataclass(frozen=True, slots=True, eq=False)
class WordPostings:
    """The words of a segment by their stems; the attributes are those of `Segment`."""

    stem_codes: Codes
    word_stem: Integers
    sections: Postings
    positions: Postings
    common: Integers
    common_frequencies: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, columns: DocumentColumns, sentence_section: Integers, sentence_start: Integers) -> WordPostings:
        """Return the postings of columns, given each sentence's section and first position."""
        count = len(columns.section_title)
        stem_codes, stem_of_word = np.unique(columns.word_stems, return_inverse=True)
        word_stem: Integers = stem_of_word.astype(np.int32)
        title_word, title_section = word_stem[columns.title_word], owners_of(columns.section_title_words)
        word, sentence = word_stem[columns.word], owners_of(columns.sentence_words)
        begins = (sentence_start[:-1] - starts_of(columns.sentence_words)[:-1]).astype(np.int32)
        starts = starts_of(_counts(word, len(stem_codes)))
        positions, items, weights, lengths = Spool(), Spool(), Spool(), Spool()
        size = max(_WORDS_AT_ONCE, len(word) // _MOST_SORTS)
        cuts = starts.searchsorted([at.stop for at in slices(len(word), size)])
        cuts[-1] = len(stem_codes)  # with the words that only titles have
        for first, end in pairwise([0, *cuts.tolist()]):
            place = np.flatnonzero((word >= first) & (word < end))
            place = place[np.argsort(word[place], kind="stable")]
            own, of = word[place], sentence[place]
            positions.add((place + begins[of]).astype(np.int32))
            section = sentence_section[of]
            # A word's positions are sorted, so those in one section are adjacent.
            runs = np.flatnonzero(are_first(own, section))
            titles = np.flatnonzero((title_word >= first) & (title_word < end))
            keys = np.concatenate([own[runs].astype(np.int64), title_word[titles]]) * max(count, 1)
            keys += np.concatenate([section[runs], title_section[titles]])
            times = np.concatenate([np.diff(runs, append=len(own)), np.full(len(titles), _TITLE_WORD)])
            order = np.argsort(keys, kind="stable")
            keys = keys[order]
            firsts = np.flatnonzero(are_first(keys))
            sums = np.add.reduceat(times[order], firsts) if len(firsts) else times
            items.add((keys[firsts] % max(count, 1)).astype(np.int32))
            weights.add(sums.astype(np.float32))
            lengths.add(np.bincount(keys[firsts] // max(count, 1) - first, minlength=end - first))
        nothing = np.zeros(0, dtype=np.float32)
        by_position = Postings(starts.astype(np.int32), positions.finish(), nothing)
        by_section = Postings(starts_of(lengths.finish()).astype(np.int32), items.finish(), weights.finish())
        return cls(stem_codes, word_stem, by_section, by_position, *_common(by_section, count))


def _counts(numbers: Integers, count: int) -> Ids:
    """Return how often each of `count` numbers occurs."""
    counts = np.zeros(count, dtype=np.int64)
    for at in slices(len(numbers)):
        counts += np.bincount(numbers[at], minlength=count)
    return counts


def _common(word_sections: Postings, sections: int) -> tuple[Integers, npt.NDArray[np.uint8]]:
    """Return the words in many sections, and their frequencies in all sections."""
    words = np.flatnonzero(word_sections.lengths() >= max(_COMMON, sections / _COMMON_SHARE)).astype(np.int32)
    frequencies = Spool()
    frequencies.add(np.zeros(0, dtype=np.uint8))
    for word in words.tolist():
        row = np.zeros(sections, dtype=np.uint8)
        row[word_sections.row(word)] = np.minimum(word_sections.weights_of(word), LOOK_UP)
        frequencies.add(row)
    return words, frequencies.finish().reshape(len(words), sections)
