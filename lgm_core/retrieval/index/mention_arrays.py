"""What texts mention: names recognised when documents were learned, and titles wherever they are written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Integers, Postings, owners_of, starts_of
from lgm_core.retrieval.index.concept_postings import ConceptNumbers
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.positions import Positions
from lgm_core.retrieval.index.title_matching import find_titles
from lgm_core.retrieval.index.title_names import MENTION
from lgm_core.retrieval.words import stop_words

__all__ = ["Mentions", "mentions_of"]

_SHORTEST_TITLE = 3
"""Letters of a title of one word that is looked for in texts: shorter ones stand for too much."""


@dataclass(frozen=True, slots=True, eq=False)
class Mentions:
    """Mentions in the order of section, concept, first and last word; each attribute has the shape (mentions,).

    Attributes:
        section: the section in which the concept is mentioned.
        concept: its number.
        first: the position of the mention's first word.
        last: the position of its last word.
    """

    section: Integers
    concept: Integers
    first: Integers
    last: Integers

    def added_to(self, roles: Postings) -> Postings:
        """Return the sections of each concept with its greatest role there: a title, part of one, or mentioned."""
        return Postings.of(
            np.concatenate([roles.rows(), self.concept]),
            np.concatenate([roles.items, self.section]),
            np.concatenate([roles.weights, np.full(len(self.section), MENTION, dtype=np.float32)]),
            roles.row_count,
        )


def mentions_of(columns: DocumentColumns, positions: Positions, concepts: ConceptNumbers, language: str) -> Mentions:
    """Return the mentions of all texts, each once."""
    names, titles = _names(columns, positions, concepts), _titles(columns, positions, concepts, language)
    rows = np.stack([np.concatenate(pair) for pair in zip(names, titles, strict=True)])
    rows = rows[:, np.lexsort(rows[::-1])]
    is_new = np.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))[: rows.shape[1]]
    return Mentions(*np.ascontiguousarray(rows[:, is_new]))


def _names(columns: DocumentColumns, positions: Positions, concepts: ConceptNumbers) -> tuple[Integers, ...]:
    """Return section, concept, first and last position of the names recognised in texts."""
    sentence = owners_of(columns.sentence_mentions)
    starts = positions.sentence_start[sentence]
    return (
        positions.sentence_section[sentence],
        concepts.of_string[columns.mention_concept],
        starts + columns.mention_first,
        starts + columns.mention_last,
    )


def _titles(
    columns: DocumentColumns, positions: Positions, concepts: ConceptNumbers, language: str
) -> tuple[Integers, ...]:
    """Return section, concept, first and last position of the titles that texts name."""
    starts = starts_of(columns.form_words)
    is_sought = _is_specific_form(columns, language)
    first, last, form = find_titles(columns.word, positions.word_sentence, columns.form_word, starts, is_sought)
    return (
        positions.sentence_section[positions.word_sentence[first]],
        concepts.of_string[columns.form_concept[form]],
        positions.word_position[first],
        positions.word_position[last],
    )


def _is_specific_form(columns: DocumentColumns, language: str) -> Booleans:
    """Tell which forms of titles to look for: single words that say too little are not."""
    is_sought, stops = columns.form_words > 0, stop_words(language)
    for form in np.flatnonzero(columns.form_words == 1).tolist():
        word = columns.strings[columns.form_text[form]]
        is_sought[form] = word not in stops and len(word) >= _SHORTEST_TITLE
    return is_sought
