"""The default language backend: pure Python, with perceptron models for English that ship with the package.

In all other languages it finds sentences, words and names by rules of punctuation and capitals, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lgm_core.errors import InputError
from lgm_core.language.coreference.resolver import resolve_coreference
from lgm_core.language.language_guess import document_language
from lgm_core.language.lite.lemmatizer import Lemmatizer
from lgm_core.language.lite.parsing.sentence_parsing import parsed_tokens
from lgm_core.language.lite.plain_tokens import plain_annotation
from lgm_core.language.lite.sentence_boundaries import SentenceSplitter
from lgm_core.language.lite.tagger import Tagger
from lgm_core.language.lite.tokenizer import CHUNK, Span, split_chunk
from lgm_core.language.port import BLANK_LINE, AnnotatedSentence, Token

__all__ = ["LiteAnnotator"]

_VERSION = 1
"""Part of the recipe: raise it whenever annotations change, so that graphs built before learn their documents again."""


_ENGLISH = "en"

_SENTENCE_MARKS = ".?!"
"""Marks that end a sentence, unless they stand in a name."""


@dataclass(frozen=True, slots=True)
class _Models:
    """The stages that every text passes."""

    splitter: SentenceSplitter
    tagger: Tagger
    lemmatizer: Lemmatizer


@cache
def _models() -> _Models:
    """Read the weights, once per process."""
    return _Models(SentenceSplitter.load(), Tagger.load(), Lemmatizer.load())


class LiteAnnotator:
    """Annotate text without a download.

    In English: sentences, words, tags, lemmas and cautious pronoun marks. In other languages: sentences, words and
    names. Unless it is told the language, it reads each document in that which the document is most likely in.
    """

    def __init__(self, *, language: str = "", parse: bool = False, pronouns: bool = True) -> None:
        """Choose what to annotate; the weights are read at the first text.

        Args:
            language: ISO 639-1 code of the language of all texts; empty to tell it from each document.
            parse: fill `Token.head` and `Token.relation` in English.
            pronouns: mark what *he* and *she* (at times *it*, *they*, *the company*) refer to, where that is clear, in
                English.
        """
        self._language = language
        self._parse = parse
        self._pronouns = pronouns

    @property
    def recipe(self) -> str:
        """Return the name of the backend with its language, version and options, such as `lite-en-1-parse`."""
        language = f"-{self._language}" if self._language else ""
        return f"lite{language}-{_VERSION}{'-parse' * self._parse}{'' if self._pronouns else '-nopronouns'}"

    @property
    def language(self) -> str:
        """Return the language it was told, else `en`, that of texts which do not show theirs."""
        return self._language or _ENGLISH

    def reading(self, text: str) -> LiteAnnotator:
        """Return the annotator for a document: in the language that its text is most likely in, or the one told."""
        if self._language:
            return self
        return LiteAnnotator(language=document_language(text), parse=self._parse, pronouns=self._pronouns)

    @property
    def single_process(self) -> bool:
        """Return False: the models are small enough to be loaded by every worker process."""
        return False

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text; a blank line always ends a sentence.

        Args:
            texts: passages of plain text, any length; an empty one gives an empty list.
            topics: one title per text (or none at all), used only to resolve pronouns.

        Raises:
            InputError: the numbers of texts and topics differ.
        """
        if topics and len(topics) != len(texts):
            raise InputError(f"expected one topic per text: {len(texts)} texts, {len(topics)} topics")
        return [self._annotate(text, topics[number] if topics else "") for number, text in enumerate(texts)]

    def _annotate(self, text: str, topic: str) -> list[AnnotatedSentence]:
        if self.language != _ENGLISH:
            return plain_annotation(text, self.language)
        models = _models()
        sentences = [_tagged_tokens(text, chunks, models) for chunks in _split_sentences(text, models.splitter, topic)]
        if self._parse:
            sentences = [parsed_tokens(text, tokens, topic) for tokens in sentences]
        marks = resolve_coreference(text, sentences, topic) if self._pronouns else [()] * len(sentences)
        return [
            AnnotatedSentence(tokens[0].start, tokens[-1].end, tokens, sentence_marks)
            for tokens, sentence_marks in zip(sentences, marks, strict=True)
        ]


def _split_sentences(text: str, splitter: SentenceSplitter, topic: str) -> list[list[Span]]:
    """Return the spans of the chunks of each sentence; each paragraph is split by itself, no name of the topic is."""
    sentences: list[list[Span]] = []
    start = 0
    paragraph_ends = [match.start() for match in BLANK_LINE.finditer(text)]
    for end in (*paragraph_ends, len(text)):
        spans = [match.span() for match in CHUNK.finditer(text, start, end)]
        first = 0
        for last in splitter.split([text[begin:stop] for begin, stop in spans]):
            if first and _goes_on(text, topic, spans[first][0]):
                sentences[-1] += spans[first:last]
            else:
                sentences.append(spans[first:last])
            first = last
        start = end
    return sentences


def _goes_on(text: str, topic: str, start: int) -> bool:
    """Tell whether what begins here belongs to the sentence before, which only the mark in a title seemed to end.

    *Who Goes There? is a novella* is one sentence in a text of that title.
    """
    if not topic or (topic[-1].isalnum() and not any(mark in topic for mark in _SENTENCE_MARKS)):
        return False
    before = text[:start].rstrip()
    if before.endswith(topic):
        return text[start].islower()
    return any(
        text.startswith(topic, first) and first + len(topic) > start
        for first in range(max(0, start - len(topic)), start)
        if text[first] == topic[0]
    )


def _tagged_tokens(text: str, chunks: list[Span], models: _Models) -> tuple[Token, ...]:
    """Return the tokens of a sentence with their tags and lemmas, given the spans of its chunks."""
    last = chunks[-1][0]
    spans = [
        (begin + start, begin + end)
        for begin, stop in chunks
        for start, end in split_chunk(text[begin:stop], begin == last)
    ]
    words = [text[start:end] for start, end in spans]
    tags = models.tagger.tag(words)
    lemma = models.lemmatizer.lemma
    return tuple(
        [
            Token(word, lemma(word, tag), tag, start, end)
            for word, tag, (start, end) in zip(words, tags, spans, strict=True)
        ]
    )
