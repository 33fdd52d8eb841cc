"""Short forms in brackets and the long forms they stand for, from characters alone.

The letters of the short form are aligned with the words next to it: every letter must be found, in order. An alignment
earns points for letters that begin words and loses them for words it steps over; the best alignment is taken if its
letters are good enough on average. (The task of Schwartz and Hearst 2003, who take the shortest alignment.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Abbreviation", "find_abbreviations"]

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and its long form, as character spans of the text."""

    short: Span
    long: Span


class _Word(NamedTuple):
    """A word that may belong to a long form; `comma` tells whether a comma follows it."""

    start: int
    end: int
    comma: bool


class _Spot(NamedTuple):
    """A place where a letter of the short form can be found, and what finding it there is worth."""

    position: int
    word: int
    worth: float


# What a letter is worth where it was found, and what stepping over a word costs.
_WORD_START, _PART_START, _NEXT_LETTER, _SAME_WORD, _INSIDE = 3.0, 2.2, 1.6, 1.2, -2.5
_MISSING_DIGIT = -1.0
_SKIPPED_WORD, _SKIPPED_FUNCTION_WORD, _CROSSED_COMMA, _TRAILING = 1.6, 0.3, 1.0, 1.5
# The average that the letters of a short form need, by their number; a short form in lower case needs more.
_NEEDED = {1: 2.9, 2: 1.9, 3: 1.45}
_NEEDED_OF_MORE, _NEEDED_OF_LOWER = 1.4, 1.6

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
_CLOSING = {"(": ")", "[": "]"}
_QUOTES = "\"'“”‘’"
_SEPARATOR = re.compile(r"\s*(?P<mark>[,;:=]|\bor\b)\s+|(?P<equals>=)")
_CHUNK = re.compile(r"\S+")
_LAST_WORD = re.compile(r"([^\s()\[\]]+)\s*$")
_LONGEST_BRACKET = 200
_WINDOW = 200


def find_abbreviations(text: str, start: int, end: int) -> list[Abbreviation]:
    """Find the bracketed short and long forms between `start` and `end` of a text."""
    found = []
    for opening, closing in _brackets(text, start, end):
        abbreviation = _read_bracket(text, start, opening, closing)
        if abbreviation is not None:
            found.append(abbreviation)
    return found


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
            long = _long_form(text, short, window)
            if long is not None and (short[0] > window[0] or long[0] == window[0]):
                return Abbreviation(short, long)
    return None


def _readings(text: str, pieces: Sequence[Span], separator: str, before: Span) -> Iterator[tuple[Span, Span]]:
    """Yield what may be the short form and where the long one may end."""
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
    """Split the inside of a bracket at commas, semicolons, `=` and *or*; also return the first of these."""
    pieces, position, separator = [], start, ""
    for match in _SEPARATOR.finditer(text, start, end):
        pieces.append((position, match.start()))
        position = match.end()
        separator = separator or match["mark"] or match["equals"]
    pieces.append((position, end))
    return [trimmed for piece in pieces if (trimmed := _trimmed(text, *piece))], separator


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and (text[start].isspace() or text[start] in _QUOTES):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in _QUOTES):
        end -= 1
    return (start, end) if start < end else None


def _is_short_form(short: str) -> bool:
    """Tell whether a stretch of text may be a short form: few letters, at least one, and no formula."""
    words = short.split(" ")
    if len(short) > (20 if len(words) == 1 else 14) or len(words) > 3 or words[0].lower() in ("born", "s", "es"):
        return False
    if not (short[0].isalnum() or short[0] in "([") or any(mark in short for mark in "<>%=\n"):
        return False
    return any(letter.isalpha() for letter in short) and (len(short) <= 5 or not short.islower())


def _words(text: str, start: int, end: int) -> list[_Word]:
    """Return the words that can belong to one long form which ends at `end`."""
    words: list[_Word] = []
    for chunk in _CHUNK.finditer(text, start, end):
        begin, stop = chunk.span()
        while begin < stop and text[begin] in _QUOTES:
            begin += 1
        mark = text[stop - 1]
        while stop > begin and text[stop - 1] in ",;:" + _QUOTES:
            stop -= 1
        word = text[begin:stop]
        balance = sum(map(word.count, "([")) - sum(map(word.count, ")]"))
        if balance or word.startswith(("(", "[")):  # what stands in another bracket, and before it
            words.clear()
            if balance > 0 and len(word) > 1 and word[0] in "([":
                words.append(_Word(begin + 1, stop, mark == ","))
        elif word:
            words.append(_Word(begin, stop, mark == ","))
            if mark in ";:":
                words.clear()
    return words


