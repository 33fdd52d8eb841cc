"""The interface of language backends: texts in, sentences with tokens, tags, lemmas and coreference marks out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

__all__ = ["BLANK_LINE", "AnnotatedSentence", "Annotator", "CoreferenceMark", "ReadsAnyLanguage", "Token"]

BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
"""The end of a paragraph, which always ends a sentence."""


class Token(NamedTuple):
    """A word or punctuation mark; `start` and `end` are character offsets into the annotated text.

    `upos` is a Universal Dependencies part-of-speech tag. `head` is the index of the governing token in the sentence,
    -1 for the root or without a parse; `relation` is the UD relation, empty without a parse.
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

    `antecedent_spans` are the positions of those names in the same annotated text, one `(start, end)` per name; empty
    if a name comes from the topic instead.
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
        """Return the backend's name with its language and version, such as `lite-en-1`; a change relearns documents."""
        ...

    @property
    def language(self) -> str:
        """Return the ISO 639-1 code of the language it reads."""
        ...

    @property
    def single_process(self) -> bool:
        """Tell whether documents should be analysed in one process, because of large models or a GPU."""
        ...

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text; a blank line always ends a sentence.

        Args:
            texts: passages of plain text of any length; an empty one gives an empty list.
            topics: one title per text (or none at all), used only to resolve pronouns.
        """
        ...


@runtime_checkable
class ReadsAnyLanguage(Protocol):
    """A language backend that reads each document in its own language."""

    def reading(self, text: str) -> Annotator:
        """Return the backend for a document, given its text or the beginning of it."""
        ...
