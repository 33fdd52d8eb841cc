"""Where sentences and words stand: positions that run through the whole graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Integers, owners_of, starts_of
from lgm_core.retrieval.index.document_columns import DocumentColumns

__all__ = ["GAP", "Positions", "positions_of"]

GAP = 64
"""Unused positions between sentences: words closer than this are of one sentence. Longer than most sentences, so that
what is near in a sentence is always nearer than anything in the next."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Where sentences and words are.

    Attributes:
        sentence_section: the section of each sentence, of shape (sentences,).
        sentence_start: the position of each sentence's first word, of the same shape.
        word_sentence: the sentence of each word of all texts, of shape (words of all texts,).
        word_position: its position, of the same shape.
    """

    sentence_section: Integers
    sentence_start: Integers
    word_sentence: Integers
    word_position: Integers


def positions_of(columns: DocumentColumns) -> Positions:
    """Give positions to all words, sentence by sentence, with a gap after each sentence."""
    starts = starts_of(columns.sentence_words + np.int32(GAP))[:-1]
    word_sentence = owners_of(columns.sentence_words)
    in_sentence = np.arange(len(columns.word)) - starts_of(columns.sentence_words)[word_sentence]
    return Positions(
        sentence_section=owners_of(columns.section_sentences),
        sentence_start=starts.astype(np.int32),
        word_sentence=word_sentence,
        word_position=(starts[word_sentence] + in_sentence).astype(np.int32),
    )
