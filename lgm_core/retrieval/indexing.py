"""Building the ranking index from the documents of a graph."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from lgm_core.model import DocumentGraph, Mention, MentionSource, RelationKind, Section, Sentence, Verdict
from lgm_core.retrieval.index import Floats, Integers, Postings, RankingIndex, Texts
from lgm_core.retrieval.naming import MENTION, TitleNames, title_names
from lgm_core.retrieval.words import STOP_WORDS, split_words, stem

__all__ = ["GAP", "build_index"]

GAP = 64
"""Unused positions between sentences: words closer than this are of one sentence."""

_MONTHS = frozenset("january february march april may june july august september october november december".split())

_TITLE_WORD = 2.0
"""A word of the title counts as so many more of the text (BM25F, one field folded into the other)."""


def build_index(graphs: Iterable[DocumentGraph]) -> RankingIndex:
    """Index documents; titles are looked up in all sentences once all documents are known."""
    builder = _Builder()
    for graph in graphs:
        builder.add(graph)
    return builder.finish()


class _Numbering:
    """Numbers given to strings in the order they come."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, key: str) -> int:
        return self.numbers.setdefault(key, len(self.numbers))


def _is_name(mention: Mention) -> bool:
    """Tell whether a mention is written as a name and is no date; common nouns and dates as bridges lead everywhere."""
    if mention.source is not MentionSource.TEXT or not any(letter.isupper() for letter in mention.surface):
        return False
    return not all(word in _MONTHS or word.isdigit() for word in mention.concept.split(" "))


class _Table:
    """Rows of integers that grow cheaply."""

    def __init__(self, columns: int) -> None:
        self._columns = [array("i") for _ in range(columns)]

    def append(self, *row: int) -> None:
        for column, value in zip(self._columns, row, strict=True):
            column.append(value)

    def arrays(self) -> list[Integers]:
        return [np.array(column, dtype=np.int32) for column in self._columns]