def _long_form(text: str, short: Span, window: Span) -> Span | None:
    """Return where the long form of `short` stands in `window`, whose end it must reach."""
    letters = _letters(text[slice(*short)])
    most = min(len(letters) + 5, 2 * len(letters))
    words = _words(text, *window)[-most:] if letters else []
    if not words or letters[0] not in {_initial(text, word) for word in words} | _NUMBER_WORDS.keys():
        return None
    needed = _NEEDED.get(len(letters), _NEEDED_OF_MORE)
    if text[slice(*short)].islower():
        needed = max(needed, _NEEDED_OF_LOWER)
    score, begin = _best_alignment(text, letters, words)
    if score < needed * len(letters):
        return None
    long = text[begin : words[-1].end].lower()
    if len(long) <= short[1] - short[0] or text[slice(*short)].lower() in long.split():
        return None
    return begin, words[-1].end


def _initial(text: str, word: _Word) -> str:
    """Return the first letter of a word, after the numbers of a name such as *2,4-dinitrophenol*."""
    return next((letter.lower() for letter in text[word.start : word.end] if letter.isalpha()), "")


def _letters(short: str) -> str:
    """Return what must be found of a short form; the s of a plural such as *AGEs* need not be."""
    letters = [letter for letter in short if letter.isalnum()]
    if len(letters) > 2 and letters[-1] == "s" and letters[-2].isupper():
        letters.pop()
    return "".join(letters).lower()


def _best_alignment(text: str, letters: str, words: Sequence[_Word]) -> tuple[float, int]:
    """Return the score of the best alignment and where its long form begins.

    Works from the last letter to the first: `following` holds, for each spot of the letter after, the best score of
    everything from there on.
    """
    spots = _spots(text, words, frozenset(letters))
    cost = _stepping_costs(text, words)
    following = [(-(cost[-1] - cost[spot.word + 1]) * _TRAILING, spot) for spot in spots.get(letters[-1], ())]
    if letters[-1].isdigit() and len(letters) > 1:
        following.append((_MISSING_DIGIT, _Spot(words[-1].end, len(words) - 1, 0.0)))
    for letter in reversed(letters[:-1]):
        current = []
        for spot in spots.get(letter, ()):
            scores = [score + _step(spot, after, cost) for score, after in following if after.position > spot.position]
            if scores:
                current.append((max(scores), spot))
        if letter.isdigit():
            current += [(score + _MISSING_DIGIT, spot) for score, spot in following]
        following = current
    starts = [
        (score + spot.worth, words[spot.word].start)
        for score, spot in following
        if spot.worth == _WORD_START and not _is_function_word(text, words[spot.word])
    ]
    return max(starts, default=(float("-inf"), 0))


def _step(spot: _Spot, after: _Spot, cost: Sequence[float]) -> float:
    """Return what finding the next letter at `after` adds when the letter before it was found at `spot`."""
    skipped = cost[after.word] - cost[spot.word + 1] if after.word > spot.word else 0.0
    if after.worth:
        return after.worth - skipped
    if after.position == spot.position + 1:
        return _NEXT_LETTER
    return _SAME_WORD if after.word == spot.word else _INSIDE - skipped


def _stepping_costs(text: str, words: Sequence[_Word]) -> list[float]:
    """Return, for every word, what stepping over all the words before it costs."""
    costs = [0.0]
    for word in words:
        cost = _SKIPPED_FUNCTION_WORD if _is_function_word(text, word) else _SKIPPED_WORD
        costs.append(costs[-1] + cost + (_CROSSED_COMMA if word.comma else 0.0))
    return costs


def _is_function_word(text: str, word: _Word) -> bool:
    return text[word.start : word.end].lower() in _FUNCTION_WORDS


def _spots(text: str, words: Sequence[_Word], letters: frozenset[str]) -> dict[str, list[_Spot]]:
    """Return where each of the letters can be found; a digit also where its number word begins (*2D*)."""
    spots: dict[str, list[_Spot]] = {}
    for index, word in enumerate(words):
        lowered = text[word.start : word.end].lower()
        named = False  # whether the word's own name has begun, after numbers as in 12-O-tetradecanoyl
        for offset, letter in enumerate(lowered[: word.end - word.start]):
            starts = letter.isalnum() and _starts_part(text, word, offset)
            worth = (_PART_START if named else _WORD_START) if starts else 0.0
            named = named or (letter.isalpha() and lowered[offset + 1 : offset + 2].isalpha())
            spot = _Spot(word.start + offset, index, worth)
            if letter in letters:
                spots.setdefault(letter, []).append(spot)
            if worth:
                for digit in letters & _NUMBER_WORDS.keys():
                    if lowered.startswith(_NUMBER_WORDS[digit], offset):
                        spots.setdefault(digit, []).append(spot)
    return spots


def _starts_part(text: str, word: _Word, offset: int) -> bool:
    """Tell whether a letter begins a word or a part of one: after a hyphen, at a capital, at a digit."""
    if not offset:
        return True
    before, letter = text[word.start + offset - 1], text[word.start + offset]
    return not before.isalnum() or (before.islower() and letter.isupper()) or before.isdigit() != letter.isdigit()
