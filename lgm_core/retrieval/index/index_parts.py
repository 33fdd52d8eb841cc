"""The parts of an index with changes, and the types of its answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.segment import LOOK_UP, NONE, Segment, rows_of
from lgm_core.retrieval.word_codes import Codes

__all__ = ["ABSENT", "BEHIND", "ROOM", "Choice", "Delta", "Part", "Row", "SectionMentions", "Sentences", "numbered"]

ABSENT = -1.0
"""The weight of a section missing from a row."""

ROOM = 20
"""Bits of a number that distinguish entries of a delta between two neighbours in the base."""

BEHIND = 1 << 40
"""Added to positions in the delta, so that they come after all of the base."""


@dataclass(frozen=True, slots=True, eq=False)
class Delta:
    """The changes since the base was built.

    Attributes:
        new: the columns of new documents and replacements.
        deleted: the deleted or replaced documents of the base, sorted.
        segment: the new documents, and those of the base that now name or are named by other titles.
        sections: the numbers of its sections, sorted.
        concepts: the numbers of its concepts, sorted.
        is_dead: which sections of the base no longer count, since they are deleted or in `segment`.
        dead_words: the codes of the stems of words in dead sections, sorted, with the number of dead sections of each.
        dead_concepts: by concept of the base, the number of dead sections it is in.
        dead_rows: by concept of the base, the number of rows of dead documents in which it is a concept of its own.
    """

    new: DocumentColumns
    deleted: Ids
    segment: Segment
    sections: Ids
    concepts: Ids
    is_dead: Booleans
    dead_words: tuple[Codes, Ids]
    dead_concepts: tuple[Ids, Ids]
    dead_rows: tuple[Ids, Ids]


class Row:
    """A row of postings: sections, sorted, with weights.

    Args:
        sections: of the base.
        weights: their weights.
        common: the weights of all sections of the base, for long rows.
        count: how many sections there are, including those of the delta but no dead ones.
        delta: the changes since the base, with the row's sections there and their weights.
    """

    def __init__(
        self,
        sections: npt.NDArray[np.signedinteger],
        weights: Floats,
        count: int,
        delta: tuple[Delta, Ids, Floats] | None = None,
        common: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        self._sections, self._weights, self.count, self._delta = sections, weights, count, delta
        self._common = common

    def items(self) -> tuple[Ids, Floats]:
        """Return all sections and weights."""
        if self._delta is None:
            return numbered(self._sections), self._weights
        delta, added, of_added = self._delta
        lives = ~delta.is_dead[self._sections]
        sections = np.concatenate([numbered(self._sections[lives]), added])
        order = np.argsort(sections, kind="stable")
        return sections[order], np.concatenate([self._weights[lives], of_added])[order]

    def at(self, sections: Ids) -> Floats:
        """Return the weights of sections, `ABSENT` for those not in the row."""
        weights = self._in_base((sections >> ROOM) - 1)
        if self._delta is not None:
            in_base = sections & ((1 << ROOM) - 1) == 0
            in_base[in_base] = ~self._delta[0].is_dead[(sections[in_base] >> ROOM) - 1]
            weights[~in_base] = ABSENT
        if self._delta is not None and len(self._delta[1]):
            rows = rows_of(sections, self._delta[1])
            weights[rows != NONE] = self._delta[2][rows[rows != NONE]]
        return weights

    def _in_base(self, wanted: Ids) -> Floats:
        """Return the weights of sections of the base."""
        if self._common is not None and len(wanted):
            frequencies = self._common[wanted]
            weights = frequencies.astype(np.float32)
            weights[frequencies == 0] = ABSENT
            if frequencies.max() == LOOK_UP:
                many = np.flatnonzero(frequencies == LOOK_UP)
                weights[many] = self._weights[self._sections.searchsorted(wanted[many])]
            return weights
        weights = np.full(len(wanted), ABSENT, dtype=np.float32)
        if len(self._sections):
            places = np.minimum(
                self._sections.searchsorted(wanted.astype(self._sections.dtype)), len(self._sections) - 1
            )
            held = np.flatnonzero(self._sections[places] == wanted)
            weights[held] = self._weights[places[held]]
        return weights


@dataclass(frozen=True, slots=True, eq=False)
class SectionMentions:
    """The mentions in some sections; each attribute has the shape (mentions,).

    Attributes:
        owner: the position of the section among those requested.
        concept: the concept mentioned.
        first: the position of the mention's first word.
        last: the position of its last word.
    """

    owner: Ids
    concept: Ids
    first: Ids
    last: Ids

    def chosen(self, is_chosen: Booleans | Ids) -> SectionMentions:
        """Return some of the mentions."""
        columns = (self.owner, self.concept, self.first, self.last)
        return SectionMentions(*(column[is_chosen] for column in columns))


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """The sentences of some sections; each attribute has the shape (sentences,).

    Attributes:
        owner: the position of the section among those requested.
        place: the sentence's position in its section.
        start: the position of its first word.
        end: the position where the next sentence begins.
    """

    owner: Ids
    place: Ids
    start: Ids
    end: Ids


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The documents and single sentences a ranking may return.

    Attributes:
        documents: the sections of the documents, sorted.
        sentences: the sentences, as section and position in it.
    """

    documents: Ids
    sentences: frozenset[tuple[int, int]]

    @property
    def sections(self) -> Ids:
        """Return the sections with any allowed sentence, sorted."""
        return np.union1d(self.documents, np.array([section for section, _ in self.sentences], dtype=np.int64))

    def has(self, section: Ids, place: Ids) -> Booleans:
        """Tell which sentences are allowed."""
        is_of_document = np.isin(section, self.documents)
        pairs = zip(section.tolist(), place.tolist(), strict=True)
        is_named = np.fromiter((pair in self.sentences for pair in pairs), dtype=bool, count=len(section))
        return np.asarray(is_of_document | is_named)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The part of a request that concerns one segment.

    Attributes:
        segment: the segment.
        at: positions in the whole request.
        rows: the segment's own numbers for these.
    """

    segment: Segment
    at: Ids
    rows: Ids


def numbered(rows: npt.NDArray[np.signedinteger]) -> Ids:
    """Return the numbers of sections or concepts of the base."""
    return (rows.astype(np.int64) + 1) << ROOM
