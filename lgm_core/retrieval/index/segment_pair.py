"""Two segments as one: which words, concepts and forms of titles base and delta have, and how often."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Ids, Postings
from lgm_core.retrieval.index.index_parts import ROOM, Delta, Part, Row, numbered
from lgm_core.retrieval.index.segment import NONE, Segment, is_in, row_of, rows_of
from lgm_core.retrieval.word_codes import Codes

__all__ = ["SegmentPair"]

_CACHED_WORDS = 1 << 16
"""Question words whose frequencies are remembered: the common words of the language are in every other question."""


class SegmentPair:
    """A base, and perhaps a delta."""

    def __init__(self, base: Segment, delta: Delta | None) -> None:
        self.base, self.delta = base, delta
        self._frequencies: dict[int, int] = {}

    def word_frequency(self, word: int) -> int:
        """Return the number of sections with a word."""
        frequency = self._frequencies.get(word)
        if frequency is None:
            frequency = int(self._word_frequencies(np.array([word], dtype=np.int64))[0])
            if len(self._frequencies) < _CACHED_WORDS:
                self._frequencies[word] = frequency
        return frequency

    def row(self, postings: str, row: int, own: int, count: int) -> Row:
        """Return a row of both segments by its numbers in each."""
        of_base: Postings = getattr(self.base, postings)
        items = slice(0, 0) if row == NONE else slice(int(of_base.starts[row]), int(of_base.starts[row + 1]))
        common = NONE if of_base is not self.base.word_sections else row_of(row, self.base.common_words)
        frequencies = None if common == NONE else self.base.common_frequencies[common]
        delta = None
        if self.delta is not None:
            of_delta: Postings = getattr(self.delta.segment, postings)
            added = slice(0, 0) if own == NONE else slice(int(of_delta.starts[own]), int(of_delta.starts[own + 1]))
            delta = (self.delta, self.delta.sections[of_delta.items[added]], of_delta.weights[added])
        return Row(of_base.items[items], of_base.weights[items], count, delta, frequencies)

    def sections_under(self, word: int) -> tuple[Row, int]:
        """Return the sections of long documents below a title or heading with a word, and the number of documents."""
        rows, documents = [], 0
        for segment in [self.base] if self.delta is None else [self.base, self.delta.segment]:
            rows.append(row_of(word, segment.stem_codes))
            if rows[-1] != NONE:
                documents += len(np.unique(segment.section_document[segment.word_contexts.row(rows[-1])]))
        return self.row("word_contexts", rows[0], rows[1] if len(rows) > 1 else NONE, documents), documents

    def are_known(self, codes: Codes) -> Booleans:
        """Tell which codes belong to forms of titles or to keys, in either segment."""
        segments = [self.base] if self.delta is None else [self.base, self.delta.segment]
        different, places = np.unique(codes, return_inverse=True)
        known = [is_in(different, held) for segment in segments for held in (segment.form_codes, segment.key_codes)]
        return np.asarray(np.any(known, axis=0)[places.reshape(codes.shape)])  # flat positions in NumPy 1

    def concept_written(self, code: int) -> int | None:
        """Return the concept that a text with this code means, as a form of a title or as a key."""
        if row_of(code, self.base.form_codes) != NONE or self.delta is not None:
            meaning = int(self.meanings(np.array([code], dtype=np.int64))[0])
            if meaning != NONE:
                return meaning
        in_base = self.base.concept_of_code(code)
        if self.delta is None:
            return None if in_base == NONE or not self.base.concept_rows[in_base] else (in_base + 1) << ROOM
        own = self.delta.segment.concept_of_code(code)
        rows = 0 if own == NONE else int(self.delta.segment.concept_rows[own])
        if in_base != NONE:
            dead = row_of(in_base, self.delta.dead_rows[0])
            rows += int(self.base.concept_rows[in_base]) - (0 if dead == NONE else int(self.delta.dead_rows[1][dead]))
        if not rows:
            return None
        return (in_base + 1) << ROOM if in_base != NONE else int(self.delta.concepts[own])

    def meanings(self, codes: Codes) -> Ids:
        """Return the concepts that forms of titles mean, by code, `NONE` for other codes.

        Of several titles spelled alike, the last is meant.
        """
        meaning, section = np.full(len(codes), NONE, dtype=np.int64), np.full(len(codes), NONE, dtype=np.int64)
        rows = _last_live(self.base, codes, None if self.delta is None else self.delta.is_dead)
        held = rows != NONE
        meaning[held] = numbered(self.base.form_concept[rows[held]])
        section[held] = numbered(self.base.form_section[rows[held]])
        if self.delta is not None:
            segment = self.delta.segment
            rows = _last_live(segment, codes, None)
            own, held = np.full(len(codes), NONE, dtype=np.int64), rows != NONE
            own[held] = self.delta.sections[segment.form_section[rows[held]]]
            later = own > section
            meaning[later] = self.delta.concepts[segment.form_concept[rows[later]]]
        return meaning

    def live(self, part: Part, postings: Postings, *, backwards: bool = False) -> Iterator[tuple[int, Part, int]]:
        """Yield the live sections of a single concept's row: their numbers, and their numbers within the segment."""
        row = int(part.rows[0])
        places = range(int(postings.starts[row]), int(postings.starts[row + 1]))
        for place in reversed(places) if backwards else places:
            section = int(postings.items[place])
            if part.segment is not self.base:
                yield int(self.own_delta().sections[section]), part, section
            elif self.delta is None or not self.delta.is_dead[section]:
                yield (section + 1) << ROOM, part, section

    def frequencies_of(self, concepts: Ids) -> Ids:
        """Return the number of sections with each concept, or with its word if it has only one.

        A one-word concept counts wherever the word occurs: few of its mentions are recognised as names.
        """
        if self.delta is None:
            frequencies: Ids = self.base.concept_frequency[(concepts >> ROOM) - 1].astype(np.int64)
            return frequencies
        counts, words = np.zeros(len(concepts), dtype=np.int64), np.full(len(concepts), NONE, dtype=np.int64)
        for part in self.concept_parts(concepts):
            starts, word_starts = part.segment.concept_sections.starts, part.segment.concept_words.starts
            counts[part.at] += starts[part.rows + 1] - starts[part.rows]
            if self.delta is not None and part.segment is self.base:
                dead = rows_of(part.rows, self.delta.dead_concepts[0])
                counts[part.at[dead != NONE]] -= self.delta.dead_concepts[1][dead[dead != NONE]]
            single = word_starts[part.rows + 1] - word_starts[part.rows] == 1
            words[part.at[single]] = part.segment.concept_words.items[word_starts[part.rows[single]]]
        single = words != NONE
        counts[single] = np.maximum(counts[single], self._word_frequencies(words[single]))
        return counts

    def _word_frequencies(self, words: Codes) -> Ids:
        counts = _lengths(self.base, words)
        if self.delta is not None:
            codes, dead = self.delta.dead_words
            rows = rows_of(words, codes)
            counts[rows != NONE] -= dead[rows[rows != NONE]]
            counts += _lengths(self.delta.segment, words)
        return counts

    def own_delta(self) -> Delta:
        """Return the delta, asserting that there is one."""
        assert self.delta is not None
        return self.delta

    def place(self, section: int) -> tuple[Segment, int]:
        """Return where a section is: the segment, and its number there."""
        (part,) = self.parts(np.array([section]))
        return part.segment, int(part.rows[0])

    def concepts(self, segment: Segment, concepts: npt.NDArray[np.signedinteger]) -> Ids:
        """Return the numbers of concepts of a segment."""
        if segment is self.base:
            return numbered(concepts)
        numbers: Ids = np.append(self.own_delta().concepts, NONE)[concepts]
        return numbers

    def parts(self, sections: Ids) -> list[Part]:
        """Return the segments that contain the sections, and where."""
        if self.delta is None:
            return [Part(self.base, np.arange(len(sections)), (sections >> ROOM) - 1)]
        rows = rows_of(sections, self.delta.sections)
        in_base, in_delta = np.flatnonzero(rows == NONE), np.flatnonzero(rows != NONE)
        parts = [
            Part(self.base, in_base, (sections[in_base] >> ROOM) - 1),
            Part(self.delta.segment, in_delta, rows[in_delta]),
        ]
        return [part for part in parts if len(part.at)]

    def concept_parts(self, concepts: Ids) -> list[Part]:
        """Return the segments that contain the concepts, and where; both may have one."""
        if self.delta is None:
            return [Part(self.base, np.arange(len(concepts)), (concepts >> ROOM) - 1)]
        rows = rows_of(concepts, self.delta.concepts)
        in_base, in_delta = np.flatnonzero(concepts & ((1 << ROOM) - 1) == 0), np.flatnonzero(rows != NONE)
        parts = [
            Part(self.base, in_base, (concepts[in_base] >> ROOM) - 1),
            Part(self.delta.segment, in_delta, rows[in_delta]),
        ]
        return [part for part in parts if len(part.at)]


def _lengths(segment: Segment, words: Codes) -> Ids:
    rows = rows_of(words, segment.stem_codes)
    starts = segment.word_sections.starts
    lengths = np.zeros(len(words), dtype=np.int64)
    held = rows[rows != NONE]
    lengths[rows != NONE] = starts[held + 1] - starts[held]
    return lengths


def _last_live(segment: Segment, codes: Codes, is_dead: Booleans | None) -> Ids:
    """Return the last form of each code in a live section, `NONE` if there is none."""
    first, rows = segment.form_codes.searchsorted(codes), segment.form_codes.searchsorted(codes, side="right") - 1
    while is_dead is not None and len(segment.form_section):
        falls = (rows >= first) & is_dead[segment.form_section[rows]]
        if not falls.any():
            break
        rows = rows - falls
    return np.where(rows >= first, rows, NONE)
