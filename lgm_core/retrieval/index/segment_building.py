"""Building a segment of the ranking index from the columns of its documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lgm_core.errors import StoreError
from lgm_core.retrieval.index.arrays import (
    Booleans,
    Floats,
    Ids,
    Integers,
    Postings,
    are_first,
    owners_of,
    ranges,
    row_starts,
    starts_of,
)
from lgm_core.retrieval.index.concept_keys import ConceptKeys
from lgm_core.retrieval.index.document_columns import NAME_COLUMNS, DocumentColumns
from lgm_core.retrieval.index.segment import GAP, NONE, TITLE_ROLE, CodeRows, Segment, is_in, rows_of
from lgm_core.retrieval.index.spool import Spool, slices
from lgm_core.retrieval.index.title_names import MENTION, PART
from lgm_core.retrieval.index.word_postings import WordPostings
from lgm_core.retrieval.word_codes import Codes, extended, phrase_codes, prefix_codes

__all__ = [
    "NamedTitles",
    "build_segment",
    "find_titles",
    "forms_of",
    "title_beginnings",
    "whole_segment",
    "word_matches",
]


Known = Callable[[Codes], Booleans]
"""Tells which codes of phrases are known."""

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
    return build_segment(columns, named, languages)


def _concept_rows(columns: DocumentColumns) -> Integers:
    """Return the number of rows in which each name is a concept of its own, not just a part of a title."""
    names = (columns.role_concept[columns.role_weight > PART], columns.mention_concept, columns.form_concept)
    counts = [np.bincount(each, minlength=len(columns.names)) for each in names]
    return np.asarray(np.sum(counts, axis=0), dtype=np.int32)


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
    ends, found = starts_of(columns.sentence_words), [np.zeros((3, 0), dtype=np.int64)]
    begin = first = 0
    while begin < len(columns.word):
        after = min(int(ends.searchsorted(begin + _WORDS_AT_ONCE)), len(ends) - 1)
        end = int(ends[after])
        word, sentence = columns.word[begin:end], np.arange(first, after).repeat(columns.sentence_words[first:after])
        matches = find_titles(columns.word_codes[word], sentence, starts_title[word], is_beginning, is_title)
        matches[:2] += begin
        found.append(matches)
        begin, first = end, after
    return np.concatenate(found, axis=1)


def _require_places(columns: DocumentColumns) -> None:
    places = int(np.sum(columns.sentence_words, dtype=np.int64)) + GAP * len(columns.sentence_words)
    if places > np.iinfo(np.int32).max:
        raise StoreError(
            f"the graph has {len(columns.sentence_words):,} sentences, more than one index can hold (some 25 million); "
            "cut it into several graphs, by tenant or by document"
        )


def build_segment(columns: DocumentColumns, named: NamedTitles, languages: Sequence[str]) -> Segment:
    """Build a segment of documents."""
    sections, sentence_section = len(columns.section_title), owners_of(columns.section_sentences)
    sentence_start = starts_of(columns.sentence_words + np.int32(GAP)).astype(np.int32)
    words = WordPostings.of(columns, sentence_section, sentence_start)
    rows = _concept_rows(columns)
    is_concept = rows > 0
    is_concept[columns.role_concept] = True
    is_concept[named.concept] = True
    concept_name = np.flatnonzero(is_concept).astype(np.int32)
    of_name = np.full(len(columns.names) + 1, NONE, dtype=np.int32)
    of_name[concept_name] = np.arange(len(concept_name), dtype=np.int32)
    count = len(concept_name)
    mentions = _mentions(columns, named, of_name, sentence_section, sentence_start)
    roles = Postings.of(of_name[columns.role_concept], owners_of(columns.section_roles), columns.role_weight, count)
    concept_sections = Postings.of(
        np.concatenate([roles.rows(), mentions[1]]),
        np.concatenate([roles.items, mentions[0]]),
        np.concatenate([roles.weights, np.full(len(mentions[0]), MENTION, dtype=np.float32)]),
        count,
    )
    section_concept = of_name[columns.section_title]
    keys = ConceptKeys.of(columns, concept_name, words.stem_codes, languages)
    forms = forms_of(columns)
    return Segment(
        columns=columns,
        name_uses=_name_uses(columns),
        section_document=owners_of(columns.document_sections),
        section_sentence=starts_of(columns.section_sentences),
        section_concept=section_concept,
        section_words=_section_words(columns),
        sentence_start=sentence_start,
        stem_codes=words.stem_codes,
        word_stem=words.word_stem,
        word_sections=words.sections,
        word_contexts=_word_contexts(columns, words),
        word_positions=words.positions,
        common_words=words.common,
        common_frequencies=words.common_frequencies,
        concept_name=concept_name,
        concept_rows=rows[concept_name],
        concept_frequency=_frequencies(concept_sections, keys.stems, words.stem_codes, words.sections),
        concept_sections=concept_sections,
        titled_sections=_titled(concept_sections),
        named_sections=_by_row(section_concept, count),
        concept_words=keys.stems,
        key_codes=keys.codes,
        key_concept=keys.concepts,
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


def _word_contexts(columns: DocumentColumns, words: WordPostings) -> Postings:
    of_words, sections = words.word_stem[columns.context_word], owners_of(columns.section_context_words)
    return Postings.of(of_words, sections, np.ones(len(sections), dtype=np.float32), len(words.stem_codes))


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
) -> tuple[Integers, ...]:
    """Return the distinct sections, concepts, first and last positions of the names and titles in texts, sorted."""
    section_starts, word_starts = starts_of(columns.section_sentences), starts_of(columns.sentence_words)
    title_sentence = word_starts.searchsorted(named.first, side="right") - 1
    names = starts_of(columns.sentence_mentions)[section_starts]
    titles = title_sentence.searchsorted(section_starts)
    spools = [Spool() for _ in range(4)]
    cuts = (names + titles).searchsorted([at.stop for at in slices(int(names[-1] + titles[-1]))])
    for first, end in pairwise([0, *cuts.tolist()]):
        at, of = slice(names[first], names[end]), slice(titles[first], titles[end])
        held = slice(section_starts[first], section_starts[end])
        sentence = np.arange(held.start, held.stop).repeat(columns.sentence_mentions[held])
        offset = starts[title_sentence[of]] - word_starts[title_sentence[of]]
        of_names = (
            sentence_section[sentence],
            of_name[columns.mention_concept[at]],
            starts[sentence] + columns.mention_first[at],
            starts[sentence] + columns.mention_last[at],
        )
        of_titles = (
            sentence_section[title_sentence[of]],
            of_name[named.concept[of]],
            named.first[of] + offset,
            named.last[of] + offset,
        )
        rows = np.stack([np.concatenate(pair).astype(np.int32) for pair in zip(of_names, of_titles, strict=True)])
        rows = rows[:, np.lexsort(rows[::-1])]
        for spool, row in zip(spools, rows[:, are_first(*rows)], strict=True):
            spool.add(row)
    return tuple(spool.finish() for spool in spools)


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


def find_titles(word: Codes, sentence: Ids, starts_title: Booleans, is_beginning: Known, is_title: Known) -> Ids:
    """Find titles in sentences by their wording: a sentence may name a title that is not a noun phrase.

    Phrases from all words of the text grow at once, as long as they are the beginning of a title.

    Args:
        word: the codes of the words of all sentences, of shape (words,).
        sentence: the sentence of each, of the same shape.
        starts_title: which words begin a title, of the same shape.
        is_beginning: tells which codes belong to beginnings of titles.
        is_title: tells which codes belong to titles.

    Returns:
        First word, last word and code of each match, from left to right, of shape (3, matches).
    """
    places = np.flatnonzero(starts_title)
    codes = extended(np.zeros(len(places), dtype=np.int64), word[places])
    length, found = np.zeros(len(word), dtype=np.int64), np.zeros(len(word), dtype=np.int64)
    depth = 1
    while len(places):
        is_match = is_title(codes)
        length[places[is_match]], found[places[is_match]] = depth, codes[is_match]
        goes_on = places + depth < len(word)
        places, codes = places[goes_on], codes[goes_on]
        goes_on = sentence[places + depth] == sentence[places]
        places, codes = places[goes_on], codes[goes_on]
        codes = extended(codes, word[places + depth])
        goes_on = is_beginning(codes)
        places, codes = places[goes_on], codes[goes_on]
        depth += 1
    first = _without_overlaps(length)
    return np.array([first, first + length[first] - 1, found[first]], dtype=np.int64)


def _without_overlaps(lengths: Ids) -> Ids:
    """Return the starts of matches that do not overlap an earlier one, given the length of the match at each word."""
    starts, end = [], 0
    places = np.flatnonzero(lengths)
    for place, length in zip(places.tolist(), lengths[places].tolist(), strict=True):
        if place >= end:
            starts.append(place)
            end = place + length
    return np.array(starts, dtype=np.int64)
