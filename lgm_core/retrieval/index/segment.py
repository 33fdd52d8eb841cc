"""A segment of the ranking index: documents as memory-mappable arrays, with the postings of words and concepts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids, Integers, Postings, ranges_of
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.word_codes import Codes

__all__ = [
    "FORMAT",
    "GAP",
    "LOOK_UP",
    "NONE",
    "TITLE_ROLE",
    "CodeRows",
    "Segment",
    "is_in",
    "row_of",
    "rows_of",
    "words_of_sentences",
]

FORMAT = 7
"""Raised whenever the columns, the arrays of a segment or their meaning change; indexes of other formats are
rebuilt."""

GAP = 64
"""Unused positions between sentences: words closer than this share a sentence. Longer than most sentences, so that
words near each other in a sentence are always nearer than those of the next."""

TITLE_ROLE = 0.5
"""A concept titles a section if its role there exceeds this; see `Segment.concept_sections`."""

LOOK_UP = 255
"""Marks frequencies too large for their byte, which are looked up instead."""

NONE = -1
"""The number for no concept or no row."""


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Documents with everything ranking needs; sections, words and concepts are numbered from 0.

    Word positions run through the segment, with a gap between sentences so wide that words near each other are always
    in one sentence.

    Attributes:
        columns: of the documents.
        name_uses: the number of rows of columns with each name, of shape (names,).
        section_document: the document of each section, of shape (sections,).
        section_sentence: the start of each section's sentences, and the end of the last, of shape (sections + 1,).
        section_concept: the concept in each section's title, or -1, of shape (sections,).
        section_words: the number of words of each section, including its title, of the same shape.
        sentence_start: the position of each sentence's first word, and the end, of shape (sentences + 1,).
        stem_codes: the codes of the stems of words, sorted; words are numbered in this order.
        word_stem: by word of the columns, the number of its stem, of shape (words of the columns,).
        word_sections: by word, the sections with it; weights are frequencies, in which title words count more.
        word_contexts: by word, the sections it stands above, in a heading or the document's title; weights are 1.
        word_positions: by word, its positions; weights are unused.
        common_words: the numbers of words in many sections, sorted.
        common_frequencies: the weights of all sections, to avoid searches, `LOOK_UP` for weights too large for a byte;
            uint8 of shape (common words, sections).
        concept_name: the name that is each concept's key, of shape (concepts,); concepts are in the order of keys.
        concept_rows: in how many rows of columns each concept is mentioned, is a title or is meant by a form of one; a
            concept in none is only a part of a title. Of the same shape.
        concept_frequency: the number of sections with it, or with its word if it has only one, of the same shape.
        concept_sections: by concept, the sections with it; weights are roles: 1 (or a little less) if it is the title,
            0.25 if it is part of the title, 0 if sentences mention it.
        titled_sections: by concept, the sections it titles; weights as in `concept_sections`.
        named_sections: by concept, the sections with exactly this title, the last of which provides its name; no
            weights.
        concept_words: by concept, the codes of the stems of its key's words; no weights.
        key_codes: the codes of concepts' keys, sorted.
        key_concept: the concept of each of them.
        form_codes: the codes of the forms of titles, sorted; equal codes are in the order of sections.
        form_section: the section of each form.
        form_concept: the concept it means.
        form_row: its row among the forms in the columns.
        beginnings: the codes of all beginnings of forms looked for in texts, sorted.
        section_names: the start of each section's names in the columns `mention_…`, and the end.
        section_mentions: the start of each section's mentions in the three arrays `mention_…`, and the end.
        mention_concept: the concept mentioned, of shape (mentions,).
        mention_first: the position of the mention's first word, of the same shape.
        mention_last: the position of its last word, of the same shape.
    """

    columns: DocumentColumns
    name_uses: Integers
    section_document: Integers
    section_sentence: Ids
    section_concept: Integers
    section_words: Floats
    sentence_start: Integers
    stem_codes: Codes
    word_stem: Integers
    word_sections: Postings
    word_contexts: Postings
    word_positions: Postings
    common_words: Integers
    common_frequencies: npt.NDArray[np.uint8]
    concept_name: Integers
    concept_rows: Integers
    concept_frequency: Integers
    concept_sections: Postings
    titled_sections: Postings
    named_sections: Postings
    concept_words: CodeRows
    key_codes: Codes
    key_concept: Integers
    form_codes: Codes
    form_section: Integers
    form_concept: Integers
    form_row: Integers
    beginnings: Codes
    section_names: Ids
    section_mentions: Ids
    mention_concept: Integers
    mention_first: Integers
    mention_last: Integers

    @property
    def section_count(self) -> int:
        """Return how many sections there are."""
        return len(self.section_document)

    @property
    def document_starts(self) -> Ids:
        """Return the start of each document's sections, and the end of the last."""
        return np.searchsorted(self.section_document, np.arange(len(self.columns.document_ids) + 1))

    def key(self, concept: int) -> str:
        """Return the key of a concept."""
        return self.columns.names[int(self.concept_name[concept])]

    def concept_of_code(self, code: int) -> int:
        """Return the concept with a key of this code, or `NONE`."""
        row = row_of(code, self.key_codes)
        return NONE if row == NONE else int(self.key_concept[row])


@dataclass(frozen=True, slots=True, eq=False)
class CodeRows:
    """Rows of codes: row `i` is `items[starts[i]:starts[i + 1]]`."""

    starts: Ids
    items: Codes


def words_of_sentences(segment: Segment, sentences: Ids) -> tuple[Ids, Ids, Integers]:
    """Return the words of sentences: the sentence of each by its place in `sentences`, where it is stored, its stem."""
    gaps = GAP * sentences  # the gaps before it, one per sentence, tell where its words are stored
    first = segment.sentence_start[sentences] - gaps
    owner, place = ranges_of(first, segment.sentence_start[sentences + 1] - GAP - gaps - first)
    return owner, place, segment.word_stem[segment.columns.word[place]]


def row_of(code: int, codes: npt.NDArray[np.signedinteger]) -> int:
    """Return the position of a code among sorted ones, `NONE` if missing."""
    row = int(codes.searchsorted(code))
    return row if row < len(codes) and codes[row] == code else NONE


def rows_of(wanted: npt.NDArray[np.signedinteger], codes: npt.NDArray[np.signedinteger]) -> Ids:
    """Return the positions of codes among sorted ones, `NONE` for missing ones."""
    if not len(codes):
        return np.full(wanted.shape, NONE, dtype=np.int64)
    rows = np.minimum(codes.searchsorted(wanted), len(codes) - 1)
    return np.where(codes[rows] == wanted, rows, NONE)


def is_in(wanted: npt.NDArray[np.int64], codes: Codes) -> Booleans:
    """Tell which codes are among sorted ones."""
    return np.asarray(rows_of(wanted, codes) != NONE)
