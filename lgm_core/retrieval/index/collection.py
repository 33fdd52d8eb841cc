"""Collecting what documents contribute to the ranking index from their graphs."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import DocumentGraph, Mention, MentionSource, Sentence
from lgm_core.retrieval.index.arrays import Integers
from lgm_core.retrieval.index.document_columns import Contributions, starts_of
from lgm_core.retrieval.index.title_names import TitleNames, title_names
from lgm_core.retrieval.index.token_arrays import Numbering, Tokenizer, Tokens

__all__ = ["collect"]

_OPENING = 2
"""Words that may stand before the name with which a sentence opens."""


def collect(
    graphs: Iterable[DocumentGraph], stamps: Mapping[str, int] | None = None, *, language: str
) -> Contributions:
    """Collect the contributions of documents, which come in the order of their ids.

    Args:
        graphs: the documents.
        stamps: by id, what changes whenever the document does; 0 when it is not given.
        language: that of the graph.
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
                self.tokenizer.add(sentence.text, names[sentence.id])

    def finish(self) -> Contributions:
        """Return what was collected, its strings sorted."""
        tokens = self.tokenizer.finish()
        both = zip(self.titles, self._openings(tokens), strict=True)
        names = [title_names(title, opening, self._language) for title, opening in both]
        strings = self.strings
        collected = Contributions(
            strings=(),
            document_ids=tuple(self.document_ids),
            document_stamps=np.array(self.stamps, dtype=np.int64),
            document_sections=np.array(self.sections, dtype=np.int32),
            section_ids=tuple(self.section_ids),
            section_title=_integers(strings[one.key] if one.key else -1 for one in names),
            section_label=_integers(strings[one.label] if one.key else -1 for one in names),
            section_sentences=np.array(self.sentences, dtype=np.int32),
            section_roles=_integers(len(one.roles) for one in names),
            section_writings=_integers(len(one.written) for one in names),
            section_title_words=_integers(len(one.words) for one in names),
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
            role_concept=_integers(strings[key] for one in names for key, _ in one.roles),
            role_weight=np.array([weight for one in names for _, weight in one.roles], dtype=np.float32),
            title_word=_integers(strings[word] for one in names for word in one.words),
            **self._writings(names),
        )
        return collected.numbered(list(strings))

    def _writings(self, names: Sequence[TitleNames]) -> dict[str, Integers]:
        strings = self.strings
        written = [pair for one in names for pair in one.written]
        return {
            "writing_concept": _integers(strings[key] for key, _ in written),
            "writing_text": _integers(strings[" ".join(words)] for _, words in written),
            "writing_words": _integers(len(words) for _, words in written),
            "written_word": _integers(strings[word] for _, words in written for word in words),
        }

    def _openings(self, tokens: Tokens) -> list[str]:
        """Return for each section the longest concept that its first sentence opens with, or nothing."""
        keys, openings = list(self.strings), [""] * len(self.section_ids)
        begins = starts_of(np.array(self.sentences, dtype=np.int32))[:-1]
        section_of = {sentence: section for section, sentence in enumerate(begins.tolist()) if self.sentences[section]}
        sentence = np.repeat(np.arange(len(self.texts)), tokens.sentence_mentions)
        for at in np.flatnonzero(tokens.first <= _OPENING).tolist():
            section = section_of.get(int(sentence[at]))
            if section is not None:
                openings[section] = max(openings[section], keys[tokens.concept[at]], key=len)
        return openings


def _integers(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int32)
