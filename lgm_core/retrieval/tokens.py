"""Words and mentions of many sentences as flat arrays, for building the ranking index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import compress

import numpy as np
import numpy.typing as npt

from lgm_core.model import Mention
from lgm_core.retrieval.index import Integers
from lgm_core.retrieval.words import fold, split_surfaces

__all__ = ["GAP", "Numbering", "Tokenizer", "Tokens"]

Offsets = npt.NDArray[np.int64]

GAP = 64
"""Unused positions between sentences: words closer than this are of one sentence."""

_BETWEEN = "\n\n\n"
"""Stands between sentences that are split together: too wide for initials to join over it."""

_CHUNK = 1 << 20
"""Characters split at once: memory stays small, and a chunk is much larger than what it costs to begin one."""


class Numbering(dict[str, int]):
    """Numbers given to strings in the order they come."""

    def __missing__(self, key: str) -> int:
        """Give the next number."""
        return self.setdefault(key, len(self))


class _Forms(dict[str, int]):
    """Numbers of words as written: forms that fold to the same word share one."""

    def __init__(self, folded: Numbering) -> None:
        super().__init__()
        self._folded = folded

    def __missing__(self, surface: str) -> int:
        return self.setdefault(surface, self._folded[fold(surface)])


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """All words, and the mentions that have words.

    Attributes:
        form: the number of each word as folded.
        position: its position in the graph.
        sentence: its sentence.
        sentence_start: the position of each sentence's first word.
        concept: the concept of each mention that has words.
        first: the position of the mention's first word.
        last: the position of its last word.
    """

    form: Integers
    position: Integers
    sentence: Integers
    sentence_start: Integers
    concept: Integers
    first: Integers
    last: Integers

    def mention_sentence(self) -> Integers:
        """Return the sentence of each mention."""
        return (np.searchsorted(self.sentence_start, self.first, side="right") - 1).astype(np.int32)


class Tokenizer:
    """Collects sentences with their mentions and splits them, a large chunk at a time.

    `folded` and `concepts` number words and concepts; `labels` are the concepts as first written. `chunk` counts
    characters.
    """

    def __init__(self, chunk: int = _CHUNK) -> None:
        self._chunk = chunk
        self.folded, self.concepts = Numbering(), Numbering()
        self.labels: dict[int, str] = {}
        self._forms = _Forms(self.folded)
        self._texts: list[str] = []
        self._waiting = 0
        self._counts: list[int] = []
        self._mentions: list[Mention] = []
        self._sentences, self._position = 0, 0
        self._done: list[Tokens] = []

    def add(self, text: str, mentions: Sequence[Mention]) -> None:
        """Take in a sentence and its mentions."""
        if self._waiting > self._chunk:
            self._split()
        self._texts.append(text)
        self._counts.append(len(mentions))
        self._mentions += mentions
        self._waiting += len(text)

    def finish(self) -> Tokens:
        """Return everything collected."""
        self._split()
        columns = (np.concatenate([getattr(one, column.name) for one in self._done]) for column in fields(Tokens))
        return Tokens(*columns)

    def _split(self) -> None:
        """Split the sentences that wait."""
        texts = self._texts
        surfaces, starts = split_surfaces(_BETWEEN.join(texts))
        begins = np.cumsum([0, *(len(text) + len(_BETWEEN) for text in texts)])[:-1]
        start = np.array(starts, dtype=np.int64)
        first_word = np.searchsorted(start, begins)
        counts = np.diff(first_word, append=len(start))
        sentence_start = self._position + np.cumsum(counts + GAP) - (counts + GAP)
        sentence = np.repeat(np.arange(len(texts)), counts)
        position = np.arange(len(start)) + (sentence_start - first_word)[sentence]
        form = np.fromiter(map(self._forms.__getitem__, surfaces), dtype=np.int32, count=len(surfaces))
        kept, first, last = self._spans(start, begins)
        self._done.append(
            Tokens(
                form=form,
                position=position.astype(np.int32),
                sentence=(sentence + self._sentences).astype(np.int32),
                sentence_start=sentence_start.astype(np.int32),
                concept=self._number(kept),
                first=position[first].astype(np.int32),
                last=position[last].astype(np.int32),
            )
        )
        self._sentences += len(texts)
        self._position += int((counts + GAP).sum())
        self._texts, self._counts, self._mentions, self._waiting = [], [], [], 0

    def _spans(self, start: Offsets, begins: Offsets) -> tuple[list[Mention], Offsets, Offsets]:
        """Return the waiting mentions that have words, and the first and last word of each.

        Args:
            start: where each word starts in the chunk.
            begins: where each sentence begins in the chunk.
        """
        offset = np.repeat(begins, self._counts)
        first = np.searchsorted(start, offset + np.array([one.start for one in self._mentions], dtype=np.int64))
        last = np.searchsorted(start, offset + np.array([one.end for one in self._mentions], dtype=np.int64)) - 1
        has_words = first <= last
        return list(compress(self._mentions, has_words)), first[has_words], last[has_words]

    def _number(self, mentions: Sequence[Mention]) -> Integers:
        """Return the concepts of mentions."""
        numbers = np.array([self.concepts[one.concept] for one in mentions], dtype=np.int32)
        for number, one in zip(numbers.tolist(), mentions, strict=True):
            self.labels.setdefault(number, one.surface)
        return numbers
