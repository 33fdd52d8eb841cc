"""Where a concept occurs in a sentence: in its words, in what its pronouns stand for, or in the titles above it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lgm_core.language.concepts import concept_key
from lgm_core.model import Mention, MentionSource, Sentence

__all__ = ["find_occurrence"]

_WORD = re.compile(r"[^\W_]+[+#]*")
_MARK = re.compile(r" \[: ([^\]]*)\]")
_LAST_WORD = re.compile(r"[^\W_]+\W*$")
_EXTRA_WORDS = 2
"""A phrase may have so many words more than its key: an article and a possessive, or the dotted letters of initials."""


def find_occurrence(key: str, sentence: Sentence, titles: Sequence[str], language: str) -> Mention | None:
    """Return a mention of a concept that the sentence, its marks or a title above it bear out, or None.

    Words are compared as concept keys, so that `leaves` bears out `leaf`.
    """
    if (span := _span(key, sentence.text, language)) is not None:
        start, end = span
        return Mention(sentence.id, key, sentence.text[start:end], start, end, MentionSource.TEXT)
    for at, names in _marks(sentence.resolved):
        pronoun = _LAST_WORD.search(sentence.text[:at])
        if pronoun is not None and _span(key, names, language) is not None:
            start = pronoun.start()
            return Mention(sentence.id, key, sentence.text[start:at], start, at, MentionSource.COREFERENCE)
    for title in titles:
        if _span(key, title, language) is not None:
            return Mention(sentence.id, key, title, 0, 0, MentionSource.TITLE)
    return None


def _marks(resolved: str) -> Iterable[tuple[int, str]]:
    """Yield each coreference mark with the place in the unmarked text where it was put."""
    added = 0
    for mark in _MARK.finditer(resolved):
        yield mark.start() - added, mark[1]
        added += len(mark[0])


def _span(key: str, text: str, language: str) -> tuple[int, int] | None:
    """Return the shortest stretch of whole words that has a key."""
    words = [match.span() for match in _WORD.finditer(text)]
    length = key.count(" ") + 1
    for extra in range(_EXTRA_WORDS + 1):
        for first in range(len(words) - length - extra + 1):
            start, end = words[first][0], words[first + length + extra - 1][1]
            if concept_key(text[start:end], language) == key:
                return start, end
    return None
