"""English stems for ranking: the forms of a word meet, and so do near relatives (*director*, *directed*: `direct`)."""

from __future__ import annotations

import re

from lgm_core.language.normalisation import fold_word

__all__ = ["stem"]

_VOWEL = re.compile("[aeiouy]")
_ENDINGS = ("ation", "ition", "ion", "ment", "ing", "ed", "er", "or")
_INFLECTIONS = ("ing", "ed")
_UNDOUBLED = "lsz"
"""Letters that English stems end in twice (*fall*, *pass*, *buzz*); other doubled letters come from the ending."""


def stem(word: str) -> str:
    """Return a word folded and without its endings."""
    word = fold_word(word)
    if len(word) <= 3 or not word[0].isalpha():
        return word
    word = _without_suffix(_without_plural(word))
    for ending in ("at", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_suffix(word: str) -> str:
    """Cut one ending off, if what is left is long enough and has a vowel: *sing* and *red* are whole words."""
    if not word.endswith(_ENDINGS):
        return word
    for ending in _ENDINGS:
        shortest = 3 if ending in _INFLECTIONS else 4
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= shortest and _VOWEL.search(rest):
            is_doubled = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in _UNDOUBLED
            return rest[:-1] if is_doubled else rest
    return word
