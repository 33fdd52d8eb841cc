"""Building a segment of the ranking index from the columns of its documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lgm_core.errors import StoreError
from lgm_core.retrieval.index.arrays import (
    Floats,
    Ids,
    Integers,
    Postings,
    are_first,
    items_of_rows,
    owners_of,
    ranges,
    row_starts,
    starts_of,
)
from lgm_core.retrieval.index.document_columns import NAME_COLUMNS, DocumentColumns
from lgm_core.retrieval.index.segment import GAP, LOOK_UP, NONE, TITLE_ROLE, CodeRows, Segment, is_in, row_of, rows_of
from lgm_core.retrieval.index.title_matching import Known, find_titles
from lgm_core.retrieval.index.title_names import MENTION, NEAR, PART, has_initials_length, pair_by_initials
from lgm_core.retrieval.word_codes import Codes, code_of_word, phrase_codes, prefix_codes
from lgm_core.retrieval.words import stem

__all__ = ["NamedTitles", "build_segment", "forms_of", "title_beginnings", "whole_segment", "word_matches"]

_TITLE_WORD = 2.0
"""A title word counts as this many more words of the text (BM25F, one field folded into the other): a title says what
the whole section is about."""

_COMMON = 500
"""The fewest sections of a common word, whose frequencies in all sections are stored as one row."""

_COMMON_SHARE = 64
"""A common word is also in at least one of this many sections: in English text some 350 words are."""

_WORDS_AT_ONCE = 1 << 21
"""Words searched for titles at once: few enough for memory."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedTitles:
    """Titles named in texts; each attribute has the shape (matches,).

    Attributes:
        first: the first word of each, counted through all words of the columns.
        last: the last word.
        concept: the name that is the concept's key.
    """

    first: Ids
    last: Ids
    concept: Integers


@dataclass(frozen=True, slots=True, eq=False)
class _Forms:
    """Forms of titles, sorted by their codes; equal codes are in the order of sections."""

    codes: Codes
    rows: Integers
    sections: Integers


def whole_segment(columns: DocumentColumns, languages: Sequence[str]) -> Segment:
    """Build the segment of all documents of a graph.

    Raises:
        StoreError: the graph has too many sentences for its word positions.
    """
    _require_places(columns)
    forms = forms_of(columns)
    sought = columns.form_sought[forms.rows]
    beginnings, codes = title_beginnings(columns), forms.codes[sought]
    matches = word_matches(columns, lambda wanted: is_in(wanted, beginnings), lambda wanted: is_in(wanted, codes))
    # Of several titles spelled alike, the last is meant.
    last = forms.codes.searchsorted(matches[2], side="right") - 1
    named = NamedTitles(matches[0], matches[1], columns.form_concept[forms.rows[last]])
    rows, titles = concept_counts(columns)
    keys = list(columns.names)
    pairs = pair_by_initials(
        (key for key, count in zip(keys, titles.tolist(), strict=True) if count),
        (key for key, own, count in zip(keys, rows.tolist(), titles.tolist(), strict=True) if own and not count),
    )
    numbers = {key: number for number, key in enumerate(keys)} if pairs else {}
    numbered = np.array([(numbers[other], numbers[title]) for other, title in pairs], dtype=np.int32)
    return build_segment(columns, named, numbered.reshape(-1, 2).T, languages)


def concept_counts(columns: DocumentColumns) -> tuple[Integers, Integers]:
    """Return the number of rows in which each name is a concept of its own, and in which it titles a section."""
    names = len(columns.names)
    titles = np.bincount(columns.role_concept[columns.role_weight > PART], minlength=names)
    rows = titles + np.bincount(columns.mention_concept, minlength=names)
    return (rows + np.bincount(columns.form_concept, minlength=names)).astype(np.int32), titles.astype(np.int32)


def forms_of(columns: DocumentColumns) -> _Forms:
    """Return the forms of titles by their codes."""
    rows = np.argsort(columns.form_code, kind="stable")
    return _Forms(columns.form_code[rows], rows.astype(np.int32), owners_of(columns.section_title_forms)[rows])


def title_beginnings(columns: DocumentColumns) -> Codes:
    """Return the codes of all beginnings of forms looked for in texts."""
    sought = np.flatnonzero(columns.form_sought)
    first, lengths = starts_of(columns.form_words)[sought], columns.form_words[sought].astype(np.int64)
    return prefix_codes(columns.word_codes[columns.form_word[ranges(first, lengths)]], starts_of(lengths))