class _Builder:
    """Collects documents; everything of a section is kept together, in the order of the sections."""

    def __init__(self) -> None:
        self.document_ids: list[str] = []
        self.section_ids: list[str] = []
        self.sentence_ids: list[str] = []
        self.titles: list[str] = []
        self.texts: list[str] = []
        self.labels: dict[int, str] = {}
        self.leading: list[str] = []
        self.form, self.concept = _Numbering(), _Numbering()
        self.section_document, self.sentence_section, self.sentence_start = array("i"), array("i"), array("i")
        self.tokens = _Table(3)
        self.mentions = _Table(4)
        self.aliases: set[tuple[str, str]] = set()
        self.position = 0

    def add(self, graph: DocumentGraph) -> None:
        """Take in one document."""
        mentions: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in graph.mentions:
            if _is_name(mention):
                mentions[mention.sentence_id].append(mention)
        sentences: defaultdict[str, list[Sentence]] = defaultdict(list)
        for sentence in graph.sentences:
            sentences[sentence.section_id].append(sentence)
        for section in graph.sections:
            self._add_section(section, section.title or graph.document.title)
            for sentence in sentences[section.id]:
                self._add_sentence(sentence, mentions[sentence.id])
        for relation in graph.relations:
            if relation.kind is RelationKind.ALIAS_OF and relation.verdict is not Verdict.INVALID:
                self.aliases.add((relation.subject, relation.object))
        self.document_ids.append(graph.document.id)

    def _add_section(self, section: Section, title: str) -> None:
        self.section_ids.append(section.id)
        self.titles.append(title)
        self.leading.append("")
        self.section_document.append(len(self.document_ids))

    def _add_sentence(self, sentence: Sentence, mentions: Sequence[Mention]) -> None:
        number, section = len(self.sentence_ids), len(self.section_ids) - 1
        words = split_words(sentence.text)
        for offset, word in enumerate(words):
            self.tokens.append(self.form(word.folded), self.position + offset, number)
        starts = [word.start for word in words]
        opening = ""
        for mention in mentions:
            first = bisect_left(starts, mention.start)
            last = bisect_left(starts, mention.end) - 1
            if first <= last:
                concept = self.concept(mention.concept)
                self.labels.setdefault(concept, mention.surface)
                self.mentions.append(section, concept, self.position + first, self.position + last)
                if first <= 2 and len(mention.concept) > len(opening):
                    opening = mention.concept
        if not self.sentence_section or self.sentence_section[-1] != section:
            self.leading[-1] = opening
        self.sentence_ids.append(sentence.id)
        self.texts.append(sentence.text)
        self.sentence_start.append(self.position)
        self.sentence_section.append(section)
        self.position += len(words) + GAP

    def finish(self) -> RankingIndex:
        """Turn what was collected into arrays."""
        names = title_names(self.titles, self.leading, self.concept.numbers)
        form, position, sentence = self.tokens.arrays()
        sentence_section = np.array(self.sentence_section, dtype=np.int32)
        self._add_title_mentions(names, form, position, sentence_section[sentence])
        words = _Numbering()
        word_of_form = np.array([words(stem(one)) for one in self.form.numbers], dtype=np.int32)
        title_words = [
            (section, words(stem(w.folded))) for section, t in enumerate(self.titles) for w in split_words(t)
        ]
        section, concept, first, last = self._sorted_mentions()
        numbers = self.concept.numbers | names.written
        token_word = word_of_form[form] if len(form) else form
        word_positions, position_sentence = _positions(token_word, position, sentence, len(words.numbers))
        word_sections, section_words = _frequencies(
            token_word, sentence_section[sentence], title_words, len(words.numbers), len(self.section_ids)
        )
        concepts = _roles(section, concept, names.roles, len(self.concept.numbers))
        concept_words = _words_of(self.concept.numbers, words.numbers)
        return RankingIndex(
            document_ids=tuple(self.document_ids),
            section_ids=tuple(self.section_ids),
            sentence_ids=tuple(self.sentence_ids),
            names=tuple(
                names.labels.get(number) or self.labels.get(number, key) for key, number in self.concept.numbers.items()
            ),
            texts=Texts.of(self.texts),
            numbers=numbers,
            words=words.numbers,
            section_document=np.array(self.section_document, dtype=np.int32),
            section_title=np.array(names.title_of, dtype=np.int32),
            section_words=section_words,
            sentence_section=sentence_section,
            sentence_start=np.array(self.sentence_start, dtype=np.int32),
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

    def _add_title_mentions(self, names: TitleNames, form: Integers, position: Integers, section: Integers) -> None:
        """Look the longest title up at every word, as written: a sentence may name a title that is no noun phrase."""
        known = self.form.numbers
        by_first: defaultdict[int, dict[tuple[int, ...], int]] = defaultdict(dict)
        for written, concept in names.written.items():
            forms = tuple(known.get(word, -1) for word in written.split(" "))
            if -1 not in forms and not (len(forms) == 1 and (written in STOP_WORDS or len(written) < 3)):
                by_first[forms[0]][forms] = concept
        lengths = {first: sorted({len(one) for one in titles}, reverse=True) for first, titles in by_first.items()}
        done = 0
        for at in np.flatnonzero(np.isin(form, np.fromiter(by_first, dtype=np.int32, count=len(by_first)))).tolist():
            if at < done:
                continue
            for length in lengths[form[at]]:
                end = at + length
                if end > len(form) or position[end - 1] - position[at] != length - 1:
                    continue
                found = by_first[form[at]].get(tuple(form[at:end].tolist()))
                if found is not None:
                    self.mentions.append(int(section[at]), found, int(position[at]), int(position[end - 1]))
                    done = end
                    break

    def _sorted_mentions(self) -> tuple[Integers, Integers, Integers, Integers]:
        columns = np.unique(np.stack(self.mentions.arrays()), axis=1)
        section, concept, first, last = (np.ascontiguousarray(column) for column in columns)
        return section, concept, first, last


def _starts(rows: Integers, count: int) -> Integers:
    """Return where each row starts in a sorted array of row numbers."""
    return np.searchsorted(rows, np.arange(count + 1)).astype(np.int32)


def _positions(word: Integers, position: Integers, sentence: Integers, words: int) -> tuple[Postings, Integers]:
    order = np.argsort(word, kind="stable")
    none = np.zeros(0, dtype=np.float32)
    return Postings(_starts(word[order], words), position[order], none), sentence[order]


def _words_of(concepts: Iterable[str], words: dict[str, int]) -> Postings:
    rows = [[words.get(stem(word), -1) for word in key.split(" ")] for key in concepts]
    starts = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    items = np.fromiter((word for row in rows for word in row), dtype=np.int32, count=int(starts[-1]))
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
