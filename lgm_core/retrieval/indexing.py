"""Building the ranking index from the documents of a graph."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from lgm_core.model import DocumentGraph, Mention, MentionSource, Sentence
from lgm_core.retrieval.index import Floats, Integers, Postings, RankingIndex, Texts
from lgm_core.retrieval.naming import MENTION, TitleNames, title_names
from lgm_core.retrieval.tokens import Numbering, Tokenizer, Tokens
from lgm_core.retrieval.words import STOP_WORDS, stem

__all__ = ["build_index"]

_MONTHS = frozenset("january february march april may june july august september october november december".split())

_OPENING = 2
"""Words that may stand before the name with which a sentence opens."""

_TITLE_WORD = 2.0
"""A word of the title counts as so many more of the text (BM25F, one field folded into the other)."""


def build_index(graphs: Iterable[DocumentGraph]) -> RankingIndex:
    """Index documents; titles are looked up in all sentences once all documents are known."""
    builder = _Builder()
    for graph in graphs:
        builder.add(graph)
    return builder.finish()


def _is_name(mention: Mention) -> bool:
    """Tell whether a mention is written as a name and is no date; common nouns and dates as bridges lead everywhere."""
    if mention.source is not MentionSource.TEXT or mention.surface.islower():
        return False
    return any(map(str.isupper, mention.surface)) and not _is_date(mention.concept)


@lru_cache(maxsize=1 << 16)
def _is_date(concept: str) -> bool:
    return all(word in _MONTHS or word.isdigit() for word in concept.split(" "))


class _Builder:
    """Collects documents; everything of a section is kept together, in the order of the sections."""

    def __init__(self) -> None:
        self.document_ids: list[str] = []
        self.section_ids: list[str] = []
        self.sentence_ids: list[str] = []
        self.titles: list[str] = []
        self.texts: list[str] = []
        self.section_document, self.sentence_section = array("i"), array("i")
        self.tokenizer = Tokenizer()

    def add(self, graph: DocumentGraph) -> None:
        """Take in one document."""
        names: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in graph.mentions:
            if _is_name(mention):
                names[mention.sentence_id].append(mention)
        sentences: defaultdict[str, list[Sentence]] = defaultdict(list)
        for sentence in graph.sentences:
            sentences[sentence.section_id].append(sentence)
        for section in graph.sections:
            self.section_document.append(len(self.document_ids))
            self.section_ids.append(section.id)
            self.titles.append(section.title or graph.document.title)
            for sentence in sentences[section.id]:
                self._add_sentence(sentence, names[sentence.id])
        self.document_ids.append(graph.document.id)

    def _add_sentence(self, sentence: Sentence, names: Sequence[Mention]) -> None:
        self.sentence_section.append(len(self.section_ids) - 1)
        self.sentence_ids.append(sentence.id)
        self.texts.append(sentence.text)
        self.tokenizer.add(sentence.text, names)

    def finish(self) -> RankingIndex:
        """Turn what was collected into arrays."""
        tokens = self.tokenizer.finish()
        sentence_section = np.array(self.sentence_section, dtype=np.int32)
        section_of = sentence_section[tokens.sentence]
        numbering, labels = self.tokenizer.concepts, self.tokenizer.labels
        names = title_names(self.titles, self._openings(tokens, sentence_section), numbering)
        mentioned = np.stack([sentence_section[tokens.mention_sentence()], tokens.concept, tokens.first, tokens.last])
        titled = _title_mentions(names, self.tokenizer.folded, tokens, section_of)
        section, concept, first, last = _sorted_rows(np.concatenate([mentioned, titled], axis=1))
        words = Numbering()
        word_of_form = np.array([words[stem(one)] for one in self.tokenizer.folded], dtype=np.int32)
        title_words = [
            (section_at, words[stem(word.folded)]) for section_at, title in enumerate(names.words) for word in title
        ]
        token_word = word_of_form[tokens.form] if len(word_of_form) else tokens.form
        word_positions, position_sentence = _positions(token_word, tokens.position, tokens.sentence, len(words))
        word_sections, section_words = _frequencies(
            token_word, section_of, title_words, len(words), len(self.section_ids)
        )
        concepts = _roles(section, concept, names.roles, len(numbering))
        concept_words = _words_of(numbering, words)
        return RankingIndex(
            document_ids=tuple(self.document_ids),
            section_ids=tuple(self.section_ids),
            sentence_ids=tuple(self.sentence_ids),
            names=tuple(names.labels.get(number) or labels.get(number, key) for key, number in numbering.items()),
            texts=Texts.of(self.texts),
            numbers={**numbering, **names.written},
            words=dict(words),
            section_document=np.array(self.section_document, dtype=np.int32),
            section_title=np.array(names.title_of, dtype=np.int32),
            section_words=section_words,
            sentence_section=sentence_section,
            sentence_start=tokens.sentence_start,
            word_sections=word_sections,
            word_positions=word_positions,
            position_sentence=position_sentence,
            concepts=concepts,
            concept_words=concept_words,
            concept_frequency=_concept_frequency(concepts, concept_words, word_sections),
            section_mentions=_starts(section, len(self.section_ids)),
            mention_concept=concept,
            mention_first=first,
            mention_last=last,
        )

    def _openings(self, tokens: Tokens, sentence_section: Integers) -> list[str]:
        """Return for each section the longest concept that its first sentence opens with, or nothing."""
        keys, openings = list(self.tokenizer.concepts), [""] * len(self.section_ids)
        sentence = tokens.mention_sentence()
        opens_section = np.diff(sentence_section, prepend=-1) > 0
        is_early = tokens.first - tokens.sentence_start[sentence] <= _OPENING
        for at in np.flatnonzero(opens_section[sentence] & is_early).tolist():
            section = int(sentence_section[sentence[at]])
            openings[section] = max(openings[section], keys[tokens.concept[at]], key=len)
        return openings


def _title_mentions(names: TitleNames, known: dict[str, int], tokens: Tokens, section: Integers) -> Integers:
    """Look the longest title up at every word, as written: a sentence may name a title that is no noun phrase.

    Returns rows of section, concept, first and last word.
    """
    titles: dict[tuple[int, ...], int] = {}
    for written, concept in names.written.items():
        forms = tuple(known.get(word, -1) for word in written.split(" "))
        if -1 not in forms and not (len(forms) == 1 and (written in STOP_WORDS or len(written) < 3)):
            titles[forms] = concept
    lengths: defaultdict[int, list[int]] = defaultdict(list)
    for first, length in sorted({(one[0], len(one)) for one in titles}, reverse=True):
        lengths[first].append(length)
    form, position = tokens.form, tokens.position
    found: list[tuple[int, int, int]] = []
    done = 0
    for at in _may_begin(titles, form, len(known)).tolist():
        if at < done:
            continue
        for length in lengths[int(form[at])]:
            end = at + length
            if end > len(form) or position[end - 1] - position[at] != length - 1:
                continue
            concept_there = titles.get(tuple(form[at:end].tolist()))
            if concept_there is not None:
                found.append((at, end - 1, concept_there))
                done = end
                break
    first_word, last_word, concepts = np.array(found, dtype=np.int32).reshape(-1, 3).T
    return np.stack([section[first_word], concepts, position[first_word], position[last_word]])


def _may_begin(titles: Iterable[tuple[int, ...]], form: Integers, forms: int) -> Integers:
    """Return where a title of one word stands, or the first two words of a longer one."""
    single = np.zeros(forms, dtype=bool)
    single[[one[0] for one in titles if len(one) == 1]] = True
    pairs = np.array([one[0] * forms + one[1] for one in titles if len(one) > 1], dtype=np.int64)
    followed = np.isin(form[:-1] * np.int64(forms) + form[1:], pairs)
    return np.flatnonzero(single[form] | np.append(followed, False)[: len(form)]).astype(np.int32)


def _sorted_rows(columns: Integers) -> Integers:
    """Return columns in the order of their first row, then the next ones, each once."""
    columns = columns[:, np.lexsort(columns[::-1])]
    is_new = np.append(True, (columns[:, 1:] != columns[:, :-1]).any(axis=0))[: columns.shape[1]]
    return np.ascontiguousarray(columns[:, is_new])


def _starts(rows: Integers, count: int) -> Integers:
    """Return where each row starts in a sorted array of row numbers."""
    return np.searchsorted(rows, np.arange(count + 1)).astype(np.int32)


def _positions(word: Integers, position: Integers, sentence: Integers, words: int) -> tuple[Postings, Integers]:
    order = np.argsort(word, kind="stable")
    none = np.zeros(0, dtype=np.float32)
    return Postings(_starts(word[order], words), position[order], none), sentence[order]


def _words_of(concepts: Iterable[str], words: dict[str, int]) -> Postings:
    keys = [key.split(" ") for key in concepts]
    starts = np.cumsum([0, *map(len, keys)]).astype(np.int32)
    items = np.array([words.get(stem(word), -1) for key in keys for word in key], dtype=np.int32)
    return Postings(starts, items, np.zeros(0, dtype=np.float32))


def _concept_frequency(concepts: Postings, concept_words: Postings, word_sections: Postings) -> Integers:
    """Count the sections of each concept; a single word counts wherever it stands: few of its mentions are names."""
    frequency = concepts.lengths()
    single = np.flatnonzero(concept_words.lengths() == 1)
    word = concept_words.items[concept_words.starts[single]]
    known = word >= 0
    of_word = word_sections.lengths()[word[known]]
    frequency[single[known]] = np.maximum(frequency[single[known]], of_word)
    return frequency


def _frequencies(
    word: Integers, section: Integers, title_words: Sequence[tuple[int, int]], words: int, sections: int
) -> tuple[Postings, Floats]:
    """Count each word in each section, its title's words more, and the words of each section."""
    of_titles = np.array(title_words, dtype=np.int64).reshape(-1, 2)
    keys = np.concatenate([word.astype(np.int64) * sections + section, of_titles[:, 1] * sections + of_titles[:, 0]])
    counts = np.concatenate([np.ones(len(word)), np.full(len(of_titles), _TITLE_WORD)])
    unique, inverse = np.unique(keys, return_inverse=True)
    weights = np.bincount(inverse, counts, minlength=len(unique)).astype(np.float32)
    rows = (unique // max(sections, 1)).astype(np.int32)
    postings = Postings(_starts(rows, words), (unique % max(sections, 1)).astype(np.int32), weights)
    lengths = np.bincount(section, minlength=sections) + np.bincount(of_titles[:, 0], minlength=sections)
    return postings, lengths.astype(np.float32)


def _roles(section: Integers, concept: Integers, titles: dict[tuple[int, int], float], concepts: int) -> Postings:
    """Return the sections of each concept with its greatest weight there."""
    titled = np.array(list(titles), dtype=np.int32).reshape(-1, 2)
    rows = np.concatenate([concept, titled[:, 0]])
    items = np.concatenate([section, titled[:, 1]])
    weights = np.concatenate([np.full(len(section), MENTION), np.array(list(titles.values()))])
    order = np.lexsort((-weights, items, rows))
    rows, items, weights = rows[order], items[order], weights[order]
    first = np.ones(len(rows), dtype=bool)
    first[1:] = (rows[1:] != rows[:-1]) | (items[1:] != items[:-1])
    return Postings(_starts(rows[first], concepts), items[first], weights[first].astype(np.float32))
