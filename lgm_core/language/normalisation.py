"""Text normalisation: one form for spellings that differ in case, accents or ligatures only."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["fold", "fold_phrase", "fold_word"]

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"})
"""Letters that Unicode does not take apart into a letter and an accent."""
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_DIACRITICS = re.compile("[\u0300-\u036f]")
"""The accents of Latin, Greek and Cyrillic letters."""
_INITIALS = re.compile(r"\b([a-z](?:\.\s?[a-z])+)\b\.?")
_NOT_LETTERS = re.compile(r"[.\s]")
_ENGLISH_POSSESSIVE = re.compile(r"'s\b|'")


def fold(text: str, *, all_marks: bool, transliterate: bool = True) -> str:
    """Return a text in lower case and without accents; letters that are not ASCII come out decomposed.

    Args:
        text: a word or a longer text.
        all_marks: drop the combining marks of every script, and not only accents. A mark of an Indic or Japanese
            letter is part of its sound: it stays in a concept's key, but is dropped for search.
        transliterate: write *ß* as *ss*, *ø* as *o*, ligatures and full-width letters as plain ones.
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text.casefold()) if transliterate else _decomposed(text)
    if all_marks:
        folded = "".join(character for character in folded if not unicodedata.combining(character))
    else:
        folded = _DIACRITICS.sub("", folded)
    return folded.translate(_LETTERS) if transliterate else folded


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text.lower())


@lru_cache(maxsize=1 << 17)
def fold_word(word: str) -> str:
    """Return a word as it is searched for: in lower case, without the marks of any script."""
    return fold(word, all_marks=True)


def fold_phrase(phrase: str, *, possessives: bool = False) -> str:
    """Return a phrase as concept keys have it: in lower case, without accents and without dots in initials.

    Args:
        phrase: some words.
        possessives: drop the English possessive *'s* and apostrophes.
    """
    folded = fold(phrase, all_marks=False)
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", folded.translate(_APOSTROPHES))
    if "." in folded:
        folded = _INITIALS.sub(lambda match: _NOT_LETTERS.sub("", match[1]), folded)
    return _ENGLISH_POSSESSIVE.sub("", folded) if possessives and "'" in folded else folded
