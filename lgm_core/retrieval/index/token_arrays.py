"""Words and mentions of many sentences as flat arrays, for building the ranking index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import Generic, TypeVar

import numpy as np

from lgm_core.language.normalisation import fold_word
from lgm_core.model import Mention
from lgm_core.retrieval.index.arrays import Integers
from lgm_core.retrieval.words import split_surfaces, stem

__all__ = ["Numbering", "Tokenizer", "Tokens", "WordForms"]

_BETWEEN = "\n\n\n"
"""Separates sentences that are split into words together: too wide for initials to be joined across it."""

_CHUNK = 1 << 20
"""Characters split at once: few enough for memory, and enough for the fixed cost of a chunk not to count."""


_Key = TypeVar("_Key")


class Numbering(dict[_Key, int], Generic[_Key]):
    """Numbers given to strings, or to other keys, in the order they come."""

    def __missing__(self, key: _Key) -> int:
        """Give the next number."""
        return self.setdefault(key, len(self))


class WordForms(dict[str, int]):
    """Numbers of words as a language writes them: forms that fold to one word and have one stem share a number.

    Args:
        words: takes the numbers of folded words with their stems.
        language: ISO 639-1 code.
    """

    def __init__(self, words: Numbering[tuple[str, str]], language: str) -> None:
        super().__init__()
        self._words, self._language = words, language

    def __missing__(self, surface: str) -> int:
        """Give the number of a form that was not there."""
        return self.setdefault(surface, self._words[fold_word(surface), stem(surface, self._language)])


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """All words, and the mentions that have words; words and strings by number.

    Attributes:
        sentence_words: how many words each sentence has, of shape (sentences,).
        sentence_mentions: how many mentions, of the same shape.
        word: each word, folded and with its stem, of shape (words,).
        concept: the concept of each mention, in the order of the sentences, of shape (mentions,).
        surface: the mention as it is written, of the same shape.
        first: the place of the mention's first word in its sentence, of the same shape.
        last: the place of its last word, of the same shape.
    """

    sentence_words: Integers
    sentence_mentions: Integers
    word: Integers
    concept: Integers
    surface: Integers
    first: Integers
    last: Integers


class Tokenizer:
    """Collects sentences with their mentions and splits them into words, a large chunk at a time.

    Args:
        strings: takes the numbers of concepts and surfaces.
        chunk: characters that are split at once.
    """

    def __init__(self, strings: Numbering[str], chunk: int = _CHUNK) -> None:
        self._strings, self._chunk = strings, chunk
        self._forms = WordForms(Numbering(), "")
        self._texts: list[str] = []
        self._unsplit_characters = 0
        self._counts: list[int] = []
        self._mentions: list[Mention] = []
        self._done: list[Tokens] = []

    def add(self, text: str, mentions: Sequence[Mention], forms: WordForms) -> None:
        """Take in a sentence and its mentions; the forms give its words their numbers."""
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
        """Split the sentences collected since the last split."""
        texts, forms = self._texts, self._forms
        surfaces, starts = split_surfaces(_BETWEEN.join(texts))
        begins = np.cumsum([0, *(len(text) + len(_BETWEEN) for text in texts)])[:-1]
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
