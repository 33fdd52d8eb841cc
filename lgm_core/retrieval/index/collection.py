"""Collecting the columns of documents from their graphs."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import compress
from typing import Any, Generic, TypeVar

import numpy as np

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.language.words import is_pair, split_surfaces, stem, stop_words
from lgm_core.model import DocumentGraph, Mention, MentionSource, Sentence
from lgm_core.retrieval.identifiers import identifier_words
from lgm_core.retrieval.index.array_file import parked
from lgm_core.retrieval.index.arrays import Integers, Texts, owners_of, starts_of
from lgm_core.retrieval.index.document_columns import NAME_COLUMNS, WORD_COLUMNS, DocumentColumns
from lgm_core.retrieval.index.title_names import TitleNames, title_names, written_words
from lgm_core.retrieval.word_codes import code_of_phrase, code_of_word
from lgm_core.retrieval.written_values import written_values

__all__ = ["Numbering", "Tokenizer", "Tokens", "WordForms", "collect"]

_SENTENCE_SEPARATOR = "\n\n\n"
"""Separates sentences tokenized together: too wide for initials to be joined across it."""

_CHUNK = 1 << 20
"""Characters tokenized at once: few enough for memory, enough to amortise the fixed cost of a chunk."""


_Key = TypeVar("_Key")


class Numbering(dict[_Key, int], Generic[_Key]):
    """Numbers strings, or other keys, in order of first use."""

    def __missing__(self, key: _Key) -> int:
        """Assign the next number."""
        return self.setdefault(key, len(self))


class WordForms(dict[str, int]):
    """Numbers of a language's words as written: forms with the same folded word and stem share a number."""

    def __init__(self, words: Numbering[tuple[str, str]], language: str) -> None:
        super().__init__()
        self._words, self._language = words, language

    def __missing__(self, surface: str) -> int:
        """Assign a number to a new form."""
        return self.setdefault(surface, self._words[fold_word(surface), stem(surface, self._language)])


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """All words, and the mentions that contain words; words and strings by number.

    Attributes:
        sentence_words: how many words each sentence has, of shape (sentences,).
        sentence_mentions: how many mentions, of the same shape.
        word: each word, folded and with its stem, of shape (words,).
        concept: the concept of each mention, in the order of the sentences, of shape (mentions,).
        surface: the mention as written, of the same shape.
        first: the position of the mention's first word in its sentence, of the same shape.
        last: the position of its last word, of the same shape.
    """

    sentence_words: Integers
    sentence_mentions: Integers
    word: Integers
    concept: Integers
    surface: Integers
    first: Integers
    last: Integers


class Tokenizer:
    """Collects sentences with their mentions and tokenizes them in large chunks."""

    def __init__(self, strings: Numbering[str], chunk: int = _CHUNK) -> None:
        self._strings, self._chunk = strings, chunk
        self._forms = WordForms(Numbering(), "")
        self._texts: list[str] = []
        self._unsplit_characters = 0
        self._counts: list[int] = []
        self._mentions: list[Mention] = []
        self._done: list[Tokens] = []

    def add(self, text: str, mentions: Sequence[Mention], forms: WordForms) -> None:
        """Add a sentence and its mentions; `forms` numbers its words."""
        if self._unsplit_characters > self._chunk or forms is not self._forms:
            self._split()
            self._forms = forms
        self._texts.append(text)
        self._counts.append(len(mentions))
        self._mentions += mentions
        self._unsplit_characters += len(text)

    def finish(self) -> Tokens:
        """Return everything collected."""
        self._split()
        columns = (np.concatenate([getattr(tokens, column.name) for tokens in self._done]) for column in fields(Tokens))
        return Tokens(*columns)

    def _split(self) -> None:
        """Tokenize the sentences collected since the last call."""
        texts, forms = self._texts, self._forms
        surfaces, starts = split_surfaces(_SENTENCE_SEPARATOR.join(texts))
        begins = np.cumsum([0, *(len(text) + len(_SENTENCE_SEPARATOR) for text in texts)])[:-1]
        start = np.array(starts, dtype=np.int64)
        first_word = np.searchsorted(start, begins)
        sentence = np.repeat(np.arange(len(texts)), self._counts)
        first, end = (
            np.searchsorted(
                start, begins[sentence] + np.array([getattr(mention, side) for mention in self._mentions], dtype=int)
            )
            for side in ("start", "end")
        )
        has_words = first < end
        mentions, sentence = list(compress(self._mentions, has_words)), sentence[has_words]
        self._done.append(
            Tokens(
                sentence_words=np.diff(first_word, append=len(start)).astype(np.int32),
                sentence_mentions=np.bincount(sentence, minlength=len(texts)).astype(np.int32),
                word=np.fromiter(map(forms.__getitem__, surfaces), dtype=np.int32, count=len(surfaces)),
                concept=np.array([self._strings[mention.concept] for mention in mentions], dtype=np.int32),
                surface=np.array([self._strings[mention.surface] for mention in mentions], dtype=np.int32),
                first=(first[has_words] - first_word[sentence]).astype(np.int32),
                last=(end[has_words] - 1 - first_word[sentence]).astype(np.int32),
            )
        )
        self._texts, self._counts, self._mentions, self._unsplit_characters = [], [], [], 0


