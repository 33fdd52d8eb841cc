"""The ranking index: a language graph as arrays, so that a question is ranked in milliseconds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Integers, Postings, Texts
from lgm_core.retrieval.words import phrase_key
from lgm_core.vectors.array_archive import read_archive, write_archive

__all__ = ["TITLE_ROLE", "RankingIndex"]

TITLE_ROLE = 0.5
"""A concept titles a section if its role there is greater than this; see `RankingIndex.concept_sections`."""

_FORMAT = 5
"""Raised whenever the fields or their meaning change; an index of another format is built anew."""


@dataclass(frozen=True, slots=True, eq=False)
class RankingIndex:
    """Everything ranking needs of a graph; sections, sentences, words and concepts are numbered from 0.

    Words have positions that run through the whole graph, with a gap between sentences wide enough that two words near
    each other are always of one sentence.

    Attributes:
        document_ids: identifiers of documents, sorted; `section_ids` and `sentence_ids` follow their order.
        concept_names: readable names of concepts, by concept number.
        sentence_texts: the text of each sentence.
        concept_numbers: concept numbers, by concept key or by another written form of a title.
        word_numbers: word numbers, by stem.
        section_document: the document of each section, int32 of shape (sections,).
        section_title: the concept that titles each section, or -1, int32 of shape (sections,).
        section_words: how many words each section has, its title's included, float32 of shape (sections,).
        sentence_section: the section of each sentence, int32 of shape (sentences,); a section's sentences are
            neighbours.
        sentence_start: the position of each sentence's first word, int32 of shape (sentences,).
        word_sections: by word, the sections with it; weights are frequencies, a word of the title counting more.
        word_positions: by word, its positions; weights are unused.
        position_sentence: the sentence of each entry of `word_positions`, int32 of shape (words of all texts,).
        concept_sections: by concept, the sections with it; weights are the roles 1 (or a little less) where it is the
            title, 0.25 where it is part of the title, 0 where sentences mention it.
        titled_sections: by concept, the sections that it titles; weights as in `concept_sections`.
        concept_words: by concept, the words of its key; -1 for a word that no text has. Weights are unused.
        concept_frequency: in how many sections each concept is, or its word where it has only one, int32 of shape
            (concepts,).
        section_mentions: where the mentions of each section start in the three arrays `mention_…`, and the end, int32
            of shape (sections + 1,).
        mention_concept: the concept mentioned, int32 of shape (mentions,).
        mention_first: the position of the mention's first word, of the same shape.
        mention_last: the position of its last word, of the same shape.
        language: ISO 639-1 code of the language of the graph.
    """

    document_ids: tuple[str, ...]
    section_ids: tuple[str, ...]
    sentence_ids: tuple[str, ...]
    concept_names: tuple[str, ...]
    sentence_texts: Texts
    concept_numbers: dict[str, int]
    word_numbers: dict[str, int]
    section_document: Integers
    section_title: Integers
    section_words: Floats
    sentence_section: Integers
    sentence_start: Integers
    word_sections: Postings
    word_positions: Postings
    position_sentence: Integers
    concept_sections: Postings
    titled_sections: Postings
    concept_words: Postings
    concept_frequency: Integers
    section_mentions: Integers
    mention_concept: Integers
    mention_first: Integers
    mention_last: Integers
    language: str

    @classmethod
    def from_bytes(cls, data: bytes, *, revision: int) -> RankingIndex | None:
        """Read what `to_bytes` wrote; None when it is of another revision of the graph or another format."""
        values = read_archive(data, (_FORMAT, revision))
        if values is None:
            return None
        for column in fields(cls):
            for kind in (Postings, Texts):
                parts = [f"{column.name}.{part.name}" for part in fields(kind)]
                if values.keys() >= set(parts):
                    values[column.name] = kind(*map(values.pop, parts))
        return cls(**values)

    def to_bytes(self, *, revision: int) -> bytes:
        """Write the index as an uncompressed NumPy archive without pickled objects."""
        values: dict[str, Any] = {}
        for column in fields(self):
            value = getattr(self, column.name)
            if isinstance(value, Postings | Texts):
                values |= {f"{column.name}.{part.name}": getattr(value, part.name) for part in fields(value)}
            else:
                values[column.name] = value
        return write_archive((_FORMAT, revision), values)

    @property
    def section_count(self) -> int:
        """Return how many sections there are."""
        return len(self.section_ids)

    def concept_number(self, folded_words: Sequence[str]) -> int | None:
        """Return the number of the concept written with these folded words, None when there is none."""
        number = self.concept_numbers.get(" ".join(folded_words))
        return self.concept_numbers.get(phrase_key(folded_words, self.language)) if number is None else number

    def is_title(self, concept: int) -> bool:
        """Tell whether a concept titles a section."""
        return bool(self.titled_sections.starts[concept] < self.titled_sections.starts[concept + 1])

    def sentences_of(self, section: int) -> range:
        """Return the numbers of a section's sentences, in order."""
        first, end = np.searchsorted(self.sentence_section, [section, section + 1])
        return range(int(first), int(end))

    def sentence_ids_of(self, section_id: str) -> tuple[str, ...]:
        """Return the identifiers of a section's sentences, in order; none for a section that is not indexed."""
        document_id, _, position = section_id.rpartition("#s")
        document = bisect_left(self.document_ids, document_id)
        first, end = np.searchsorted(self.section_document, [document, document + 1]).tolist()
        section = first + int(position or 0)
        if section >= end or self.section_ids[section] != section_id:
            return ()
        return tuple(self.sentence_ids[number] for number in self.sentences_of(section))
