"""Bringing an index up to date with added, replaced or deleted documents, without rebuilding it.

A document affects others: its title is looked for in all texts. So the documents of the base that a change affects are
indexed again in the delta, with the new ones, and no longer count in the base. The result equals an index built anew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Ids, Integers, are_first, items_of_rows, owners_of, starts_of
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_parts import ROOM, Delta
from lgm_core.retrieval.index.ranking_index import RankingIndex, Texts
from lgm_core.retrieval.index.segment import NONE, Segment, is_in, rows_of
from lgm_core.retrieval.index.segment_building import NamedTitles, build_segment, title_beginnings, word_matches
from lgm_core.retrieval.index.title_names import PART
from lgm_core.retrieval.word_codes import Codes, code_of_phrase

__all__ = ["changed_index", "merged_columns", "numbers_of"]


def merged_columns(base: Segment, new: DocumentColumns, deleted: Ids) -> DocumentColumns:
    """Return the columns of all documents: those of the base except some, and new ones."""
    kept = np.setdiff1d(np.arange(len(base.columns.document_ids)), deleted, assume_unique=True)
    return DocumentColumns.joined([base.columns.taken(kept), new])


def changed_index(
    base: Segment, new: DocumentColumns, deleted: Ids, languages: Sequence[str], texts: Texts
) -> RankingIndex:
    """Return the index of a base with changes."""
    if not len(new.document_ids) and not len(deleted):
        return RankingIndex(base, languages, texts)
    forms = _Forms(base, new, deleted)
    moved = np.setdiff1d(_naming(base, forms.changed()), deleted)
    columns = DocumentColumns.joined([new, base.columns.taken(moved)]) if len(moved) else new
    dead = np.union1d(moved, deleted)
    sections = _section_numbers(base, columns)
    first, last, codes = word_matches(columns, forms.are_beginnings, forms.are_sought)
    keys = forms.concepts(codes)
    columns = columns.with_names(list(keys.values()))
    numbers = {name: number for number, name in enumerate(columns.names)}
    concept = np.array([numbers[keys[code]] for code in codes.tolist()], dtype=np.int32)
    segment = build_segment(columns, NamedTitles(first, last, concept), languages)
    delta = Delta(
        new=new,
        deleted=deleted,
        segment=segment,
        sections=sections,
        concepts=_concept_numbers(base, segment),
        is_dead=_is_dead(base, dead),
        dead_words=_dead_words(base, dead),
        dead_concepts=_dead_concepts(base, dead),
        dead_rows=_dead_rows(base, dead),
    )
    return RankingIndex(base, languages, texts, delta)


class _Forms:
    """The meanings of forms of titles after a change."""

    def __init__(self, base: Segment, new: DocumentColumns, deleted: Ids) -> None:
        self._base, self._new, self._is_dead = base, new, _is_dead(base, deleted)
        self._numbers = _section_numbers(base, new)
        self._beginnings = title_beginnings(new)
        self._own = {}
        sections = self._numbers[owners_of(new.section_title_forms)].tolist()
        rows = zip(new.form_code.tolist(), sections, new.form_concept.tolist(), strict=True)
        for row, (code, section, concept) in enumerate(rows):
            self._own[code] = (section, new.names[concept], row)
        gone = self._is_dead[base.form_section]
        self._gone = frozenset(base.form_codes[gone].tolist())
        self._sought = np.unique(new.form_code[new.form_sought])
        dead = (code for code in self._gone if self._row(code, self._is_dead) == NONE)
        self._dead = np.array(sorted(dead), dtype=np.int64)

    def are_beginnings(self, codes: Codes) -> Booleans:
        """Tell which codes belong to beginnings of titles."""
        return np.asarray(is_in(codes, self._base.beginnings) | is_in(codes, self._beginnings))

    def are_sought(self, codes: Codes) -> Booleans:
        """Tell which codes belong to titles that are looked for in texts."""
        rows = rows_of(codes, self._base.form_codes)
        in_base = rows != NONE
        in_base[in_base] = self._base.columns.form_sought[self._base.form_row[rows[in_base]]]
        return np.asarray((in_base & ~is_in(codes, self._dead)) | is_in(codes, self._sought))

    def changed(self) -> dict[int, Codes]:
        """Return the forms whose meaning is new, changed or gone, with their words."""
        changed = {}
        for code in {*self._own, *self._gone}:
            before = self._meaning(code, np.zeros(0, dtype=bool))
            after = self._concept(code)
            if before != after:
                changed[code] = self._words(code)
        return {code: words for code, words in changed.items() if words is not None}

    def concepts(self, codes: Codes) -> dict[int, str]:
        """Return the keys of the concepts that forms mean."""
        concepts = ((code, self._concept(code)) for code in set(codes.tolist()))
        return {code: concept for code, concept in concepts if concept is not None}

    def _concept(self, code: int) -> str | None:
        """Return the key of the concept that a form means now: the last title with this spelling."""
        row = self._row(code, self._is_dead)
        own = self._own.get(code)
        if row == NONE:
            return None if own is None else own[1]
        if own is not None and own[0] > (int(self._base.form_section[row]) + 1) << ROOM:
            return own[1]
        return self._base.key(int(self._base.form_concept[row]))

    def _meaning(self, code: int, is_dead: Booleans) -> str | None:
        row = self._row(code, is_dead)
        return None if row == NONE else self._base.key(int(self._base.form_concept[row]))

    def _row(self, code: int, is_dead: Booleans) -> int:
        """Return the last form with a code in a live section."""
        codes = self._base.form_codes
        first, row = int(codes.searchsorted(code)), int(codes.searchsorted(code, side="right")) - 1
        while row >= first and len(is_dead) and is_dead[self._base.form_section[row]]:
            row -= 1
        return row if row >= first else NONE

    def _words(self, code: int) -> Codes | None:
        """Return the codes of a form's words; None if texts are not searched for it."""
        if code in self._own:
            columns, row = self._new, self._own[code][2]
        else:
            columns, row = self._base.columns, int(self._base.form_row[self._base.form_codes.searchsorted(code)])
        if not columns.form_sought[row]:
            return None
        begin = int(columns.form_words[:row].sum())
        return columns.word_codes[columns.form_word[begin : begin + int(columns.form_words[row])]]


