"""Ground a concept in a sentence: in its words, in what its pronouns refer to, or in the titles above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lgm_core.language.concepts import concept_key
from lgm_core.model import Mention, MentionSource, Sentence

__all__ = ["ground_concept"]

_WORD = re.compile(r"[^\W_]+[+#]*")
_COREFERENCE_MARK = re.compile(r" \[: ([^\]]*)\]")
_LAST_WORD = re.compile(r"[^\W_]+\W*$")

_MAX_EXTRA_WORDS = 2
"""How many words more than its key a phrase may have: an article and a possessive, or the dotted letters of initials.

A larger number costs time for every concept that is not in the text.
"""


def ground_concept(key: str, sentence: Sentence, titles: Sequence[str], language: str) -> Mention | None:
    """Return a mention of a concept in a sentence, its coreference marks or a title above it; None when there is none.

    Phrases are compared by their concept keys, so `leaves` grounds `leaf`.
    """
    if (span := _span_of(key, sentence.text, language)) is not None:
        start, end = span
        return Mention(sentence.id, key, sentence.text[start:end], start, end, MentionSource.TEXT)
    for end, antecedents in _coreference_marks(sentence.resolved):
        pronoun = _LAST_WORD.search(sentence.text[:end])
        if pronoun is not None and _span_of(key, antecedents, language) is not None:
            start = pronoun.start()
            return Mention(sentence.id, key, sentence.text[start:end], start, end, MentionSource.COREFERENCE)
    for title in titles:
        if _span_of(key, title, language) is not None:
            return Mention(sentence.id, key, title, 0, 0, MentionSource.TITLE)
    return None


def _coreference_marks(resolved: str) -> Iterator[tuple[int, str]]:
    """Yield the antecedents in each coreference mark, with the offset in the unmarked text where its pronoun ends."""
    inserted = 0
    for mark in _COREFERENCE_MARK.finditer(resolved):
        yield mark.start() - inserted, mark[1]
        inserted += len(mark[0])


def _span_of(key: str, text: str, language: str) -> tuple[int, int] | None:
    """Return the shortest run of whole words whose concept key is `key`, as character offsets."""
    words = [match.span() for match in _WORD.finditer(text)]
    length = key.count(" ") + 1
    for extra in range(_MAX_EXTRA_WORDS + 1):
        for first in range(len(words) - length - extra + 1):
            start, end = words[first][0], words[first + length + extra - 1][1]
            if concept_key(text[start:end], language) == key:
                return start, end
    return None
