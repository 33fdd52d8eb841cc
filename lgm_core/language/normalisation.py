"""Text normalisation: one form for spellings that differ only in case, accents or ligatures."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["MARKS", "fold", "fold_phrase", "fold_word"]

_MARKED_BLOCKS = ((0x300, 0x1CFF), (0x1DC0, 0x1DFF), (0xA66F, 0xABED), (0xFE20, 0xFE2F), (0x11000, 0x11FFF))
"""The Unicode blocks with combining marks of letters."""


def _ranges_of_marks() -> str:
    """Return, for a regular expression's character class, the marks and joiners of letters, which are not letters."""
    ranges, first = ["\u200c\u200d"], -1
    for begin, end in _MARKED_BLOCKS:
        for point in range(begin, end + 2):
            is_mark = point <= end and unicodedata.category(chr(point)) in ("Mn", "Mc")
            if is_mark and first < 0:
                first = point
            elif first >= 0 and not is_mark:
                ranges.append(f"{chr(first)}-{chr(point - 1)}")
                first = -1
    return "".join(ranges)


MARKS = _ranges_of_marks()
"""Marks and joiners that are part of a word but not letters, as ranges for a regular expression's character class."""

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"})
"""Letters that Unicode does not decompose into a letter and an accent."""
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_DROPPED = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200c\u200d]")
"""The accents of Latin, Greek and Cyrillic letters; Hebrew and Arabic points, which are optional in writing;
joiners."""
_INITIALS = re.compile(r"\b([a-z](?:\.\s?[a-z])+)\b\.?")
_NOT_LETTERS = re.compile(r"[.\s]")
_ENGLISH_POSSESSIVE = re.compile(r"'s\b|'")


def fold(text: str, *, transliterate: bool = True) -> str:
    """Return a text in lower case, without accents and points; non-ASCII letters are decomposed.

    The marks of Indic, Thai and Japanese letters are part of their sound, and are kept.

    Args:
        text: a word or a longer text.
        transliterate: write *ß* as *ss*, *ø* as *o*, ligatures and full-width letters as plain ones.
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text.casefold()) if transliterate else _decomposed(text)
    folded = _DROPPED.sub("", folded)
    return folded.translate(_LETTERS) if transliterate else folded


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text.lower())


@lru_cache(maxsize=1 << 17)
def fold_word(word: str) -> str:
    """Return a word in the form for searches: in lower case, without accents and points."""
    return word.lower() if word.isascii() else unicodedata.normalize("NFC", fold(word))


@lru_cache(maxsize=1 << 16)
def fold_phrase(phrase: str, *, possessives: bool = False) -> str:
    """Return a phrase in the form of concept keys: in lower case, without accents and without dots in initials.

    Args:
        phrase: some words.
        possessives: drop the English possessive *'s* and apostrophes.
    """
    folded = fold(phrase)
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", folded.translate(_APOSTROPHES))
    if "." in folded:
        folded = _INITIALS.sub(lambda match: _NOT_LETTERS.sub("", match[1]), folded)
    return _ENGLISH_POSSESSIVE.sub("", folded) if possessives and "'" in folded else folded
