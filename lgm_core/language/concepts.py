"""Concepts: what a sentence is about, and one normalised key for all spellings of a concept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from lgm_core.language.chunking import ChunkedSentence, NounPhrase
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.normalisation import MARKS, fold_phrase
from lgm_core.language.port import Token

__all__ = ["ConceptSpan", "concept_key", "concept_spans", "head_word"]

_WORD = re.compile(rf"(?:[^\W_][{MARKS}]*)+[+#]*")
_INITIAL_A = ("A.", "a.")
"""An initial, as in *A. Smith*, rather than the article."""


@lru_cache(maxsize=1 << 16)
def concept_key(phrase: str, language: str) -> str:
    """Normalise a phrase from a text, a title or a question to the key of its concept.

    The key is in lower case without accents, leading determiners and possessives; hyphens and punctuation become spaces
    (`C++` and `C#` keep theirs), the dots of initials are removed, and the head noun is in the singular. In German,
    words are stemmed; in a language without a lexicon they are unchanged. A phrase of only determiners or punctuation
    has the empty key.

    Args:
        phrase: some words.
        language: ISO 639-1 code.
    """
    lexicon = lexicon_of(language)
    words = _WORD.findall(fold_phrase(phrase, possessives=lexicon.drops_possessives))
    first = 0
    while first < len(words) and words[first] in lexicon.determiners and not phrase.startswith(_INITIAL_A):
        first += 1
    words = words[first:]
    return " ".join(lexicon.normalise(words)) if words else ""


def head_word(key: str) -> str:
    """Return the head of a concept key: its last word, or the one before the first *of*."""
    return key.split(" of ", 1)[0].rsplit(" ", 1)[-1]


class ConceptSpan(NamedTuple):
    """A mention of a concept in a text; `start` and `end` are character offsets into the annotated text."""

    key: str
    surface: str
    start: int
    end: int
    is_name: bool


def concept_spans(sentence: ChunkedSentence) -> list[ConceptSpan]:
    """Return the concepts mentioned in a sentence: noun phrases, the nouns in them, and whole names.

    Spans overlap: *red apple* and *apple*, *Bank of England* and *England*.
    """
    text, tokens, lexicon = sentence.text, sentence.annotation.tokens, sentence.lexicon
    spans = []
    for phrase in sentence.noun_phrases:
        parts = _parts_of_name(phrase, tokens, lexicon) if phrase.is_name else _parts_of_phrase(phrase, tokens)
        for first, end, is_name in parts:
            start, stop = tokens[first].start, tokens[end - 1].end
            surface = text[start:stop]
            key = concept_key(surface, lexicon.code)
            if key:
                spans.append(ConceptSpan(key, surface, start, stop, is_name))
    return spans


def _parts_of_phrase(phrase: NounPhrase, tokens: tuple[Token, ...]) -> list[tuple[int, int, bool]]:
    """Return token spans: the phrase, its final nouns, and each noun and name in it."""
    start, end = phrase.start, phrase.end
    if start == phrase.head:
        return [(start, end, False)]
    parts = {(start, end): False, (phrase.nouns, end): False}
    index = start
    while index < end:
        upos, first = tokens[index].upos, index
        index += 1
        if upos == "NOUN":
            parts[first, index] = False
        elif upos == "PROPN":
            while index < end and tokens[index].upos == "PROPN":
                index += 1
            parts[first, index] = True
    return [(first, stop, is_name) for (first, stop), is_name in parts.items()]


def _parts_of_name(phrase: NounPhrase, tokens: tuple[Token, ...], lexicon: Lexicon) -> Iterator[tuple[int, int, bool]]:
    """Yield token spans: the name, the name after its last *of*, and a person without a title."""
    start, end = phrase.start, phrase.end
    yield start, end, True
    if end - start == 1:
        return
    for index in range(end - 2, start, -1):
        if tokens[index].text == lexicon.genitive:
            yield index + 1, end, True
            break
    first = start
    while first < end - 1 and tokens[first].text.lower().rstrip(".") in lexicon.titles:
        first += 1
    if first > start and tokens[first].text[0].isupper():
        yield first, end, True
