"""Numbering words by their stems: where each stands, and how often in each section."""

from __future__ import annotations

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Integers, Postings, row_starts
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.positions import Positions
from lgm_core.retrieval.index.token_arrays import Numbering
from lgm_core.retrieval.words import stem

__all__ = ["number_words", "word_frequencies", "word_positions"]

_TITLE_WORD = 2.0
"""A word of the title counts as so many more of the text (BM25F, one field folded into the other): a title says what
the whole section is about."""


def number_words(columns: DocumentColumns, numbers: Numbering, language: str) -> Integers:
    """Number the stems of all words of texts and titles.

    Args:
        columns: of all documents.
        numbers: takes the numbers of stems.
        language: of the graph.

    Returns:
        The number of each string's stem, -1 for what is no word, of shape (strings,).
    """
    is_word = np.zeros(len(columns.strings), dtype=bool)
    is_word[columns.word] = True
    is_word[columns.title_word] = True
    of_string = np.full(len(columns.strings), -1, dtype=np.int32)
    strings = np.flatnonzero(is_word)
    stems = (stem(columns.strings[string], language) for string in strings.tolist())
    of_string[strings] = np.fromiter((numbers[stemmed] for stemmed in stems), dtype=np.int32, count=len(strings))
    return of_string


def word_positions(words: Integers, positions: Positions, count: int) -> tuple[Postings, Integers]:
    """Return, by word, its positions; and the sentence of each of them.

    Args:
        words: the number of each word of all texts, of shape (words of all texts,).
        positions: of these words.
        count: how many different words there are.
    """
    order = np.argsort(words, kind="stable")
    no_weights = np.zeros(0, dtype=np.float32)
    postings = Postings(row_starts(words[order], count), positions.word_position[order], no_weights)
    return postings, positions.word_sentence[order]


def word_frequencies(
    words: Postings, word_sections: Integers, title_words: Integers, title_sections: Integers, sections: int
) -> tuple[Postings, Floats]:
    """Count each word in each section, its title's words more, and the words of each section.

    Args:
        words: by word, its positions.
        word_sections: the section of each position, of shape (words of all texts,).
        title_words: the words of all titles, of shape (words of all titles,).
        title_sections: the section of each, of the same shape.
        sections: how many sections there are.

    Returns:
        By word, the sections with it and its frequencies there; and the length of each section, of shape (sections,).
    """
    word = words.rows()
    # A word's positions are in order, so those in one section are neighbours.
    runs = np.flatnonzero(_is_first(word, word_sections))
    counts = np.diff(runs, append=len(word))
    keys = np.concatenate([word[runs].astype(np.int64), title_words]) * max(sections, 1)
    keys += np.concatenate([word_sections[runs], title_sections])
    weights = np.concatenate([counts, np.full(len(title_sections), _TITLE_WORD)])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    firsts = np.flatnonzero(_is_first(keys))
    sums = np.add.reduceat(weights[order], firsts) if len(firsts) else weights
    rows, items = keys[firsts] // max(sections, 1), keys[firsts] % max(sections, 1)
    postings = Postings(row_starts(rows, words.row_count), items.astype(np.int32), sums.astype(np.float32))
    lengths = np.bincount(word_sections, minlength=sections) + np.bincount(title_sections, minlength=sections)
    return postings, lengths.astype(np.float32)


def _is_first(*columns: np.ndarray) -> np.ndarray:
    """Tell which rows differ from the row before in any column."""
    differs = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return np.append(True, differs)[: len(columns[0])]