_SENTENCES_AT_ONCE = 80_000
"""Sentences collected together: more would hold more strings in memory."""

_MOST_PARTS = 64
"""Parts kept apart until they are joined: each may be a file."""

_LONG_DOCUMENT = 20
"""The fewest sections of a document whose title and headings count as context of its sections: the passages of shorter
ones say themselves what they are about."""

_SHORTEST_TITLE = 3
"""The fewest letters of a one-word title that is looked for in texts: shorter ones are too ambiguous."""

_BEFORE_OPENING_NAME = 2
"""Words allowed before the name a sentence opens with: an article, a person's title."""


def collect(graphs: Iterable[DocumentGraph]) -> DocumentColumns:
    """Collect the columns of documents, given in the order of their ids, each according to its own language."""
    parts: list[DocumentColumns] = []
    collector = _Collector()
    for graph in graphs:
        if collector.sentence_count >= _SENTENCES_AT_ONCE:
            parts.append(parked(collector.finish()))
            collector = _Collector()
            if len(parts) == _MOST_PARTS:
                parts = [parked(DocumentColumns.joined(parts))]
        collector.add(graph)
    parts.append(collector.finish())
    return parts[0] if len(parts) == 1 else DocumentColumns.joined(parts)


def _is_name(mention: Mention, language: str) -> bool:
    """Tell whether a mention is a name in writing and not a date; common nouns and dates lead everywhere as bridges.

    Where all nouns are capitalised, a name needs two capitalised words.
    """
    if mention.source is not MentionSource.TEXT or mention.surface.islower():
        return False
    if lexicon_of(language).capitalises_nouns:
        is_written_as_name = sum(word[0].isupper() for word in mention.surface.split()) > 1
    else:
        is_written_as_name = any(map(str.isupper, mention.surface))
    return is_written_as_name and not _is_date(mention.concept, language)


@lru_cache(maxsize=1 << 16)
def _is_date(concept: str, language: str) -> bool:
    months = lexicon_of(language).months
    return all(word in months or word.isdigit() for word in concept.split(" "))


def _is_specific(words: Sequence[str], language: str) -> bool:
    """Tell whether a form of a title is looked for in texts: single words that are too ambiguous are not."""
    if len(words) != 1:
        return bool(words)
    return words[0] not in stop_words(language) and (len(words[0]) >= _SHORTEST_TITLE or is_pair(words[0]))


