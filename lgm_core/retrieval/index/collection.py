"""Collecting the columns of documents from their graphs."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import DocumentGraph, Mention, MentionSource, Sentence
from lgm_core.retrieval.identifiers import identifier_words
from lgm_core.retrieval.index.arrays import Integers, starts_of
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.title_names import TitleNames, title_names
from lgm_core.retrieval.index.token_arrays import Numbering, Tokenizer, Tokens

__all__ = ["collect"]

_BEFORE_OPENING_NAME = 2
"""Words that may stand before the name with which a sentence opens: an article, a title of a person."""


def collect(
    graphs: Iterable[DocumentGraph], stamps: Mapping[str, int] | None = None, *, language: str
) -> DocumentColumns:
    """Collect the columns of documents.

    Args:
        graphs: the documents, in the order of their ids.
        stamps: by id, a number that changes whenever the document does; 0 when it is not given.
        language: ISO 639-1 code of the language of the graph.
    """
    collector = _Collector(language)
    for graph in graphs:
        collector.add(graph, (stamps or {}).get(graph.document.id, 0))
    return collector.finish()


def _is_name(mention: Mention, language: str) -> bool:
    """Tell whether a mention is written as a name and is no date; common nouns and dates as bridges lead everywhere."""
    if mention.source is not MentionSource.TEXT or mention.surface.islower():
        return False
    return any(map(str.isupper, mention.surface)) and not _is_date(mention.concept, language)


@lru_cache(maxsize=1 << 16)
def _is_date(concept: str, language: str) -> bool:
    months = lexicon_of(language).months
    return all(word in months or word.isdigit() for word in concept.split(" "))


class _Collector:
    """Takes in documents one by one, so that their graphs need not be in memory together."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.document_ids: list[str] = []
        self.section_ids: list[str] = []
        self.sentence_ids: list[str] = []
        self.titles: list[str] = []
        self.texts: list[bytes] = []
        self.stamps, self.sections, self.sentences = array("q"), array("i"), array("i")
        self.strings = Numbering()
        self.tokenizer = Tokenizer(self.strings)

    def add(self, graph: DocumentGraph, stamp: int) -> None:
        """Take in one document."""
        names: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in graph.mentions:
            if _is_name(mention, self._language):
                names[mention.sentence_id].append(mention)
        sentences: defaultdict[str, list[Sentence]] = defaultdict(list)
        for sentence in graph.sentences:
            sentences[sentence.section_id].append(sentence)
        self.document_ids.append(graph.document.id)
        self.stamps.append(stamp)
        self.sections.append(len(graph.sections))
        for section in graph.sections:
            self.section_ids.append(section.id)
            self.titles.append(section.title or graph.document.title)
            self.sentences.append(len(sentences[section.id]))
            for sentence in sentences[section.id]:
                self.sentence_ids.append(sentence.id)
                self.texts.append(sentence.text.encode("utf-8", "surrogatepass"))
                # After the sentence's own words, so that the places of its mentions stay.
                added = identifier_words(sentence.text, is_code=sentence.is_code, splits_names=True)
                self.tokenizer.add(" ".join((sentence.text, *added)), names[sentence.id])

    def finish(self) -> DocumentColumns:
        """Return the columns of all documents taken in, their strings sorted."""
        tokens = self.tokenizer.finish()
        openings = self._opening_names(tokens)
        titles = [title_names(*pair, self._language) for pair in zip(self.titles, openings, strict=True)]
        strings = self.strings
        columns = DocumentColumns(
            strings=(),
            document_ids=tuple(self.document_ids),
            document_stamps=np.array(self.stamps, dtype=np.int64),
            document_sections=np.array(self.sections, dtype=np.int32),
            section_ids=tuple(self.section_ids),
            section_title=_integers(strings[title.key] if title.key else -1 for title in titles),
            section_label=_integers(strings[title.label] if title.key else -1 for title in titles),
            section_sentences=np.array(self.sentences, dtype=np.int32),
            section_roles=_integers(len(title.roles) for title in titles),
            section_title_forms=_integers(len(title.forms) for title in titles),
            section_title_words=_integers(len(title.words) for title in titles),
            sentence_ids=tuple(self.sentence_ids),
            sentence_words=tokens.sentence_words,
            sentence_mentions=tokens.sentence_mentions,
            sentence_bytes=_integers(map(len, self.texts)),
            text=np.frombuffer(b"".join(self.texts), dtype=np.uint8),
            word=tokens.word,
            mention_concept=tokens.concept,
            mention_surface=tokens.surface,
            mention_first=tokens.first,
            mention_last=tokens.last,
            role_concept=_integers(strings[key] for title in titles for key, _ in title.roles),
            role_weight=np.array([weight for title in titles for _, weight in title.roles], dtype=np.float32),
            title_word=_integers(strings[word] for title in titles for word in title.words),
            **self._form_columns(titles),
        )
        return columns.numbered(list(strings))

    def _form_columns(self, titles: Sequence[TitleNames]) -> dict[str, Integers]:
        strings = self.strings
        forms = [form for title in titles for form in title.forms]
        return {
            "form_concept": _integers(strings[key] for key, _ in forms),
            "form_text": _integers(strings[" ".join(words)] for _, words in forms),
            "form_words": _integers(len(words) for _, words in forms),
            "form_word": _integers(strings[word] for _, words in forms for word in words),
        }

    def _opening_names(self, tokens: Tokens) -> list[str]:
        """Return for each section the longest concept that its first sentence opens with, or nothing."""
        keys, openings = list(self.strings), [""] * len(self.section_ids)
        first_sentences = starts_of(np.array(self.sentences, dtype=np.int32))[:-1].tolist()
        section_of = {sentence: section for section, sentence in enumerate(first_sentences) if self.sentences[section]}
        mention_sentence = np.repeat(np.arange(len(self.texts)), tokens.sentence_mentions)
        for mention in np.flatnonzero(tokens.first <= _BEFORE_OPENING_NAME).tolist():
            section = section_of.get(int(mention_sentence[mention]))
            if section is not None:
                openings[section] = max(openings[section], keys[tokens.concept[mention]], key=len)
        return openings


def _integers(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int32)
