"""Names that differ from titles only in initials, before and after a change of documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Ids, Integers, items_of_rows
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.segment import NONE, TITLE_ROLE, Segment, rows_of
from lgm_core.retrieval.index.segment_building import concept_counts
from lgm_core.retrieval.index.title_names import PART, has_initials_length, pair_by_initials
from lgm_core.retrieval.word_codes import Codes, code_of_phrase, code_of_word

__all__ = ["ConceptCounts", "PairedNames", "concepts_of_names", "run"]

_NO_BOUNDS = dict.fromkeys(("role", "mention", "form"), np.zeros(1, dtype=np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class ConceptCounts:
    """Concepts of the base, sorted, with the number of rows in which each is a concept of its own, or a title."""

    concepts: Ids
    rows: Ids
    titles: Ids

    @classmethod
    def of(cls, base: Segment, documents: Ids) -> ConceptCounts:
        """Count the concepts of documents."""
        columns, bounds = base.columns, base.columns.bounds() if len(documents) else _NO_BOUNDS
        rows = {kind: items_of_rows(bounds[kind], documents)[1] for kind in ("role", "mention", "form")}
        titles = columns.role_concept[rows["role"]][columns.role_weight[rows["role"]] > PART]
        others = (columns.mention_concept[rows["mention"]], columns.form_concept[rows["form"]])
        concepts, counts = np.unique(concepts_of_names(base, np.concatenate([titles, *others])), return_counts=True)
        titling, title_counts = np.unique(concepts_of_names(base, titles), return_counts=True)
        of_titles = np.zeros(len(concepts), dtype=np.int64)
        of_titles[np.searchsorted(concepts, titling)] = title_counts
        return cls(concepts.astype(np.int64), counts, of_titles)

    @property
    def columns(self) -> tuple[Ids, Ids, Ids]:
        """Return concepts, rows and titles."""
        return self.concepts, self.rows, self.titles


@dataclass(slots=True)
class _Status:
    """The number of rows in which a name is a concept of its own, and in which it titles a section."""

    rows: int = 0
    titles: int = 0

    @property
    def role(self) -> tuple[bool, bool]:
        return self.rows > 0, self.titles > 0


class PairedNames:
    """Names that differ from titles only in initials, before and after a change, by the code of their last word.

    The names of deleted documents may have been overwritten, so concepts of the base go by their numbers.
    """

    def __init__(self, base: Segment, new: DocumentColumns, gone: ConceptCounts) -> None:
        self._base = base
        self._gone = {
            concept: _Status(rows, titles)
            for concept, rows, titles in zip(*(column.tolist() for column in gone.columns), strict=True)
        }
        counts = zip(new.names, *(count.tolist() for count in concept_counts(new)), strict=True)
        self._new = {
            name: _Status(rows, titles)
            for name, rows, titles in counts
            if rows and has_initials_length(name.split(" "))
        }
        self._new_of_last: dict[int, list[str]] = {}
        for name in self._new:
            self._new_of_last.setdefault(_last_code(name), []).append(name)
        groups = {_last_code(name) for name in self._new if self._before(name).role != self._after(name).role}
        lost = [concept for concept in self._gone if self._lives_on(concept).role != self._in_base(concept).role]
        groups.update(base.last_codes[np.isin(base.last_concept, lost)].tolist())
        self._pairs = {last: self._paired(last) for last in groups}

    def moved_documents(self) -> Ids:
        """Return the documents of the base whose titles now have other names."""
        base, found = self._base, [np.zeros(0, dtype=np.int64)]
        after = {pair for pairs in self._pairs.values() for pair in pairs}
        grouped = [np.zeros(0, dtype=np.int32), *map(self._of_last_word, self._pairs)]
        numbers = base.pairs[:, np.isin(base.pairs[0], np.concatenate(grouped))].T.tolist()
        before = {(base.key(other), base.key(title)): title for other, title in numbers}
        for pair in before.keys() ^ after:
            concept = before.get(pair, NONE)
            if concept == NONE:
                concept = base.concept_of_code(code_of_phrase(pair[1].split(" ")))
            if concept != NONE:
                found.append(base.section_document[base.titled_sections.row(concept)].astype(np.int64))
        return np.unique(np.concatenate(found))

    def pairs_of(self, columns: DocumentColumns) -> list[tuple[str, str]]:
        """Return the pairs whose titles are in the given documents."""
        titles = np.unique(columns.role_concept[columns.role_weight > TITLE_ROLE]).tolist()
        held = {columns.names[title] for title in titles}
        pairs = [pair for of_group in self._pairs.values() for pair in of_group if pair[1] in held]
        base = self._base
        concepts = {base.concept_of_code(code_of_phrase(title.split(" "))): title for title in held}
        for other, title in base.pairs[:, np.isin(base.pairs[1], list(concepts))].T.tolist():
            if _last_code(concepts[title]) not in self._pairs:
                pairs.append((base.key(other), concepts[title]))
        return pairs

    def _of_last_word(self, last: int) -> Integers:
        """Return the concepts of the base with a last word that are compared by initials."""
        return self._base.last_concept[run(last, self._base.last_codes)]

    def _in_base(self, concept: int) -> _Status:
        return _Status(int(self._base.concept_rows[concept]), int(self._base.concept_titles[concept]))

    def _lives_on(self, concept: int) -> _Status:
        """Return the occurrences of a concept of the base outside the deleted documents."""
        before, gone = self._in_base(concept), self._gone.get(concept, _Status())
        return _Status(before.rows - gone.rows, before.titles - gone.titles)

    def _before(self, name: str) -> _Status:
        concept = self._base.concept_of_code(code_of_phrase(name.split(" ")))
        return _Status() if concept == NONE else self._in_base(concept)

    def _after(self, name: str) -> _Status:
        concept = self._base.concept_of_code(code_of_phrase(name.split(" ")))
        left, new = _Status() if concept == NONE else self._lives_on(concept), self._new.get(name, _Status())
        return _Status(left.rows + new.rows, left.titles + new.titles)

    def _paired(self, last: int) -> list[tuple[str, str]]:
        """Return the pairs of names with a last word."""
        roles = {name: self._after(name).role for name in self._new_of_last.get(last, ())}
        for concept in self._of_last_word(last).tolist():
            name = self._base.key(concept)
            if name not in roles:
                roles[name] = self._lives_on(concept).role
        roles = dict(sorted(roles.items()))
        return pair_by_initials(
            (name for name, (_, is_title) in roles.items() if is_title),
            (name for name, (exists, is_title) in roles.items() if exists and not is_title),
        )


def _last_code(name: str) -> int:
    return code_of_word(name.rpartition(" ")[2])


def run(code: int, codes: Codes) -> Ids:
    """Return the positions of a code among sorted ones."""
    return np.arange(int(codes.searchsorted(code)), int(codes.searchsorted(code, side="right")))


def concepts_of_names(base: Segment, names: Integers) -> Ids:
    """Return the concepts whose keys are names."""
    return rows_of(names.astype(base.concept_name.dtype), base.concept_name)
