"""Align the letters of a short form with the words next to it, by the rules of a strategy.

A strategy defines where a letter may be found and how many words may be skipped. Every letter must be found, in the
order of the short form unless the strategy changes it; the shortest long form wins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

__all__ = [
    "QUOTES",
    "Order",
    "Place",
    "Span",
    "Strategy",
    "Window",
    "Word",
    "align",
    "letters_of",
    "may_align",
    "words_between",
]

Span = tuple[int, int]
"""Start and end (exclusive) of a stretch of text."""
QUOTES = "\"'“”‘’„«»"

_FUNCTION_WORDS = frozenset(
    """a an and as at by for from in of on or the to with & de la le les du des del di da do dos et e y und für der die
    das den dem von van het en per via""".split()
)
"""Words omitted in short forms, in English and in organisations' names from other languages."""
_WRITTEN_OUT = {
    "1": ("one", "mono", "first", "uni"),
    "2": ("two", "di", "bi", "second"),
    "3": ("three", "tri", "third"),
    "4": ("four", "tetra", "quad"),
    "5": ("five", "fifth", "penta"),
    "6": ("six", "hexa"),
    "7": ("seven", "hepta"),
    "8": ("eight", "octa"),
    "9": ("nine", "ninth", "nona"),
    "+": ("plus", "positive"),
    "-": ("minus", "negative"),
    "&": ("and", "und"),
}
"""The beginnings of words for digits and signs in a short form: *2D*, *two-dimensional*."""
_GREEK = str.maketrans("αβγδεζηθικλμνξοπρσςτυφχψω", "abgdezetiklmnxoprsstufcpo")
_CHUNK = re.compile(r"\S+")
_BRACKET = re.compile(r"[()\[\]]")
_LOCANTS = re.compile(
    r"(?:(?:[\d,'′:.+()\[\]]+[a-z]?|[a-z]|alpha|beta|gamma|delta)-)+(?:(?:bis|tris|tetrakis)\()?", re.IGNORECASE
)
"""The numbers and letters before the name of a substance: *2,4-dinitrophenol*, *N-acetyl*."""
_PART_BORDER = re.compile(r"[-\s/]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_MOST_DEAD_ENDS = 300
"""Failed attempts after which a search gives up: ten times as many as any of some thousand texts needed."""
_MOST_INSIDE = 1
_MOST_SIGNED = 5
"""Characters of a short form whose last sign, as in *HIV+*, stands for a word."""


class Place(IntEnum):
    """Where a letter of a short form is found: the strictest place first."""

    WORD_START = 0
    PART_START = 1
    """After a hyphen, at a capital, at a digit: *three-dimensional*."""
    SAME_WORD = 2
    """Later in the word of the previous letter: *glutamate (Glu)*."""
    INSIDE = 3
    """Inside a word without any letter found before; at most one letter of a short form is found this way."""


class Order(Enum):
    """The order in which the letters of a short form are found."""

    AS_WRITTEN = 0
    TURNED = 1
    """Its parts rotated: *gamma-interferon (IFN-gamma)*."""
    INITIALS = 2
    """The initials of the same number of words in any order, as in translated names: *National Liberal Party (PNL)*."""


class Strategy(NamedTuple):
    """A way to align a short form with words.

    Attributes:
        name: its name in figures.
        place: the least strict place where a letter may be found.
        skipped: the most words skipped without a letter found in them; function words between others do not count.
        order: the order in which the letters are found.
    """

    name: str
    place: Place
    skipped: int = 0
    order: Order = Order.AS_WRITTEN


class Word(NamedTuple):
    """A word that may belong to a long form.

    Attributes:
        start: where it begins.
        end: where it ends.
        folded: the word in lower case, without accents.
        core: the offset within it after the numbers of a name such as *2,4-dinitrophenol*.
        is_function: whether it is a function word.
    """

    start: int
    end: int
    folded: str
    core: int
    is_function: bool


class _Occurrence(NamedTuple):
    position: int
    word: int
    place: Place


def letters_of(short: str, *, turned: int = 0) -> str:
    """Return the letters, digits and signs of a short form that must be found, in lower case.

    The s of a plural such as *AGEs* is optional.

    Args:
        short: the short form.
        turned: how many of its parts are rotated from its start to its end.
    """
    if turned:
        parts = _parts(short)
        return letters_of("".join(parts[turned:] + parts[:turned]))
    letters = [letter for letter in short if letter.isalnum() or letter == "&"]
    if len(letters) > 2 and letters[-1] == "s" and letters[-2].isupper():
        letters.pop()
    if short[-1] in "+-" and len(short) <= _MOST_SIGNED:
        letters.append(short[-1])
    return _fold("".join(letters))


def _parts(short: str) -> list[str]:
    return [part for part in _PART_BORDER.split(short) if part]


def words_between(text: str, start: int, end: int) -> list[Word]:
    """Return the words that may belong to one long form that ends at `end`."""
    words: list[Word] = []
    for chunk in _CHUNK.finditer(text, start, end):
        begin, stop = chunk.span()
        while begin < stop and text[begin] in QUOTES:
            begin += 1
        mark = text[stop - 1]
        while stop > begin and text[stop - 1] in ",;:" + QUOTES:
            stop -= 1
        word = text[begin:stop]
        balance = sum(map(word.count, "([")) - sum(map(word.count, ")]"))
        if balance or word.startswith(("(", "[")):  # no long form extends into or beyond another bracket
            words.clear()
            begin = _after_brackets(word, begin, balance)
            if begin < stop:
                words.append(_word(text[begin:stop], begin))
        elif word:
            words.append(_word(word, begin))
            if mark in ";:":
                words.clear()
    return words


def _word(surface: str, start: int) -> Word:
    folded = _fold(surface)
    locants = _LOCANTS.match(surface) if "-" in surface else None
    core = locants.end() if locants and locants.end() < len(surface) else 0
    return Word(start, start + len(surface), folded, core, folded in _FUNCTION_WORDS)


def _after_brackets(word: str, begin: int, balance: int) -> int:
    """Return where a word of a long form begins in a word with brackets: *(acid*, *(SCID)/beige*; else its end."""
    if balance > 0 and word[0] in "([":
        return begin + 1
    slash = max(word.rfind(")/"), word.rfind("]/"))
    return begin + slash + 2 if slash >= 0 and not _BRACKET.search(word, slash + 2) else begin + len(word)


class Window:
    """The words that may contain a long form, with every place of each letter in them."""

    def __init__(self, text: str, words: Sequence[Word]) -> None:
        self.words = words
        self.occurrences: dict[str, list[_Occurrence]] = {}
        self.initials: list[str] = []
        for index, word in enumerate(words):
            self._add(index, word, text[word.start : word.end])

    def _add(self, index: int, word: Word, surface: str) -> None:
        folded, core = word.folded, word.core
        self.initials.append(folded[core])
        before = ""
        for offset, letter in enumerate(surface):
            if letter.isalnum() or letter in "&+":
                place = _place(before, letter) if offset and offset != core else Place.WORD_START
                occurrence = _Occurrence(word.start + offset, index, place)
                self.occurrences.setdefault(folded[offset], []).append(occurrence)
                if place <= Place.PART_START:
                    for sign in _SIGNS_BY_LETTER.get(folded[offset], ()):
                        if folded.startswith(_WRITTEN_OUT[sign], offset):
                            self.occurrences.setdefault(sign, []).append(occurrence)
            before = letter


def _place(before: str, letter: str) -> Place:
    starts = not before.isalnum() or (before.islower() and letter.isupper()) or before.isdigit() != letter.isdigit()
    return Place.PART_START if starts else Place.INSIDE


def may_align(short: str, letters: str, words: Sequence[Word]) -> bool:
    """Tell whether any strategy may align a short form with words, by the first letters of its parts and theirs."""
    firsts = {letters[0], *(_fold(part[0]) for part in _parts(short))}
    starts = {start for word in words for start in (word.folded[0], word.folded[word.core])}
    return not firsts.isdisjoint(starts) or not firsts.isdisjoint(_WRITTEN_OUT)


def align(strategy: Strategy, short: str, letters: str, window: Window, *, whole: bool) -> int | None:
    """Return where the long form of a short form begins, ending with the window; None without one.

    Args:
        strategy: the strategy.
        short: the short form.
        letters: its letters.
        window: the words that may contain the long form.
        whole: whether it must begin with the window.
    """
    if strategy.order is Order.INITIALS:
        return _align_initials(letters, window, whole=whole)
    if strategy.order is Order.TURNED:
        if letters != letters_of(short):  # its digits are left out, and with them its parts
            return None
        begins = (
            _Alignment(strategy, letters_of(short, turned=turned), window).begin(whole=whole)
            for turned in range(1, len(_parts(short)))
        )
        return next((begin for begin in begins if begin is not None), None)
    return _Alignment(strategy, letters, window).begin(whole=whole)


def _align_initials(letters: str, window: Window, *, whole: bool) -> int | None:
    """Compare the letters with the initials of the last words, in any order."""
    places = [index for index, word in enumerate(window.words) if not word.is_function][-len(letters) :]
    if len(letters) < 2 or (whole and places[:1] != [0]):
        return None
    initials = sorted(window.initials[index] for index in places)
    return window.words[places[0]].start if initials == sorted(letters) else None


class _Alignment:
    """The search for the letters of one short form in one window."""

    def __init__(self, strategy: Strategy, letters: str, window: Window) -> None:
        self.strategy = strategy
        self.letters = letters
        self.window = window
        self.dead_ends: set[tuple[int, int, int, int]] = set()

    def begin(self, *, whole: bool) -> int | None:
        """Return where the shortest long form begins."""
        words = self.window.words
        for first in reversed(self.window.occurrences.get(self.letters[0], ())):
            word = words[first.word]
            may_start = first.place is Place.WORD_START and not word.is_function and not (whole and first.word)
            if may_start and self._reaches_end(1, first, 0, 0):
                return word.start
        return None

    def _reaches_end(self, index: int, last: _Occurrence, skipped: int, inside: int) -> bool:
        """Tell whether the letters from `index` on are found after the previous letter, found at `last`."""
        words = self.window.words
        if index == len(self.letters):
            return skipped + len(words) - last.word - 1 <= self.strategy.skipped
        state = (index, last.position, skipped, inside)
        if state in self.dead_ends or len(self.dead_ends) > _MOST_DEAD_ENDS:
            return False
        for following in self.window.occurrences.get(self.letters[index], ()):
            if following.position <= last.position:
                continue
            stepped_over = skipped + sum(not word.is_function for word in words[last.word + 1 : following.word])
            if stepped_over > self.strategy.skipped:
                break
            place = _place_after(last, following)
            now_inside = inside + (place is Place.INSIDE)
            is_allowed = place <= self.strategy.place and now_inside <= _MOST_INSIDE
            if is_allowed and self._reaches_end(index + 1, following, stepped_over, now_inside):
                return True
        self.dead_ends.add(state)
        return False


def _place_after(last: _Occurrence, following: _Occurrence) -> Place:
    if following.place <= Place.PART_START:
        return following.place
    return Place.SAME_WORD if following.word == last.word else Place.INSIDE


def _fold(text: str) -> str:
    """Return a text in lower case without accents, with Latin for Greek letters, preserving its length."""
    if text.isascii():
        return text.lower()
    plain = (unicodedata.normalize("NFD", letter)[0].lower() for letter in text)
    return "".join(letter[0] for letter in plain).translate(_GREEK)


_SIGNS_BY_LETTER: dict[str, str] = {}
for _sign, _beginnings in _WRITTEN_OUT.items():
    for _letter in {beginning[0] for beginning in _beginnings}:
        _SIGNS_BY_LETTER[_letter] = _SIGNS_BY_LETTER.get(_letter, "") + _sign
