"""A question as words with their positions, so that names are taken exactly as written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lgm_core.language.normalisation import fold_word
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["QuestionText", "Span", "Word", "split_words_of"]

_LONGEST = 16
"""The most words of a span that is looked up in the graph."""
_OPENING, _CLOSING = "\"'“‘«([", "\"'”’»)],;:.?!"
_QUOTES = {'"': '"', "“": "”", "«": "»", "'": "'", "‘": "’"}
_WORD = re.compile(r"\S+")
_BRACKET = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question.

    Attributes:
        folded: in lower case, without accents and the punctuation around it.
        start: the offset of its first character.
        end: the offset after its last character.
        is_marked: whether a capital, a digit, a quote or a bracket marks it as part of a name.
        is_possessive: whether it ends with the possessive.
        is_before_comma: whether a comma follows it.
    """

    folded: str
    start: int
    end: int
    is_marked: bool
    is_possessive: bool
    is_before_comma: bool


Span = tuple[int, int]
"""The first word of a part of a question, and the word after the last."""


class QuestionText:
    """The words of a question, and which of its names the graph has.

    Looking up the first name calls the store once.
    """

    def __init__(self, question: str, view: GraphView) -> None:
        self.text = _without_mark(question.strip())
        self.words = _words(self.text)
        self._view = view

    def folded(self, span: Span) -> list[str]:
        """Return the words of a span, folded."""
        return [word.folded for word in self.words[slice(*span)]]

    def name(self, span: Span) -> str:
        """Return a span as written, without the possessive, quotes and punctuation around it."""
        first, last = self.words[span[0]], self.words[span[1] - 1]
        text = self.text[first.start : last.end].strip()
        text = text.rstrip(",;:") if text[-1:] in ",;:" else text
        if last.is_possessive:
            text = text[:-2] if text[-2:] in ("'s", "’s") else text[:-1]
        closing = _QUOTES.get(text[:1])
        if closing and len(text) > 2 and text.find(closing, 1) == len(text) - 1:
            return text[1:-1]
        return text

    def is_known(self, span: Span) -> bool:
        """Tell whether a span is the name of a concept of the graph, with or without the bracket at its end."""
        return span in self._known

    def keys(self, span: Span) -> list[str]:
        """Return the keys that the name in a span may have."""
        return self._view.keys_of(self.name(span))

    @cached_property
    def _known(self) -> frozenset[Span]:
        keys: dict[Span, list[str]] = {}
        for first in range(len(self.words)):
            for end in range(first + 1, min(first + _LONGEST, len(self.words)) + 1):
                name = self.name((first, end))
                keys[first, end] = [
                    key for text in {name, _BRACKET.sub("", name)} for key in self._view.plain_keys(text)
                ]
        known = set(map(name_of, self._view.named(key for found in keys.values() for key in found)))
        known |= self._view.conformance.terms.by_key.keys()
        return frozenset(span for span, found in keys.items() if not known.isdisjoint(found))


def split_words_of(text: str) -> tuple[str, ...]:
    """Return the words of a name or predicate, folded like those of questions."""
    return tuple(word.folded for word in _words(text))


def _without_mark(text: str) -> str:
    """Return a question without its question mark; that of a title before it stays: `Who Is It??`."""
    return text[:-1].rstrip() if text.endswith(("?", ".", "？")) else text


def _words(text: str) -> Sequence[Word]:
    words = []
    for match in _WORD.finditer(text):
        written = match[0]
        bare = written.lstrip(_OPENING).rstrip(_CLOSING)
        if not bare and not any(character.isalnum() or character in "&+–-—" for character in written):
            continue
        kept = written.rstrip(_CLOSING)
        # A capital S after the apostrophe belongs to a title with every word capitalised: `Scribner'S Monthly`.
        possessive = kept.endswith(("'s", "’s")) or (
            written.endswith(("s'", "s’")) and text[: match.start()].count("'") % 2 == 0
        )
        marked = bare[:1].isdigit() or any(character.isupper() for character in bare) or written[:1] in '"“«('
        before = text[: match.start()]
        marked = marked or (before.count("(") > before.count(")") and ")" in text[match.start() :])
        marked = marked or not any(character.isalnum() for character in bare)  # `&` and dashes only occur in names
        folded = fold_word((bare[:-2] if bare.endswith(("'s", "’s")) else bare).rstrip(_CLOSING))
        words.append(
            Word(folded, match.start(), match.end(), marked, possessive, written.rstrip("\"'”’").endswith(","))
        )
    return tuple(words)
