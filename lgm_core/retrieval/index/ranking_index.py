"""The ranking index: a language graph as arrays, so that a question is ranked in milliseconds.

It is a large immutable segment, the base, and perhaps a small one for changes since, the delta. Both appear as one:
sections and concepts have numbers in the order of an index built anew, with gaps in the base's numbers for those of the
delta.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from heapq import merge
from operator import itemgetter

import numpy as np

from lgm_core.language.words import phrase_key
from lgm_core.model import section_id, sentence_id
from lgm_core.retrieval.index.arrays import Floats, Ids, items_of_rows, ranges
from lgm_core.retrieval.index.index_parts import (
    ABSENT,
    BEHIND,
    ROOM,
    Choice,
    Delta,
    Row,
    SectionMentions,
    Sentences,
    numbered,
)
from lgm_core.retrieval.index.segment import GAP, NONE, TITLE_ROLE, Segment, row_of, rows_of, words_of_sentences
from lgm_core.retrieval.index.segment_pair import SegmentPair
from lgm_core.retrieval.word_codes import Codes, code_of_phrase, code_of_word, codes_of_phrases

__all__ = ["ABSENT", "TITLE_ROLE", "RankingIndex", "Row", "SectionMentions", "Sentences", "Texts"]

_TEXTS_AT_ONCE = 20_000

Texts = Callable[[Sequence[str]], Sequence[str]]
"""Returns the texts of those sentences that exist, by identifier."""


class RankingIndex(SegmentPair):
    """Everything ranking needs of a graph: base and delta as one.

    Words go by the codes of their stems, sections and concepts by numbers in the order of an index of all documents.
    Word positions run through the whole graph, with a gap between sentences.

    Attributes:
        base_name: identifies this base, for data stored beside it; empty if the base is not stored.
    """

    base_name = ""

    def __init__(self, base: Segment, languages: Sequence[str], texts: Texts, delta: Delta | None = None) -> None:
        super().__init__(base, delta)
        self.languages, self._texts = tuple(languages), texts

    @cached_property
    def section_count(self) -> int:
        """Return how many sections there are."""
        if self.delta is None:
            return self.base.section_count
        return self.base.section_count - int(self.delta.is_dead.sum()) + self.delta.segment.section_count

    @cached_property
    def sentence_count(self) -> int:
        """Return how many sentences there are."""
        if self.delta is None:
            return len(self.base.columns.sentence_words)
        return int(self.sentence_table()[1][-1])

    @cached_property
    def mean_words(self) -> float:
        """Return the mean number of words of a section."""
        words = int(self.base.section_words.sum(dtype=np.float64))
        if self.delta is not None:
            words -= int(self.base.section_words[self.delta.is_dead].sum(dtype=np.float64))
            words += int(self.delta.segment.section_words.sum(dtype=np.float64))
        return words / max(self.section_count, 1) or 1.0

    @cached_property
    def document_count(self) -> int:
        """Return how many documents there are."""
        return len(self._live_documents()) + (0 if self.delta is None else len(self.delta.segment.columns.document_ids))

    @cached_property
    def document_ids(self) -> tuple[str, ...]:
        """Return the identifiers of all documents, sorted."""
        ids = list(self.base.columns.document_ids.taken(self._live_documents()))
        return tuple(ids) if self.delta is None else tuple(sorted([*ids, *self.delta.segment.columns.document_ids]))

    def _live_documents(self) -> Ids:
        """Return the live documents of the base; one without sections is dead once it is deleted."""
        is_live = np.ones(len(self.base.columns.document_ids), dtype=bool)
        if self.delta is not None:
            is_live[self.base.section_document[self.delta.is_dead]] = False
            is_live[self.delta.deleted] = False
        return np.flatnonzero(is_live)

    def word_number(self, stem: str) -> int | None:
        """Return the number of a word by its stem, None if no text or title has it."""
        code = code_of_word(stem)
        return code if self.word_frequency(code) else None

    def sections_with(self, word: int) -> Row:
        """Return the sections with a word; weights are frequencies, in which title words count more."""
        row = row_of(word, self.base.stem_codes)
        own = NONE if self.delta is None else row_of(word, self.delta.segment.stem_codes)
        return self.row("word_sections", row, own, self.word_frequency(word))

    def occurrences(self, words: Sequence[int], sections: Ids) -> tuple[Ids, Ids]:
        """Return the occurrences of words in sections: the word's position in `words`, and its position in the text."""
        places, found = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        codes = np.array(words, dtype=np.int64)
        for part in self.parts(sections):
            segment = part.segment
            wanted = rows_of(codes, segment.stem_codes)
            order = wanted.argsort(kind="stable")
            wanted = wanted[order]
            _, sentence = items_of_rows(segment.section_sentence, part.rows)
            owner, place, stem = words_of_sentences(segment, sentence)
            if len(stem) > len(segment.stem_codes):  # a table of all words is faster than a search for each
                is_wanted = np.zeros(len(segment.stem_codes), dtype=bool)
                is_wanted[wanted[wanted != NONE]] = True
                hits = is_wanted[stem].nonzero()[0]
                owner, place, stem = owner[hits], place[hits], stem[hits]
            first = wanted.searchsorted(stem)
            times = wanted.searchsorted(stem, side="right") - first  # a word requested twice is found twice
            position = place + GAP * sentence[owner]
            found.append(position.repeat(times) + (0 if segment is self.base else BEHIND))
            places.append(order[ranges(first, times)])
        return np.concatenate(places), np.concatenate(found)

    def stems_of(self, sections: Ids, places: Ids) -> list[frozenset[int]]:
        """Return the words of sentences, each given by its section and its place there."""
        stems: list[frozenset[int]] = [frozenset()] * len(sections)
        for part in self.parts(sections):
            owner, _, stem = words_of_sentences(
                part.segment, part.segment.section_sentence[part.rows] + places[part.at]
            )
            codes = part.segment.stem_codes[stem].tolist()
            bounds = owner.searchsorted(np.arange(len(part.at) + 1)).tolist()
            for at, first, end in zip(part.at.tolist(), bounds, bounds[1:], strict=False):
                stems[at] = frozenset(codes[first:end])
        return stems

    def concept_numbers(self, names: Sequence[Sequence[str]], language: str) -> list[int | None]:
        """Return the numbers of the concepts with these folded words in a language, None for missing ones."""
        written = codes_of_phrases(names)
        keys = codes_of_phrases(phrase_key(words, language).split(" ") for words in names)
        is_known = self.are_known(np.array([written, keys], dtype=np.int64)).tolist()
        return [
            next((n for c, k in ((code, a), (key, b)) if k and (n := self.concept_written(c)) is not None), None)
            for code, key, a, b in zip(written, keys, *is_known, strict=True)
        ]

    def concept_of(self, key: str) -> int | None:
        """Return the number of a concept by its key or another form of a title, None if missing."""
        return self.concept_written(code_of_phrase(key.split(" ")))

    def concept_name(self, concept: int) -> str:
        """Return a concept in readable form: as in the last title, else as first written."""
        parts = self.concept_parts(np.array([concept]))
        named = [
            last
            for part in parts
            if (last := next(self.live(part, part.segment.named_sections, backwards=True), None)) is not None
        ]
        if named:
            _, part, row = max(named, key=itemgetter(0))
            return part.segment.columns.names[int(part.segment.columns.section_label[row])]
        mentioning = (self.live(part, part.segment.concept_sections) for part in parts)
        for _, part, row in merge(*mentioning, key=itemgetter(0)):
            surface = _first_surface(part.segment, row, int(part.rows[0]))
            if surface is not None:
                return surface
        return parts[-1].segment.key(int(parts[-1].rows[0]))  # the base's may have been blanked before

    def is_title(self, concept: int) -> bool:
        """Tell whether a concept titles a section."""
        return len(self.sections_titled(concept)[0]) > 0

    def words_of_concepts(self, concepts: Ids) -> tuple[Ids, Codes]:
        """Return the words in the keys of concepts: the position of the concept, and the word."""
        found, is_new = [], np.ones(len(concepts), dtype=bool)
        for part in self.concept_parts(concepts):
            new = is_new[part.at]
            owner, item = items_of_rows(part.segment.concept_words.starts, part.rows[new])
            found.append((part.at[new][owner], part.segment.concept_words.items[item]))
            is_new[part.at] = False
        owner, word = _by_owner(found, 2)
        return owner, word

    def sections_about(self, concept: int) -> Row:
        """Return the sections with a concept; weights are roles, as in `Segment.concept_sections`."""
        rows = {part.segment is self.base: int(part.rows[0]) for part in self.concept_parts(np.array([concept]))}
        in_base, own = rows.get(True, NONE), rows.get(False, NONE)
        count = 0 if in_base == NONE else len(self.base.concept_sections.row(in_base))
        if self.delta is not None:
            dead = row_of(in_base, self.delta.dead_concepts[0])
            count -= 0 if dead == NONE else int(self.delta.dead_concepts[1][dead])
            count += 0 if own == NONE else len(self.delta.segment.concept_sections.row(own))
        return self.row("concept_sections", in_base, own, count)

    def sections_titled(self, concept: int) -> tuple[Ids, Floats]:
        """Return the sections titled by a concept, and its roles there."""
        _, sections, roles = self.sections_of_concepts(np.array([concept]), titled=True)
        return sections, roles

    def sections_of_concepts(self, concepts: Ids, *, titled: bool) -> tuple[Ids, Ids, Floats]:
        """Return the sections with concepts, or only those they title: the position of the concept, section, role."""
        owners, sections, roles = [], [], []
        for part in self.concept_parts(concepts):
            postings = part.segment.titled_sections if titled else part.segment.concept_sections
            owner, place = items_of_rows(postings.starts, part.rows)
            items = postings.items[place]
            if part.segment is not self.base:
                numbers = self.own_delta().sections[items]
            elif self.delta is None:
                numbers = numbered(items)
            else:
                lives = ~self.delta.is_dead[items]
                owner, place, numbers = owner[lives], place[lives], numbered(items[lives])
            owners.append(part.at[owner])
            sections.append(numbers)
            roles.append(postings.weights[place])
        if len(owners) == 1:
            return owners[0], sections[0], roles[0]
        nothing = np.zeros(0, dtype=np.int64)
        owner, section = np.concatenate([nothing, *owners]), np.concatenate([nothing, *sections])
        order = np.lexsort((section, owner))
        return owner[order], section[order], np.concatenate([np.zeros(0, dtype=np.float32), *roles])[order]

    def titles_of(self, sections: Ids) -> Ids:
        """Return the concepts in the titles of sections, or -1."""
        titles = np.full(len(sections), NONE, dtype=np.int64)
        for part in self.parts(sections):
            concept = part.segment.section_concept[part.rows]
            titles[part.at] = np.where(concept == NONE, NONE, self.concepts(part.segment, concept))
        return titles

    def words_in(self, sections: Ids) -> Floats:
        """Return the number of words of sections, including their titles."""
        words = np.zeros(len(sections), dtype=np.float32)
        for part in self.parts(sections):
            words[part.at] = part.segment.section_words[part.rows]
        return words

    def mentions_in(self, sections: Ids) -> SectionMentions:
        """Return the mentions in sections."""
        found = []
        for part in self.parts(sections):
            segment, behind = part.segment, 0 if part.segment is self.base else BEHIND
            owner, mention = items_of_rows(segment.section_mentions, part.rows)
            concept = self.concepts(segment, segment.mention_concept[mention])
            first, last = (column[mention].astype(np.int64) for column in (segment.mention_first, segment.mention_last))
            found.append((part.at[owner], concept, first + behind, last + behind))
        return SectionMentions(*_by_owner(found, 4))

    def sentences_in(self, sections: Ids) -> Sentences:
        """Return the sentences of sections."""
        found = []
        for part in self.parts(sections):
            segment, behind = part.segment, 0 if part.segment is self.base else BEHIND
            owner, sentence = items_of_rows(segment.section_sentence, part.rows)
            start, end = segment.sentence_start[sentence], segment.sentence_start[sentence + 1]
            place = sentence - segment.section_sentence[part.rows][owner]
            found.append((part.at[owner], place, start + np.int64(behind), end + np.int64(behind)))
        return Sentences(*_by_owner(found, 4))

    def sentence_table(self) -> tuple[Ids, Ids]:
        """Return all sections, and the start of each one's sentences among all sentences, and the end of the last."""
        sections = numbered(np.arange(self.base.section_count))
        counts = np.diff(self.base.section_sentence)
        if self.delta is not None:
            lives = ~self.delta.is_dead
            sections = np.concatenate([sections[lives], self.delta.sections])
            counts = np.concatenate([counts[lives], np.diff(self.delta.segment.section_sentence)])
            order = np.argsort(sections)
            sections, counts = sections[order], counts[order]
        return sections, np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])

    def sentences_of_segment(self, segment: Segment) -> tuple[list[str], list[str]]:
        """Return the text of each sentence of a segment, empty if dead or gone, and its document.

        Texts are read some thousand at a time, because the store builds more than the text of each.
        """
        counts = np.diff(segment.section_sentence)
        document = np.repeat(segment.section_document, counts)
        first = segment.section_sentence[np.searchsorted(segment.section_document, document)]
        ids, position = list(segment.columns.document_ids), np.arange(len(document)) - first
        lives = np.ones(len(document), dtype=bool)
        if self.delta is not None and segment is self.base:
            lives = np.repeat(~self.delta.is_dead, counts)
        texts = np.full(len(document), "", dtype=object)
        for places in np.array_split(np.flatnonzero(lives), 1 + len(document) // _TEXTS_AT_ONCE):
            wanted = [sentence_id(ids[document[place]], int(position[place])) for place in places]
            texts[places] = list(self._texts(wanted))
        return texts.tolist(), [ids[number] for number in document.tolist()]

    def sentence_rows(self, document_id: str) -> tuple[Segment, int, int]:
        """Return where a document's sentences are: the segment, the start and the end."""
        segment, first, end = self._document(document_id)
        return segment, int(segment.section_sentence[first]), int(segment.section_sentence[end])

    def texts_of(self, sections: Sequence[int]) -> list[list[str]]:
        """Return the texts of the sentences of sections; empty for sentences that are gone."""
        ids = [self._sentence_ids(section) for section in sections]
        wanted = [id for of_section in ids for id in of_section]
        remaining = iter(self._texts(wanted))
        return [[next(remaining) for _ in of_section] for of_section in ids]

    def section_id(self, section: int) -> str:
        """Return the identifier of a section."""
        segment, row = self.place(section)
        document = int(segment.section_document[row])
        first = int(np.searchsorted(segment.section_document, segment.section_document[row]))
        return section_id(segment.columns.document_ids[document], row - first)

    def sentence_id(self, section: int, place: int) -> str:
        """Return the identifier of a sentence by its position in its section."""
        return self._sentence_ids(section)[place]

    def _sentence_ids(self, section: int) -> list[str]:
        segment, row = self.place(section)
        document = segment.columns.document_ids[int(segment.section_document[row])]
        first = int(segment.section_sentence[np.searchsorted(segment.section_document, segment.section_document[row])])
        begin, end = segment.section_sentence[row : row + 2].tolist()
        return [sentence_id(document, position) for position in range(begin - first, end - first)]

    def sections_of_documents(self, document_ids: Collection[str]) -> Ids:
        """Return the sections of documents, sorted."""
        found = [np.zeros(0, dtype=np.int64)]
        for id in document_ids:
            segment, first, end = self._document(id)
            sections = np.arange(first, end)
            found.append(numbered(sections) if segment is self.base else self.own_delta().sections[sections])
        return np.sort(np.concatenate(found))

    def chosen(self, ids: Collection[str]) -> Choice:
        """Return the choice of the documents and single sentences with these identifiers."""
        sentences = set()
        for id in ids:
            document_id, _, position = id.rpartition("#")
            segment, first, end = self._document(document_id)
            if first == end or not position.isdecimal():
                continue
            sentence = int(segment.section_sentence[first]) + int(position)
            if sentence < segment.section_sentence[end]:
                row = int(np.searchsorted(segment.section_sentence, sentence, side="right")) - 1
                number = (row + 1) << ROOM if segment is self.base else int(self.own_delta().sections[row])
                sentences.add((number, sentence - int(segment.section_sentence[row])))
        return Choice(self.sections_of_documents(ids), frozenset(sentences))

    def sentence_ids_of(self, section_id: str) -> tuple[str, ...]:
        """Return the identifiers of a section's sentences, in order; empty for an unindexed section."""
        document_id, _, position = section_id.rpartition("#s")
        segment, first, end = self._document(document_id)
        if not position.isdecimal() or first + int(position) >= end:
            return ()
        row = first + int(position)
        begin, stop = (segment.section_sentence[row : row + 2] - segment.section_sentence[first]).tolist()
        return tuple(sentence_id(document_id, number) for number in range(begin, stop))

    def _document(self, id: str) -> tuple[Segment, int, int]:
        """Return where a document's sections are: the segment, the start and the end; an empty range without any."""
        if self.delta is not None:
            segment = self.delta.segment
            place = segment.columns.document_ids.place(id)
            if place < len(segment.columns.document_ids) and segment.columns.document_ids[place] == id:
                return (segment, *np.searchsorted(segment.section_document, [place, place + 1]).tolist())
        ids = self.base.columns.document_ids
        place = ids.place(id)
        if place < len(ids) and ids[place] == id:
            first, end = np.searchsorted(self.base.section_document, np.array([place, place + 1], dtype=np.int32))
            if first < end and (self.delta is None or not self.delta.is_dead[first]):
                return self.base, int(first), int(end)
        return self.base, 0, 0


def _by_owner(parts: Sequence[tuple[Ids, ...]], columns: int) -> tuple[Ids, ...]:
    """Join the columns found in each segment, in the order of owners; the first column holds a row's owner."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return (np.zeros(0, dtype=np.int64),) * columns
    together = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    order = together[0].argsort(kind="stable")
    return tuple(column[order] for column in together)


def _first_surface(segment: Segment, section: int, concept: int) -> str | None:
    """Return how a section first writes a concept it mentions; None if the concept is only in its title."""
    columns = segment.columns
    mentions = slice(*segment.section_names[section : section + 2].tolist())
    places = np.flatnonzero(columns.mention_concept[mentions] == segment.concept_name[concept])
    return columns.names[int(columns.mention_surface[mentions][places[0]])] if len(places) else None
