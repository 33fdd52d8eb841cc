"""Tell code inside a sentence from the words of its language: by its markup, and paths, calls and options by form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lgm_core.language.chunking import ChunkedSentence, chunk
from lgm_core.language.port import AnnotatedSentence, Token

__all__ = ["is_in_code", "overlaps", "with_code_as_words"]

Spans = Sequence[tuple[int, int]]

_CODE = re.compile(
    r"""
      \w[/\\][\w./\\-]*\.\w        # a path to a file
    | \w\(\) | \w\([^()\s]*[,=.'"]   # a call
    | \w\.\w+\(                      # of a method
    | [={}] | :: | ://                # an assignment, a body, an address
    | ^[("'`\[]*--?[A-Za-z]          # an option
    """,
    re.X,
)


def is_in_code(text: str, start: int, end: int) -> bool:
    """Tell whether the characters `start`–`end` of a text are part of what has the form of code.

    What stands between two spaces is looked at as a whole, since a sentence writes a path or a call without spaces.
    """
    first = max(text.rfind(" ", 0, start), text.rfind("\n", 0, start)) + 1
    last = min((place for place in (text.find(" ", end), text.find("\n", end)) if place >= 0), default=len(text))
    return any(_CODE.search(part) for part in text[first:last].split())


def overlaps(spans: Spans, start: int, end: int) -> bool:
    """Tell whether the characters `start`–`end` and one of the spans have any in common."""
    return any(first < end and start < last for first, last in spans)


def with_code_as_words(sentence: ChunkedSentence, spans: Spans) -> ChunkedSentence:
    """Return a sentence in which each piece of code is one word, a name, so that nothing is read from words inside it.

    No pronoun stands for code either. The tree is lost.
    """
    annotation = sentence.annotation
    if not overlaps(spans, annotation.start, annotation.end):
        return sentence
    marks = (
        mark
        for mark in annotation.marks
        if not any(overlaps(spans, *antecedent) for antecedent in mark.antecedent_spans)
    )
    words = replace(annotation, tokens=tuple(_words(sentence.text, annotation, spans)), marks=tuple(marks))
    return chunk(sentence.text, words, sentence.lexicon)


def _words(text: str, annotation: AnnotatedSentence, spans: Spans) -> list[Token]:
    words: list[Token] = []
    reached = -1
    """The index of the span that the last word is made of."""
    for token in annotation.tokens:
        index = next((n for n, (start, end) in enumerate(spans) if start < token.end and token.start < end), -1)
        if index < 0:
            words.append(replace(token, head=-1, relation=""))
            reached = -1
            continue
        start = words.pop().start if index == reached else token.start
        code = text[start : token.end]
        words.append(Token(code, code, "PROPN", start, token.end))
        reached = index
    return words