def _naming(base: Segment, forms: dict[int, Codes]) -> Ids:
    """Return the documents of the base with a sentence that contains the words of any of the given forms."""
    columns = base.columns
    word_starts = starts_of(columns.sentence_words) if forms else np.zeros(1, dtype=np.int64)
    found = [np.zeros(0, dtype=np.int64)]
    for words in forms.values():
        ends = (columns.word_codes.searchsorted(words, side=side).tolist() for side in ("left", "right"))
        numbers = [np.arange(first, end) for first, end in zip(*ends, strict=True)]
        stems = [rows_of(np.unique(columns.word_stems[number]), base.stem_codes) for number in numbers]
        if not all(len(stem) for stem in stems):
            continue
        starts = base.word_positions.starts
        counts = [int((starts[stem + 1] - starts[stem]).sum()) for stem in stems]
        rarest = int(np.argmin(counts))
        positions = np.concatenate([base.word_positions.row(int(row)) for row in stems[rarest]]).astype(np.int64)
        sentence = base.sentence_start.searchsorted(positions.astype(np.int32), side="right") - 1
        first = word_starts[sentence] + positions - base.sentence_start[sentence] - rarest
        fits = (first >= word_starts[sentence]) & (first + len(words) <= word_starts[sentence + 1])
        first, sentence = first[fits], sentence[fits]
        for place, number in enumerate(numbers):
            fits = np.isin(columns.word[first + place], number)
            first, sentence = first[fits], sentence[fits]
        section = base.section_sentence.searchsorted(sentence, side="right") - 1
        found.append(base.section_document[section].astype(np.int64))
    return np.unique(np.concatenate(found))


def _section_numbers(base: Segment, columns: DocumentColumns) -> Ids:
    """Return the section numbers of documents: their own if in the base, else numbers between those of the base."""
    ids, starts = base.columns.document_ids, base.document_starts
    numbers, added = [np.zeros(0, dtype=np.int64)], 1
    sought = sorted(columns.document_ids)
    places = dict(zip(sought, ids.places(sought), strict=True))
    for id, count in zip(columns.document_ids, columns.document_sections.tolist(), strict=True):
        place = places[id]
        first = int(starts[place]) if place < len(ids) else base.section_count
        # Replacements also have delta numbers: they may have more sections.
        numbers.append((first << ROOM) + added + np.arange(count))
        added += count
    return np.concatenate(numbers)