def word_matches(columns: DocumentColumns, is_beginning: Known, is_title: Known) -> Ids:
    """Return first word, last word and code of the titles named in texts, as `find_titles` does."""
    zeros = np.zeros(len(columns.word_codes), dtype=np.int64)
    starts_title = is_beginning(phrase_codes(columns.word_codes, np.arange(len(zeros) + 1)))
    ends, found, begin = starts_of(columns.sentence_words), [np.zeros((3, 0), dtype=np.int64)], 0
    sentence_of_word = owners_of(columns.sentence_words).astype(np.int64)
    while begin < len(columns.word):
        end = int(ends[min(int(ends.searchsorted(begin + _WORDS_AT_ONCE)), len(ends) - 1)])
        word = columns.word[begin:end]
        matches = find_titles(
            columns.word_codes[word], sentence_of_word[begin:end], starts_title[word], is_beginning, is_title
        )
        matches[:2] += begin
        found.append(matches)
        begin = end
    return np.concatenate(found, axis=1)


def _require_places(columns: DocumentColumns) -> None:
    places = int(np.sum(columns.sentence_words, dtype=np.int64)) + GAP * len(columns.sentence_words)
    if places > np.iinfo(np.int32).max:
        raise StoreError(
            f"the graph has {len(columns.sentence_words):,} sentences, more than one index can hold (some 25 million); "
            "cut it into several graphs, by tenant or by document"
        )


def build_segment(columns: DocumentColumns, named: NamedTitles, pairs: Integers, languages: Sequence[str]) -> Segment:
    """Build a segment of documents."""
    sections, sentence_section = len(columns.section_title), owners_of(columns.section_sentences)
    sentence_start = starts_of(columns.sentence_words + np.int32(GAP)).astype(np.int32)
    stem_codes, word_stem, word_sections, word_positions = _words(columns, sentence_section, sentence_start)
    common_words, common_frequencies = _common(word_sections, sections)
    rows, titles = concept_counts(columns)
    is_concept = rows > 0
    is_concept[columns.role_concept] = True
    is_concept[named.concept] = True
    is_concept[pairs.ravel()] = True
    concept_name = np.flatnonzero(is_concept).astype(np.int32)
    of_name = np.full(len(columns.names) + 1, NONE, dtype=np.int32)
    of_name[concept_name] = np.arange(len(concept_name), dtype=np.int32)
    count = len(concept_name)
    mentions = _mentions(columns, named, of_name, sentence_section, sentence_start)
    roles = _roles(columns, of_name, of_name[pairs], count)
    concept_sections = Postings.of(
        np.concatenate([roles.rows(), mentions[1]]),
        np.concatenate([roles.items, mentions[0]]),
        np.concatenate([roles.weights, np.full(mentions.shape[1], MENTION, dtype=np.float32)]),
        count,
    )
    section_concept = of_name[columns.section_title]
    keys = _Keys.of(columns, concept_name, languages)
    forms = forms_of(columns)
    return Segment(
        columns=columns,
        name_uses=_name_uses(columns),
        section_document=owners_of(columns.document_sections),
        section_sentence=starts_of(columns.section_sentences),
        section_concept=section_concept,
        section_words=_section_words(columns),
        sentence_start=sentence_start,
        stem_codes=stem_codes,
        word_stem=word_stem,
        word_sections=word_sections,
        word_positions=word_positions,
        common_words=common_words,
        common_frequencies=common_frequencies,
        concept_name=concept_name,
        concept_rows=rows[concept_name],
        concept_titles=titles[concept_name],
        concept_frequency=_frequencies(concept_sections, keys.stems, stem_codes, word_sections),
        concept_sections=concept_sections,
        titled_sections=_titled(concept_sections),
        named_sections=_by_row(section_concept, count),
        concept_words=keys.stems,
        key_codes=keys.codes,
        key_concept=keys.concepts,
        last_codes=keys.last_codes,
        last_concept=keys.last_concepts,
        pairs=of_name[pairs],
        form_codes=forms.codes,
        form_section=forms.sections,
        form_concept=of_name[columns.form_concept[forms.rows]],
        form_row=forms.rows,
        beginnings=title_beginnings(columns),
        section_names=starts_of(columns.sentence_mentions)[starts_of(columns.section_sentences)],
        section_mentions=row_starts(mentions[0], sections).astype(np.int64),
        mention_concept=mentions[1],
        mention_first=mentions[2],
        mention_last=mentions[3],
    )