class _Collector:
    """Adds documents one by one, so that their graphs need not be in memory together."""

    def __init__(self) -> None:
        self.sentence_count = 0
        self.document_ids: list[str] = []
        self.titles: list[str] = []
        self.above: list[str] = []  # of sections: the titles of their documents and the headings above them
        self.languages: list[str] = []  # of sections
        self.sections, self.sentences = array("i"), array("i")
        self.strings: Numbering[str] = Numbering()
        self.words: Numbering[tuple[str, str]] = Numbering()
        self._forms: dict[str, WordForms] = {}
        self.tokenizer = Tokenizer(self.strings)

    def add(self, graph: DocumentGraph) -> None:
        """Add one document."""
        language = graph.document.language
        forms = self._forms.setdefault(language, WordForms(self.words, language))
        names: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in graph.mentions:
            if _is_name(mention, language):
                names[mention.sentence_id].append(mention)
        sentences: defaultdict[str, list[Sentence]] = defaultdict(list)
        for sentence in graph.sentences:
            sentences[sentence.section_id].append(sentence)
        self.sentence_count += len(graph.sentences)
        self.document_ids.append(graph.document.id)
        self.sections.append(len(graph.sections))
        for section in graph.sections:
            self.titles.append(section.title or graph.document.title)
            self.above.append(" ".join(dict.fromkeys((graph.document.title, *section.path[:-1]))))
            self.languages.append(language)
            self.sentences.append(len(sentences[section.id]))
            for sentence in sentences[section.id]:
                # After the sentence's own words, so that positions of its mentions stay valid.
                identifiers = identifier_words(sentence.text, is_code=sentence.is_code, splits_names=True)
                values = () if sentence.is_code else written_values(sentence.text, language)
                added = (*identifiers, *(word for value in values for word in value.words))
                self.tokenizer.add(" ".join((sentence.text, *added)), names[sentence.id], forms)

    def finish(self) -> DocumentColumns:
        """Return the columns of all added documents."""
        tokens = self.tokenizer.finish()
        openings = self._opening_names(tokens)
        titles = [title_names(*named) for named in zip(self.titles, openings, self.languages, strict=True)]
        above = list(map(written_words, self.above))
        title_words = [
            (*title.words, *(word for word in words if word not in title.words))
            for title, words in zip(titles, above, strict=True)
        ]
        is_long = np.repeat(np.array(self.sections) >= _LONG_DOCUMENT, self.sections)
        contexts = [words if long else () for words, long in zip(above, is_long.tolist(), strict=True)]
        forms = [self._forms[language] for language in self.languages]
        strings = self.strings
        columns = {
            "document_sections": np.array(self.sections, dtype=np.int32),
            "section_title": _integers(strings[title.key] if title.key else -1 for title in titles),
            "section_label": _integers(strings[title.label] if title.key else -1 for title in titles),
            "section_sentences": np.array(self.sentences, dtype=np.int32),
            "section_roles": _integers(len(title.roles) for title in titles),
            "section_title_forms": _integers(len(title.forms) for title in titles),
            "section_title_words": _integers(map(len, title_words)),
            "section_context_words": _integers(map(len, contexts)),
            "sentence_words": tokens.sentence_words,
            "sentence_mentions": tokens.sentence_mentions,
            "word": tokens.word,
            "mention_concept": tokens.concept,
            "mention_surface": tokens.surface,
            "mention_first": tokens.first,
            "mention_last": tokens.last,
            "role_concept": _integers(strings[key] for title in titles for key, _ in title.roles),
            "role_weight": np.array([weight for title in titles for _, weight in title.roles], dtype=np.float32),
            "title_word": _integers(
                of_language[word] for words, of_language in zip(title_words, forms, strict=True) for word in words
            ),
            "context_word": _integers(
                of_language[word] for words, of_language in zip(contexts, forms, strict=True) for word in words
            ),
            **self._form_columns(titles),
        }
        return self._numbered(columns)

    def _numbered(self, columns: dict[str, Any]) -> DocumentColumns:
        """Return columns renumbered to sorted names and words."""
        strings = list(self.strings)
        used = {number for name in NAME_COLUMNS for number in np.unique(columns[name]).tolist() if number >= 0}
        names = sorted(used, key=strings.__getitem__)
        of_string = np.full(len(strings) + 1, -1, dtype=np.int32)
        of_string[names] = np.arange(len(names), dtype=np.int32)
        columns |= {name: of_string[columns[name]] for name in NAME_COLUMNS}
        codes = np.array([code_of_word(word) for word, _ in self.words], dtype=np.int64)
        stems = np.array([code_of_word(stem) for _, stem in self.words], dtype=np.int64)
        order = np.lexsort((stems, codes))
        of_word = np.zeros(len(order), dtype=np.int32)
        of_word[order] = np.arange(len(order), dtype=np.int32)
        columns |= {name: of_word[columns[name]] for name in WORD_COLUMNS}
        return DocumentColumns(
            document_ids=Texts.of(self.document_ids),
            names=Texts.of(strings[number] for number in names),
            word_codes=codes[order],
            word_stems=stems[order],
            **columns,
        )

    def _form_columns(self, titles: Sequence[TitleNames]) -> dict[str, Any]:
        forms = [
            (key, words, language)
            for title, language in zip(titles, self.languages, strict=True)
            for key, words in title.forms
        ]
        folded = [tuple(map(fold_word, words)) for _, words, _ in forms]
        return {
            "form_concept": _integers(self.strings[key] for key, _, _ in forms),
            "form_code": np.array(list(map(code_of_phrase, folded)), dtype=np.int64),
            "form_sought": np.array(
                [_is_specific(words, language) for words, (_, _, language) in zip(folded, forms, strict=True)],
                dtype=bool,
            ),
            "form_words": _integers(map(len, folded)),
            "form_word": _integers(self._forms[language][word] for _, words, language in forms for word in words),
        }

    def _opening_names(self, tokens: Tokens) -> list[str]:
        """Return for each section the longest concept that its first sentence opens with, or an empty string."""
        keys, openings = list(self.strings), [""] * len(self.titles)
        first_sentences = starts_of(np.array(self.sentences, dtype=np.int32))[:-1].tolist()
        section_of = {sentence: section for section, sentence in enumerate(first_sentences) if self.sentences[section]}
        mention_sentence = owners_of(tokens.sentence_mentions)
        for mention in np.flatnonzero(tokens.first <= _BEFORE_OPENING_NAME).tolist():
            section = section_of.get(int(mention_sentence[mention]))
            if section is not None:
                openings[section] = max(openings[section], keys[tokens.concept[mention]], key=len)
        return openings


def _integers(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int32)
