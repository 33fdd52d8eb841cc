"""Numbering concepts: which there are, the sections that they title, and how they are named and written."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, compress

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Integers, Postings, owners_of, row_starts, starts_of
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE
from lgm_core.retrieval.index.title_names import NEAR, PART, pair_by_initials
from lgm_core.retrieval.words import stem

__all__ = [
    "ConceptNumbers",
    "concept_frequency",
    "concept_names",
    "concept_words",
    "number_concepts",
    "titled_sections",
    "written_forms",
]


@dataclass(frozen=True, slots=True, eq=False)
class ConceptNumbers:
    """The concepts of a graph, in the order of their keys.

    Attributes:
        strings: the string of each concept's key, of shape (concepts,).
        of_string: the concept of each string, -1 for other strings and for the string -1, of shape (strings + 1,).
        roles: by concept, the sections that it titles or may be part of the title of; weights are roles.
    """

    strings: Integers
    of_string: Integers
    roles: Postings


def number_concepts(columns: DocumentColumns) -> ConceptNumbers:
    """Number what is mentioned or titles something; a part of a title is a concept if it is one of these."""
    count = len(columns.strings)
    is_title = np.zeros(count, dtype=bool)
    is_title[columns.role_concept[columns.role_weight > PART]] = True
    is_concept = is_title.copy()
    is_concept[columns.mention_concept] = True
    is_concept[columns.form_concept] = True
    strings = np.flatnonzero(is_concept).astype(np.int32)
    of_string = np.full(count + 1, -1, dtype=np.int32)
    of_string[strings] = np.arange(len(strings), dtype=np.int32)
    sections = owners_of(columns.section_roles)
    roles = Postings.of(of_string[columns.role_concept], sections, columns.role_weight, len(strings))
    keys = [columns.strings[string] for string in strings.tolist()]
    return ConceptNumbers(strings, of_string, _with_initials(roles, keys, is_title[strings]))


def _with_initials(roles: Postings, keys: list[str], is_title: Booleans) -> Postings:
    """Add names that differ from a title in initials only: these are near what it is written as."""
    number = {key: concept for concept, key in enumerate(keys)}
    titled = titled_sections(roles)
    pairs = pair_by_initials(compress(keys, is_title), compress(keys, ~is_title))
    added = [(number[other], section) for other, title in pairs for section in titled.row(number[title]).tolist()]
    rows, items = np.array(added, dtype=np.int32).reshape(-1, 2).T
    return Postings.of(
        np.concatenate([roles.rows(), rows]),
        np.concatenate([roles.items, items]),
        np.concatenate([roles.weights, np.full(len(rows), NEAR, dtype=np.float32)]),
        len(keys),
    )


def titled_sections(roles: Postings) -> Postings:
    """Return, by concept, the sections that it titles."""
    is_title = roles.weights > TITLE_ROLE
    starts = row_starts(roles.rows()[is_title], roles.row_count)
    return Postings(starts, roles.items[is_title], roles.weights[is_title])


class _WordNumbers(dict[str, int]):
    """The numbers of folded words by their stems, -1 for what no text or title has."""

    def __init__(self, word_numbers: dict[str, int], language: str) -> None:
        super().__init__()
        self._word_numbers, self._language = word_numbers, language

    def __missing__(self, word: str) -> int:
        return self.setdefault(word, self._word_numbers.get(stem(word, self._language), -1))


def concept_words(
    columns: DocumentColumns, concepts: ConceptNumbers, word_numbers: dict[str, int], language: str
) -> Postings:
    """Return, by concept, the words of its key; -1 for a word that no text has."""
    keys = [columns.strings[string].split(" ") for string in concepts.strings.tolist()]
    starts = starts_of(np.fromiter(map(len, keys), dtype=np.int32, count=len(keys))).astype(np.int32)
    numbers = _WordNumbers(word_numbers, language)
    items = np.fromiter(map(numbers.__getitem__, chain.from_iterable(keys)), dtype=np.int32, count=starts[-1])
    return Postings(starts, items, np.zeros(0, dtype=np.float32))


def concept_frequency(concept_sections: Postings, words: Postings, word_sections: Postings) -> Integers:
    """Count the sections of each concept, of shape (concepts,).

    A concept of a single word counts wherever the word stands: few of its mentions are recognised as names.
    """
    frequency = concept_sections.lengths()
    single = np.flatnonzero(words.lengths() == 1)
    word = words.items[words.starts[single]]
    single, word = single[word >= 0], word[word >= 0]
    frequency[single] = np.maximum(frequency[single], word_sections.lengths()[word])
    return frequency


def concept_names(columns: DocumentColumns, concepts: ConceptNumbers) -> tuple[str, ...]:
    """Return readable names: concepts as the last title has them, else as first written."""
    label = np.arange(len(columns.strings), dtype=np.int32)
    label[columns.mention_concept[::-1]] = columns.mention_surface[::-1]
    has_title = columns.section_title >= 0
    label[columns.section_title[has_title]] = columns.section_label[has_title]
    return tuple(map(columns.strings.__getitem__, label[concepts.strings].tolist()))


def written_forms(columns: DocumentColumns, concepts: ConceptNumbers) -> dict[str, int]:
    """Return concepts by their keys, and by the folded words of every form of a title that means them."""
    by_key = {columns.strings[string]: concept for concept, string in enumerate(concepts.strings.tolist())}
    forms = map(columns.strings.__getitem__, columns.form_text.tolist())
    return by_key | dict(zip(forms, concepts.of_string[columns.form_concept].tolist(), strict=True))
