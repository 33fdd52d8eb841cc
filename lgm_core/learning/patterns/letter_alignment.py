"""Align the letters of a short form with the words beside it, to find the long form it stands for.

Every letter must be found, in order. An alignment earns points for letters that begin words and loses them for words it
steps over; the best alignment is taken if its letters are good enough on average. The points were set by hand; their
effect is measured by `lgm bench relations` (alias) and reported in benchmarks/relations.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["QUOTES", "Span", "find_long_form"]

Span = tuple[int, int]
"""Start and end (exclusive) of a stretch of text."""
QUOTES = "\"'“”‘’"

# Points for a letter by where it is found: at the start of a word, at the start of a part of one (*three-dimensional*),
# right after the letter before it, farther on in the same word, inside another word.
_WORD_START, _PART_START, _NEXT_LETTER, _SAME_WORD, _INSIDE = 3.0, 2.2, 1.6, 1.2, -2.5
_MISSING_DIGIT = -1.0
"""Points for a digit that is not found: names of substances often leave it out."""
# What stepping over a word costs; _TRAILING multiplies the cost of the words after the last letter.
_SKIPPED_WORD, _SKIPPED_FUNCTION_WORD, _CROSSED_COMMA, _TRAILING = 1.6, 0.3, 1.0, 1.5
_THRESHOLDS = {1: 2.9, 2: 1.9, 3: 1.45}
"""Points that the letters of a short form need on average, by their number: few letters fit by chance more easily."""
_THRESHOLD_OF_MORE, _THRESHOLD_IN_LOWER_CASE = 1.4, 1.6
"""The same for four letters or more, and at least for a short form in lower case, which may be a plain word."""

_FUNCTION_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with")
)
_NUMBER_WORDS = {
    "1": ("one", "mono", "first", "uni"),
    "2": ("two", "di", "bi", "second"),
    "3": ("three", "tri", "third"),
    "4": ("four", "tetra", "quad"),
    "5": ("five", "fifth", "penta"),
    "6": ("six", "hexa"),
    "7": ("seven", "hepta"),
    "8": ("eight", "octa"),
    "9": ("nine", "ninth", "nona"),
}
_CHUNK = re.compile(r"\S+")


class _Word(NamedTuple):
    """A word that may belong to a long form; `comma` tells whether a comma follows it."""

    start: int
    end: int
    comma: bool


class _Occurrence(NamedTuple):
    """A place where a letter of the short form occurs: its position, the number of its word, and its points."""

    position: int
    word: int
    points: float


def find_long_form(text: str, short: Span, window: Span) -> Span | None:
    """Return the span of the long form of a short form, or None.

    Args:
        text: the text.
        short: where the short form stands.
        window: where the long form may stand; it must reach the end.
    """
    letters = _letters(text[slice(*short)])
    # No long form has more words than that (the bound of Schwartz and Hearst 2003).
    most_words = min(len(letters) + 5, 2 * len(letters))
    words = _words(text, *window)[-most_words:] if letters else []
    if not words or letters[0] not in {_initial(text, word) for word in words} | _NUMBER_WORDS.keys():
        return None
    threshold = _THRESHOLDS.get(len(letters), _THRESHOLD_OF_MORE)
    if text[slice(*short)].islower():
        threshold = max(threshold, _THRESHOLD_IN_LOWER_CASE)
    score, begin = _best_alignment(text, letters, words)
    if score < threshold * len(letters):
        return None
    long = text[begin : words[-1].end].lower()
    if len(long) <= short[1] - short[0] or text[slice(*short)].lower() in long.split():
        return None
    return begin, words[-1].end


def _words(text: str, start: int, end: int) -> list[_Word]:
    """Return the words that can belong to one long form which ends at `end`."""
    words: list[_Word] = []
    for chunk in _CHUNK.finditer(text, start, end):
        begin, stop = chunk.span()
        while begin < stop and text[begin] in QUOTES:
            begin += 1
        mark = text[stop - 1]
        while stop > begin and text[stop - 1] in ",;:" + QUOTES:
            stop -= 1
        word = text[begin:stop]
        balance = sum(map(word.count, "([")) - sum(map(word.count, ")]"))
        if balance or word.startswith(("(", "[")):  # no long form reaches into or over another bracket
            words.clear()
            if balance > 0 and len(word) > 1 and word[0] in "([":
                words.append(_Word(begin + 1, stop, mark == ","))
        elif word:
            words.append(_Word(begin, stop, mark == ","))
            if mark in ";:":
                words.clear()
    return words


def _initial(text: str, word: _Word) -> str:
    """Return the first letter of a word, after the numbers of a name such as *2,4-dinitrophenol*."""
    return next((letter.lower() for letter in text[word.start : word.end] if letter.isalpha()), "")


def _letters(short: str) -> str:
    """Return the letters and digits of a short form that must be found: not the s of a plural such as *AGEs*."""
    letters = [letter for letter in short if letter.isalnum()]
    if len(letters) > 2 and letters[-1] == "s" and letters[-2].isupper():
        letters.pop()
    return "".join(letters).lower()


def _best_alignment(text: str, letters: str, words: Sequence[_Word]) -> tuple[float, int]:
    """Return the score of the best alignment and where its long form begins (dynamic programming).

    Works from the last letter to the first: `suffixes` holds, for each occurrence of the letter last looked at, the
    best score of all letters after it.
    """
    occurrences = _occurrences(text, words, frozenset(letters))
    costs = _skip_costs(text, words)
    suffixes = [(-(costs[-1] - costs[last.word + 1]) * _TRAILING, last) for last in occurrences.get(letters[-1], ())]
    if letters[-1].isdigit() and len(letters) > 1:
        suffixes.append((_MISSING_DIGIT, _Occurrence(words[-1].end, len(words) - 1, 0.0)))
    for letter in reversed(letters[:-1]):
        extended = []
        for occurrence in occurrences.get(letter, ()):
            scores = [
                score + _step_points(occurrence, following, costs)
                for score, following in suffixes
                if following.position > occurrence.position
            ]
            if scores:
                extended.append((max(scores), occurrence))
        if letter.isdigit():
            extended += [(score + _MISSING_DIGIT, occurrence) for score, occurrence in suffixes]
        suffixes = extended
    starts = [
        (score + first.points, words[first.word].start)
        for score, first in suffixes
        if first.points == _WORD_START and not _is_function_word(text, words[first.word])
    ]
    return max(starts, default=(float("-inf"), 0))


def _step_points(occurrence: _Occurrence, following: _Occurrence, costs: Sequence[float]) -> float:
    """Return the points for finding a letter at `following` after the letter before it was found at `occurrence`."""
    skipped = costs[following.word] - costs[occurrence.word + 1] if following.word > occurrence.word else 0.0
    if following.points:
        return following.points - skipped
    if following.position == occurrence.position + 1:
        return _NEXT_LETTER
    return _SAME_WORD if following.word == occurrence.word else _INSIDE - skipped


def _skip_costs(text: str, words: Sequence[_Word]) -> list[float]:
    """Return, for every word, the cost of stepping over all the words before it."""
    costs = [0.0]
    for word in words:
        cost = _SKIPPED_FUNCTION_WORD if _is_function_word(text, word) else _SKIPPED_WORD
        costs.append(costs[-1] + cost + (_CROSSED_COMMA if word.comma else 0.0))
    return costs


def _is_function_word(text: str, word: _Word) -> bool:
    return text[word.start : word.end].lower() in _FUNCTION_WORDS


def _occurrences(text: str, words: Sequence[_Word], letters: frozenset[str]) -> dict[str, list[_Occurrence]]:
    """Return where each of the letters occurs; a digit also where its number word begins (*2D*, *two-dimensional*)."""
    occurrences: dict[str, list[_Occurrence]] = {}
    for index, word in enumerate(words):
        lower = text[word.start : word.end].lower()
        after_numbers = False  # whether the word has begun after its numbers, as in 12-O-tetradecanoyl
        for offset, letter in enumerate(lower[: word.end - word.start]):
            is_start = letter.isalnum() and _starts_part(text, word, offset)
            points = (_PART_START if after_numbers else _WORD_START) if is_start else 0.0
            after_numbers = after_numbers or (letter.isalpha() and lower[offset + 1 : offset + 2].isalpha())
            occurrence = _Occurrence(word.start + offset, index, points)
            if letter in letters:
                occurrences.setdefault(letter, []).append(occurrence)
            if points:
                for digit in letters & _NUMBER_WORDS.keys():
                    if lower.startswith(_NUMBER_WORDS[digit], offset):
                        occurrences.setdefault(digit, []).append(occurrence)
    return occurrences


def _starts_part(text: str, word: _Word, offset: int) -> bool:
    """Tell whether a letter begins a word or a part of one: after a hyphen, at a capital, at a digit."""
    if not offset:
        return True
    before, letter = text[word.start + offset - 1], text[word.start + offset]
    return not before.isalnum() or (before.islower() and letter.isupper()) or before.isdigit() != letter.isdigit()
