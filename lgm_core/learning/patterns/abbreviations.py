"""Find short forms in brackets and the long forms they stand for, from characters alone.

The task is that of Schwartz and Hearst (2003), who take the shortest alignment of a short form with the words beside
it; `letter_alignment` takes the best one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.learning.patterns.letter_alignment import QUOTES, Span, find_long_form

__all__ = ["Abbreviation", "find_abbreviations"]


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and its long form, as character spans of the text."""

    short: Span
    long: Span


_CLOSING = {"(": ")", "[": "]"}
_SEPARATOR = re.compile(r"\s*(?P<mark>[,;:=]|\bor\b)\s+|(?P<equals>=)")
_LAST_WORD = re.compile(r"([^\s()\[\]]+)\s*$")
_LONGEST_BRACKET = 200
"""Characters: what is longer is an aside, not a name."""
_WINDOW = 200
"""Characters before a bracket in which a long form may stand: more words than the letters of any short form need."""
_NOT_SHORT_FORMS = ("born", "s", "es")
"""First words of brackets that hold no short form: *(born Ada Stone)*, *friend(s)*."""
_LONGEST_SHORT_FORM = 20
_LONGEST_OF_SEVERAL_WORDS = 14
_MOST_WORDS = 3
"""Characters and words of a short form; a longer bracket is an explanation."""
_LONGEST_IN_LOWER_CASE = 5
"""Characters of a short form without a capital; a longer one is a plain word."""


def find_abbreviations(text: str, start: int, end: int) -> list[Abbreviation]:
    """Find the bracketed short and long forms between `start` and `end` of a text."""
    abbreviations = []
    for opening, closing in _brackets(text, start, end):
        abbreviation = _read_bracket(text, start, opening, closing)
        if abbreviation is not None:
            abbreviations.append(abbreviation)
    return abbreviations


def _brackets(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the positions of matching brackets that follow a space or a bracket, outer before inner."""
    for position in range(start + 1, end):
        if text[position] in "([" and text[position - 1] in " ([)]\n":
            closing = _closing(text, position, min(end, position + _LONGEST_BRACKET))
            if closing is not None:
                yield position, closing


def _closing(text: str, opening: int, end: int) -> int | None:
    opens, closes, depth = text[opening], _CLOSING[text[opening]], 0
    for position in range(opening, end):
        if text[position] == opens:
            depth += 1
        elif text[position] == closes:
            depth -= 1
            if not depth:
                return position
    return None


def _read_bracket(text: str, start: int, opening: int, closing: int) -> Abbreviation | None:
    """Read `long (short)`, `(long, short)`, `(short = long)` or `short (long)`; `None` for anything else."""
    pieces, separator = _pieces(text, opening + 1, closing)
    if not pieces:
        return None
    before = (max(start, opening - _WINDOW), opening)
    for short, window in _readings(text, pieces, separator, before):
        if _is_short_form(text[slice(*short)]):
            long = find_long_form(text, short, window)
            if long is not None and (short[0] > window[0] or long[0] == window[0]):
                return Abbreviation(short, long)
    return None


def _readings(text: str, pieces: Sequence[Span], separator: str, before: Span) -> Iterator[tuple[Span, Span]]:
    """Yield the spans that may be the short form, each with the window in which its long form may stand."""
    if separator == "=":
        yield from ((pieces[0], other) for other in pieces[1:2])
        return
    yield pieces[0], before
    if len(pieces) > 1:
        yield pieces[1], pieces[0]
    last = _LAST_WORD.search(text, *before)
    if last is not None and text[last.start()].lower() == text[pieces[0][0]].lower():
        yield last.span(1), pieces[0]
        if len(pieces) > 1:
            yield last.span(1), (pieces[0][0], pieces[-1][1])


def _pieces(text: str, start: int, end: int) -> tuple[list[Span], str]:
    """Split the inside of a bracket at commas, semicolons, `=` and *or*; return the pieces and the first separator."""
    pieces, position, separator = [], start, ""
    for match in _SEPARATOR.finditer(text, start, end):
        pieces.append((position, match.start()))
        position = match.end()
        separator = separator or match["mark"] or match["equals"]
    pieces.append((position, end))
    return [trimmed for piece in pieces if (trimmed := _trimmed(text, *piece))], separator


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and (text[start].isspace() or text[start] in QUOTES):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in QUOTES):
        end -= 1
    return (start, end) if start < end else None


def _is_short_form(short: str) -> bool:
    """Tell whether a stretch of text may be a short form: few letters, at least one, and no formula."""
    words = short.split(" ")
    longest = _LONGEST_SHORT_FORM if len(words) == 1 else _LONGEST_OF_SEVERAL_WORDS
    if len(short) > longest or len(words) > _MOST_WORDS or words[0].lower() in _NOT_SHORT_FORMS:
        return False
    if not (short[0].isalnum() or short[0] in "([") or any(mark in short for mark in "<>%=\n"):
        return False
    return any(letter.isalpha() for letter in short) and (len(short) <= _LONGEST_IN_LOWER_CASE or not short.islower())