def _words(
    columns: DocumentColumns, sentence_section: Integers, sentence_start: Integers
) -> tuple[Codes, Integers, Postings, Postings]:
    """Return the codes of stems, each word's stem, and each stem's sections and positions."""
    sections = len(columns.section_title)
    stem_codes, stem_of_word = np.unique(columns.word_stems, return_inverse=True)
    word_stem: Integers = stem_of_word.astype(np.int32)
    word = word_stem[columns.word]
    by_word = np.argsort(word, kind="stable").astype(np.int32)
    word = word[by_word]
    sentence = owners_of(columns.sentence_words)
    begins = (sentence_start[:-1] - starts_of(columns.sentence_words)[:-1]).astype(np.int32)
    positions = by_word + begins[sentence[by_word]]
    section = sentence_section[sentence[by_word]]
    nothing = np.zeros(0, dtype=np.float32)
    by_position = Postings(row_starts(word, len(stem_codes)), positions.astype(np.int32), nothing)
    title_word, title_section = word_stem[columns.title_word], owners_of(columns.section_title_words)
    # A word's positions are sorted, so those in one section are adjacent.
    runs = np.flatnonzero(are_first(word, section))
    counts = np.diff(runs, append=len(word))
    keys = np.concatenate([word[runs].astype(np.int64), title_word]) * max(sections, 1)
    keys += np.concatenate([section[runs], title_section])
    weights = np.concatenate([counts, np.full(len(title_section), _TITLE_WORD)])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    firsts = np.flatnonzero(are_first(keys))
    sums = np.add.reduceat(weights[order], firsts) if len(firsts) else weights
    rows, items = keys[firsts] // max(sections, 1), keys[firsts] % max(sections, 1)
    by_section = Postings(row_starts(rows, len(stem_codes)), items.astype(np.int32), sums.astype(np.float32))
    return stem_codes, word_stem, by_section, by_position


def _name_uses(columns: DocumentColumns) -> Integers:
    """Return the number of rows of columns with each name."""
    uses = np.zeros(len(columns.names) + 1, dtype=np.int64)
    for name in NAME_COLUMNS:
        uses += np.bincount(getattr(columns, name) + 1, minlength=len(uses))
    return uses[1:].astype(np.int32)


def _section_words(columns: DocumentColumns) -> Floats:
    """Return the number of words of each section, including its title."""
    starts = starts_of(columns.sentence_words)[starts_of(columns.section_sentences)]
    return (np.diff(starts) + columns.section_title_words).astype(np.float32)


def _common(word_sections: Postings, sections: int) -> tuple[Integers, npt.NDArray[np.uint8]]:
    """Return the words in many sections, and their frequencies in all sections."""
    words = np.flatnonzero(word_sections.lengths() >= max(_COMMON, sections / _COMMON_SHARE)).astype(np.int32)
    frequencies = np.zeros((len(words), sections), dtype=np.uint8)
    for row, word in zip(frequencies, words.tolist(), strict=True):
        row[word_sections.row(word)] = np.minimum(word_sections.weights_of(word), LOOK_UP)
    return words, frequencies


def _frequencies(
    concept_sections: Postings, concept_words: CodeRows, stem_codes: Codes, word_sections: Postings
) -> Integers:
    """Return the number of sections with each concept, or with its word if it has only one.

    A one-word concept counts wherever the word occurs: few of its mentions are recognised as names.
    """
    frequencies = concept_sections.lengths()
    single = np.flatnonzero(np.diff(concept_words.starts) == 1)
    rows = rows_of(concept_words.items[concept_words.starts[single]], stem_codes)
    single, rows = single[rows != NONE], rows[rows != NONE]
    frequencies[single] = np.maximum(frequencies[single], word_sections.lengths()[rows])
    return frequencies


