"""The ranking index: a language graph as arrays, so that a question is ranked in milliseconds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids, Integers, Postings, Texts, items_of_rows, ranges
from lgm_core.retrieval.words import phrase_key
from lgm_core.vectors.array_archive import read_archive, write_archive

__all__ = ["ABSENT", "TITLE_ROLE", "Choice", "RankingIndex", "Row", "SectionMentions", "Sentences"]

TITLE_ROLE = 0.5
"""A concept titles a section if its role there is greater than this; see `RankingIndex.concept_sections`."""

_FORMAT = 5
"""Raised whenever the fields or their meaning change; an index of another format is built anew."""


ABSENT = -1.0
"""The weight of a section that a row has not."""


class Row:
    """A row of postings: sections, sorted, with weights."""

    def __init__(self, sections: npt.NDArray[np.signedinteger], weights: Floats) -> None:
        self._sections, self._weights = sections, weights

    @property
    def count(self) -> int:
        """Return how many sections there are."""
        return len(self._sections)

    def items(self) -> tuple[Ids, Floats]:
        """Return all sections and weights."""
        return self._sections.astype(np.int64), self._weights

    def at(self, sections: Ids) -> Floats:
        """Return the weights of sections, `ABSENT` for those that are not here."""
        weights = np.full(len(sections), ABSENT, dtype=np.float32)
        if self.count:
            wanted = sections.astype(self._sections.dtype)
            places = np.minimum(np.searchsorted(self._sections, wanted), self.count - 1)
            held = self._sections[places] == wanted
            weights[held] = self._weights[places[held]]
        return weights


@dataclass(frozen=True, slots=True, eq=False)
class SectionMentions:
    """What some sections mention; each attribute has the shape (mentions,).

    Attributes:
        owner: the place of the section among those asked for.
        concept: the concept mentioned.
        first: the position of the mention's first word.
        last: the position of its last word.
    """

    owner: Ids
    concept: Ids
    first: Ids
    last: Ids

    def chosen(self, is_chosen: Booleans) -> SectionMentions:
        """Return some of the mentions."""
        columns = (self.owner, self.concept, self.first, self.last)
        return SectionMentions(*(column[is_chosen] for column in columns))


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """The sentences of some sections; each attribute has the shape (sentences,).

    Attributes:
        owner: the place of the section among those asked for.
        place: the sentence's place in its section.
        start: the position of its first word.
        end: the position behind its last word.
    """

    owner: Ids
    place: Ids
    start: Ids
    end: Ids


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Documents and single sentences to choose from.

    Attributes:
        documents: the sections of the documents, sorted.
        sentences: the sentences, as section and place in it.
    """

    documents: Ids
    sentences: frozenset[tuple[int, int]]

    @property
    def sections(self) -> Ids:
        """Return the sections with anything to choose from, sorted."""
        return np.union1d(self.documents, np.array([section for section, _ in self.sentences], dtype=np.int64))

    def has(self, section: Ids, place: Ids) -> Booleans:
        """Tell which sentences may be chosen."""
        is_of_document = np.isin(section, self.documents)
        pairs = zip(section.tolist(), place.tolist(), strict=True)
        is_named = np.fromiter((pair in self.sentences for pair in pairs), dtype=bool, count=len(section))
        return np.asarray(is_of_document | is_named)


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

    @property
    def sentence_count(self) -> int:
        """Return how many sentences there are."""
        return len(self.sentence_ids)

    @property
    def mean_words(self) -> float:
        """Return how many words a section has on average."""
        return float(self.section_words.sum()) / max(self.section_count, 1) or 1.0

    def word_number(self, stem: str) -> int | None:
        """Return the number of a word by its stem, None when no text or title has it."""
        return self.word_numbers.get(stem)

    def word_frequency(self, word: int) -> int:
        """Return in how many sections a word is."""
        return len(self.word_sections.row(word))

    def sections_with(self, word: int) -> Row:
        """Return the sections with a word; weights are frequencies, a word of the title counting more."""
        return Row(self.word_sections.row(word), self.word_sections.weights_of(word))

    def occurrences(self, words: Sequence[int], sections: Ids) -> tuple[Ids, Ids]:
        """Return where words stand in sections: the place of the word among those asked for, and its position."""
        sentences = self.sentences_in(sections)
        if not len(sentences.start):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        bounds = np.flatnonzero(np.diff(sentences.owner, prepend=-1, append=-1))
        first, end = sentences.start[bounds[:-1]].astype(np.int32), sentences.end[bounds[1:] - 1].astype(np.int32)
        found = [self.word_positions.row(word) for word in words]
        begins = [row.searchsorted(first) for row in found]
        lengths = [row.searchsorted(end) - begin for row, begin in zip(found, begins, strict=True)]
        rows = [ranges(begin, length) for begin, length in zip(begins, lengths, strict=True)]
        nothing = np.zeros(0, dtype=np.int64)
        places = np.repeat(np.arange(len(words)), [len(row) for row in rows])
        return places, np.concatenate([nothing, *(row[items] for row, items in zip(found, rows, strict=True))])

    def concept_number(self, folded_words: Sequence[str]) -> int | None:
        """Return the number of the concept written with these folded words, None when there is none."""
        number = self.concept_numbers.get(" ".join(folded_words))
        return self.concept_numbers.get(phrase_key(folded_words, self.language)) if number is None else number

    def concept_of(self, key: str) -> int | None:
        """Return the number of a concept by its key or another form of a title, None when there is none."""
        return self.concept_numbers.get(key)

    def concept_name(self, concept: int) -> str:
        """Return a concept in readable form."""
        return self.concept_names[concept]

    def is_title(self, concept: int) -> bool:
        """Tell whether a concept titles a section."""
        return bool(self.titled_sections.starts[concept] < self.titled_sections.starts[concept + 1])

    def frequencies_of(self, concepts: Ids) -> Ids:
        """Return in how many sections concepts are, or their words where they have only one."""
        return self.concept_frequency[concepts].astype(np.int64)

    def words_of_concepts(self, concepts: Ids) -> tuple[Ids, Ids]:
        """Return the words of the keys of concepts: the place of the concept, and the word, -1 where no text has it."""
        owner, place = items_of_rows(self.concept_words.starts, concepts)
        return owner, self.concept_words.items[place].astype(np.int64)

    def sections_about(self, concept: int) -> Row:
        """Return the sections with a concept; weights are roles, as in `concept_sections`."""
        return Row(self.concept_sections.row(concept), self.concept_sections.weights_of(concept))

    def sections_titled(self, concept: int) -> tuple[Ids, Floats]:
        """Return the sections that a concept titles, and its roles there."""
        return self.titled_sections.row(concept).astype(np.int64), self.titled_sections.weights_of(concept)

    def sections_of_concepts(self, concepts: Ids, *, titled: bool) -> tuple[Ids, Ids, Floats]:
        """Return the sections with concepts, or just those that they title: the place of the concept, section, role."""
        postings = self.titled_sections if titled else self.concept_sections
        owner, place = items_of_rows(postings.starts, concepts)
        return owner, postings.items[place].astype(np.int64), postings.weights[place]

    def titles_of(self, sections: Ids) -> Ids:
        """Return the concepts that title sections, or -1."""
        return self.section_title[sections].astype(np.int64)

    def words_in(self, sections: Ids) -> Floats:
        """Return how many words sections have, their titles' included."""
        return self.section_words[sections]

    def mentions_in(self, sections: Ids) -> SectionMentions:
        """Return what sections mention."""
        owner, mention = items_of_rows(self.section_mentions, sections)
        columns = (self.mention_concept[mention], self.mention_first[mention], self.mention_last[mention])
        return SectionMentions(owner, *(column.astype(np.int64) for column in columns))

    def sentences_in(self, sections: Ids) -> Sentences:
        """Return the sentences of sections."""
        starts = np.searchsorted(self.sentence_section, np.arange(self.section_count + 1))
        owner, sentence = items_of_rows(starts, sections)
        start = np.append(self.sentence_start, np.int32(1 << 30))
        return Sentences(
            owner, sentence - starts[sections][owner], start[sentence].astype(np.int64), start[sentence + 1].astype(int)
        )

    def sentence_table(self) -> tuple[Ids, Ids]:
        """Return all sections, and where the sentences of each start among all sentences, and the end of the last."""
        sections = np.arange(self.section_count)
        return sections, np.searchsorted(self.sentence_section, np.arange(self.section_count + 1))

    def document_of_sentences(self) -> list[str]:
        """Return the identifier of the document of each sentence."""
        documents = self.section_document[self.sentence_section]
        return [self.document_ids[document] for document in documents.tolist()]

    def texts_of(self, section: int) -> list[str]:
        """Return the texts of a section's sentences."""
        first, end = np.searchsorted(self.sentence_section, [section, section + 1]).tolist()
        return [self.sentence_texts[sentence] for sentence in range(first, end)]

    def section_id(self, section: int) -> str:
        """Return the identifier of a section."""
        return self.section_ids[section]

    def sentence_id(self, section: int, place: int) -> str:
        """Return the identifier of a sentence by its place in its section."""
        return self.sentence_ids[int(np.searchsorted(self.sentence_section, section)) + place]

    def sections_of_documents(self, document_ids: Collection[str]) -> Ids:
        """Return the sections of documents, sorted."""
        numbers = sorted(number for id in document_ids if (number := _number_of(id, self.document_ids)) is not None)
        documents = np.array(numbers, dtype=np.int64)
        first, end = (np.searchsorted(self.section_document, documents, side=side) for side in ("left", "right"))
        return np.concatenate([np.zeros(0, dtype=np.int64), *map(np.arange, first, end)])

    def chosen(self, ids: Collection[str]) -> Choice:
        """Return the choice of documents and of single sentences by their identifiers."""
        numbers = {id: number for number, id in enumerate(self.sentence_ids)}
        sentences = np.array([numbers[id] for id in ids if id in numbers], dtype=np.int64)
        section = self.sentence_section[sentences].astype(np.int64)
        place = sentences - np.searchsorted(self.sentence_section, section)
        return Choice(self.sections_of_documents(ids), frozenset(zip(section.tolist(), place.tolist(), strict=True)))

    def sentence_ids_of(self, section_id: str) -> tuple[str, ...]:
        """Return the identifiers of a section's sentences, in order; none for a section that is not indexed."""
        document_id, _, position = section_id.rpartition("#s")
        document = bisect_left(self.document_ids, document_id)
        first, end = np.searchsorted(self.section_document, [document, document + 1]).tolist()
        section = first + int(position or 0)
        if section >= end or self.section_ids[section] != section_id:
            return ()
        first, end = np.searchsorted(self.sentence_section, [section, section + 1]).tolist()
        return self.sentence_ids[first:end]


def _number_of(id: str, ids: Sequence[str]) -> int | None:
    place = bisect_left(ids, id)
    return place if place < len(ids) and ids[place] == id else None
