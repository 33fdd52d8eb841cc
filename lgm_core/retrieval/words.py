"""Words of texts and questions as ranking sees them: folded, cut to a stem, initials closed up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, compress

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.english_inflection import singular

__all__ = [
    "STOP_WORDS",
    "Word",
    "fold",
    "phrase_key",
    "split_surfaces",
    "split_words",
    "stem",
    "stop_words",
    "without_brackets",
]

STOP_WORDS = frozenset(
    "a about also an and any are as at be been being both but by can could did do does for from had has have having he "
    "her hers him his how i if in into is it its may might more most no nor not of on once one or other our out own "
    "same shall she should so some such than that the their them then there these they this those to too was we were "
    "what when where which while who whom whose why will with would you your".split()
)

_WORD = re.compile(r"([^\W_]+)")  # in a group: splitting gives the words and what is between them, in turn
_APOSTROPHES = frozenset("'’ʼ`")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_VOWEL = re.compile("[aeiouy]")
_ENDINGS = ("ation", "ition", "ion", "ment", "ing", "ed", "er", "or")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: folded (lower case, no accents), whether it was written with a capital, and where it starts."""

    folded: str
    is_capitalised: bool
    start: int


def split_words(text: str) -> list[Word]:
    """Split a text into words; see `split_surfaces`."""
    surfaces, starts = split_surfaces(text)
    return [Word(fold(surface), surface[0].isupper(), start) for surface, start in zip(surfaces, starts, strict=True)]


def split_surfaces(text: str) -> tuple[list[str], list[int]]:
    """Split a text into words as written, and tell where each starts.

    Possessive endings are dropped; initials in a row make one word (`J. R. R.`: `JRR`).
    """
    pieces = _WORD.split(text)
    lengths = list(map(len, pieces))
    surfaces, starts = pieces[1::2], list(accumulate(lengths))[:-1:2]
    kept = bytearray(b"\1") * len(surfaces)
    head, last_initial = 0, -2
    for at in [at for at, length in enumerate(lengths[1::2]) if length == 1]:
        surface, before, after = surfaces[at], pieces[2 * at], pieces[2 * at + 2]
        if surface in "sS" and before[-1:] in _APOSTROPHES:
            kept[at] = 0
        elif surface.isupper() and after[:1] == ".":
            if last_initial == at - 1 and len(before) <= 2:
                surfaces[head] += surface
                kept[at] = 0
            else:
                head = at
            last_initial = at
    return list(compress(surfaces, kept)), list(compress(starts, kept))


@lru_cache(maxsize=1 << 17)
def fold(word: str) -> str:
    """Return a word in lower case and without accents."""
    if word.isascii():
        return word.lower()
    plain = "".join(one for one in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(one))
    return plain.translate(_LETTERS)


@lru_cache(maxsize=1 << 17)
def stem(word: str, language: str) -> str:
    """Cut a folded word so that its forms meet, in English also near relatives (*director*, *directed*: `direct`)."""
    if language != "en":
        return lexicon_of(language).normalise([word])[0]
    if len(word) <= 3 or not word[0].isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("sses"):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = _without_ending(word)
    for ending in ("at", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _without_ending(word: str) -> str:
    if not word.endswith(_ENDINGS):
        return word
    for ending in _ENDINGS:
        shortest = 3 if ending in ("ing", "ed") else 4
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= shortest and _VOWEL.search(rest):
            is_doubled = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz"
            return rest[:-1] if is_doubled else rest
    return word


def stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that say nothing by themselves."""
    return STOP_WORDS if language == "en" else lexicon_of(language).question_words


def phrase_key(folded: Sequence[str], language: str) -> str:
    """Return the concept key of folded words: joined by spaces, in English the last one in the singular."""
    if language != "en":
        return " ".join(lexicon_of(language).normalise(list(folded)))
    return " ".join([*folded[:-1], singular(folded[-1])])


def without_brackets(title: str) -> str:
    """Return a title without what it has in brackets, as in *Brand (play)*; all of it if nothing else is left."""
    return _BRACKETS.sub("", title).strip() or title