def _mentions(
    columns: DocumentColumns, named: NamedTitles, of_name: Integers, sentence_section: Integers, starts: Integers
) -> Integers:
    """Return the distinct sections, concepts, first and last positions of the names and titles in texts, sorted."""
    sentence = owners_of(columns.sentence_mentions)
    word_sentence = owners_of(columns.sentence_words)[named.first]
    offset = starts[word_sentence] - starts_of(columns.sentence_words)[word_sentence]
    names = (
        sentence_section[sentence],
        of_name[columns.mention_concept],
        starts[sentence] + columns.mention_first,
        starts[sentence] + columns.mention_last,
    )
    titles = (sentence_section[word_sentence], of_name[named.concept], named.first + offset, named.last + offset)
    rows = np.stack([np.concatenate(pair).astype(np.int32) for pair in zip(names, titles, strict=True)])
    rows = rows[:, np.lexsort(rows[::-1])]
    return np.ascontiguousarray(rows[:, are_first(*rows)])


def _roles(columns: DocumentColumns, of_name: Integers, pairs: Integers, count: int) -> Postings:
    """Return, by concept, the sections whose title it is or may be part of.

    Names that differ from a title only in initials count as near forms of it.
    """
    own = Postings.of(of_name[columns.role_concept], owners_of(columns.section_roles), columns.role_weight, count)
    titled = _titled(own)
    owner, place = items_of_rows(titled.starts, pairs[1])
    return Postings.of(
        np.concatenate([own.rows(), pairs[0][owner]]),
        np.concatenate([own.items, titled.items[place]]),
        np.concatenate([own.weights, np.full(len(owner), NEAR, dtype=np.float32)]),
        count,
    )


def _titled(roles: Postings) -> Postings:
    """Return, by concept, the sections it titles."""
    is_title = roles.weights > TITLE_ROLE
    starts = row_starts(roles.rows()[is_title], roles.row_count)
    return Postings(starts, roles.items[is_title], roles.weights[is_title])


def _by_row(rows: Integers, count: int) -> Postings:
    """Return the items of each row; -1 is no row."""
    order = np.argsort(rows, kind="stable")
    order = order[rows[order] >= 0]
    return Postings(row_starts(rows[order], count), order.astype(np.int32), np.zeros(0, dtype=np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class _Keys:
    """The keys of concepts as codes; the attributes are those of `Segment`."""

    stems: CodeRows
    codes: Codes
    concepts: Integers
    last_codes: Codes
    last_concepts: Integers

    @classmethod
    def of(cls, columns: DocumentColumns, concept_name: Integers, languages: Sequence[str]) -> _Keys:
        keys = [key.split(" ") for key in columns.names.taken(concept_name.astype(np.int64))]
        starts = starts_of(np.fromiter(map(len, keys), dtype=np.int32, count=len(keys)))
        codes = _Memo(code_of_word)
        words = np.array([codes[word] for key in keys for word in key], dtype=np.int64)
        stems = _Memo(_StemsOfKeys(columns, languages).stem)
        stemmed = np.array([stems[word] for key in keys for word in key], dtype=np.int64)
        whole = phrase_codes(words, starts)
        order = np.argsort(whole, kind="stable")
        compared = np.array([number for number, key in enumerate(keys) if has_initials_length(key)], dtype=np.int32)
        last = words[starts[compared + 1] - 1] if len(compared) else words[:0]
        by_last = np.argsort(last, kind="stable")
        return cls(CodeRows(starts, stemmed), whole[order], order.astype(np.int32), last[by_last], compared[by_last])


class _StemsOfKeys:
    """The stems of the words of keys, by code: as in texts with the word, else by the language.

    A key lacks accents and language; texts in several languages may have several stems for it.
    """

    def __init__(self, columns: DocumentColumns, languages: Sequence[str]) -> None:
        self._columns, self._languages = columns, languages

    def stem(self, word: str) -> int:
        row = row_of(code_of_word(word), self._columns.word_codes)
        if row != NONE:
            return int(self._columns.word_stems[row])
        stems = [code_of_word(stem(word, language)) for language in self._languages or ("",)]
        return next((code for code in stems if code in self._known), stems[0])

    @cached_property
    def _known(self) -> frozenset[int]:
        return frozenset(self._columns.word_stems.tolist())


class _Memo(dict[str, int]):
    """Remembers the values of a function."""

    def __init__(self, function: Callable[[str], int]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: str) -> int:
        return self.setdefault(key, self._function(key))