def _concept_numbers(base: Segment, segment: Segment) -> Ids:
    """Return the numbers of a delta's concepts: their own if in the base, else numbers between those of the base."""
    count = len(segment.concept_name)
    numbers, following = np.zeros(count, dtype=np.int64), len(base.concept_name)
    keys = [segment.key(concept) for concept in range(count)]
    held = [base.concept_of_code(code_of_phrase(key.split(" "))) for key in keys]
    new = [concept for concept in range(count) if held[concept] == NONE]
    places = dict(
        zip(new, base.columns.names.places([keys[concept] for concept in new], base.concept_name), strict=True)
    )
    for concept in range(count - 1, -1, -1):
        if concept in places:
            # Where names of the base are blanked, the next names in the delta refine the order.
            numbers[concept] = (min(places[concept], following) << ROOM) + 1 + concept
        else:
            following, numbers[concept] = held[concept], (held[concept] + 1) << ROOM
    return numbers


def _is_dead(base: Segment, documents: Ids) -> Booleans:
    is_dead = np.zeros(len(base.columns.document_ids), dtype=bool)
    is_dead[documents] = True
    return np.asarray(is_dead[base.section_document])


def _dead_words(base: Segment, documents: Ids) -> tuple[Codes, Ids]:
    """Return the codes of stems in documents, with the number of their sections that contain each."""
    columns = base.columns.taken(documents)
    section_of_word = owners_of(columns.section_sentences)[owners_of(columns.sentence_words)]
    stems = np.concatenate([columns.word_stems[columns.word], columns.word_stems[columns.title_word]])
    sections = np.concatenate([section_of_word, owners_of(columns.section_title_words)])
    return _counts(stems, sections)


def _dead_concepts(base: Segment, documents: Ids) -> tuple[Ids, Ids]:
    """Return the concepts of documents, with the number of their sections that contain each."""
    if not len(documents):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    _, sections = items_of_rows(base.document_starts, documents)
    bounds = base.columns.bounds()
    _, rows = items_of_rows(bounds["role"], documents)
    role_sections = owners_of(base.columns.section_roles)[rows]
    owner, mentions = items_of_rows(base.section_mentions, sections)
    concepts = np.concatenate(
        [_concepts_of_names(base, base.columns.role_concept[rows]), base.mention_concept[mentions]]
    )
    return _counts(concepts, np.concatenate([role_sections, sections[owner]]))


def _dead_rows(base: Segment, documents: Ids) -> tuple[Ids, Ids]:
    """Return the concepts of documents, with the number of their rows in which each is a concept of its own."""
    if not len(documents):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    columns, bounds = base.columns, base.columns.bounds()
    roles, mentions, forms = (items_of_rows(bounds[kind], documents)[1] for kind in ("role", "mention", "form"))
    titles = columns.role_concept[roles][columns.role_weight[roles] > PART]
    names = np.concatenate([titles, columns.mention_concept[mentions], columns.form_concept[forms]])
    return np.unique(_concepts_of_names(base, names), return_counts=True)


def _concepts_of_names(base: Segment, names: Integers) -> Ids:
    """Return the concepts whose keys are names, which may have been overwritten, so they go by their numbers."""
    return rows_of(names.astype(base.concept_name.dtype), base.concept_name)


def _counts(keys: Ids, sections: Ids) -> tuple[Ids, Ids]:
    """Return keys, sorted, with the number of different sections of each."""
    order = np.lexsort((sections, keys))
    keys, sections = keys[order], sections[order]
    return np.unique(keys[are_first(keys, sections)], return_counts=True)


def numbers_of(columns: DocumentColumns, document_ids: Collection[str]) -> Ids:
    """Return the sorted numbers of those documents that the columns contain."""
    ids, sought = columns.document_ids, sorted(document_ids)
    places = zip(ids.places(sought), sought, strict=True)
    return np.array([place for place, id in places if place < len(ids) and ids[place] == id], dtype=np.int64)
