"""The port for language backends: texts in, sentences with tokens, tags, lemmas and coreference marks out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

__all__ = ["BLANK_LINE", "AnnotatedSentence", "Annotator", "CoreferenceMark", "ReadsAnyLanguage", "Token"]

BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
"""The end of a paragraph, over which no backend lets a sentence run."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or punctuation mark; `start` and `end` are character offsets into the annotated text.

    `upos` is a Universal Dependencies part-of-speech tag. `head` is the index of the governing token in the sentence,
    -1 for the root or when the backend does not parse; `relation` is the UD relation, empty without a parse.
    """

    text: str
    lemma: str
    upos: str
    start: int
    end: int
    head: int = -1
    relation: str = ""


@dataclass(frozen=True, slots=True)
class CoreferenceMark:
    """The words at `start`–`end` (offsets into the annotated text) refer to `antecedents`, names as written earlier.

    `antecedent_spans` are where those names stand in the same annotated text, one `(start, end)` a name; empty when a
    name comes from the topic instead.
    """

    start: int
    end: int
    antecedents: tuple[str, ...]
    antecedent_spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A sentence found in a text; `start` and `end` are character offsets into that text."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    marks: tuple[CoreferenceMark, ...] = ()


class Annotator(Protocol):
    """A language backend. Instances are picklable or cheap to rebuild from `recipe` in a worker process."""

    @property
    def recipe(self) -> str:
        """Name the backend, its language and its version, such as `lite-en-1`; a change re-learns documents."""
        ...

    @property
    def language(self) -> str:
        """Return the ISO 639-1 code of the language it reads."""
        ...

    @property
    def single_process(self) -> bool:
        """Tell whether documents are better analysed in one process: models too large to load many times, a GPU."""
        ...

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text; a blank line always ends a sentence.

        Args:
            texts: passages of plain text, any length; an empty one gives an empty list.
            topics: one title per text (or none at all), used only to resolve pronouns.
        """
        ...


@runtime_checkable
class ReadsAnyLanguage(Protocol):
    """A language backend that reads each document in its own language."""

    def reading(self, text: str) -> Annotator:
        """Return the backend for a document, given its text or the beginning of it."""
        ...
