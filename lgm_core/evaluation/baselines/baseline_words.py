"""The words of baselines: Unicode's own word boundaries, as they are or cut to Snowball's stems; no code of ours."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import regex
import snowballstemmer

from lgm_core.language.lexicons.snowball import ALGORITHMS

__all__ = ["stemmed_words", "unicode_words"]

_BOUNDARY = regex.compile(r"\b", regex.WORD | regex.VERSION1)
"""The default word boundaries of Unicode Standard Annex 29."""

_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+")
"""Runs of scripts that are written without spaces between words."""


def unicode_words(text: str) -> list[str]:
    """Return the words of a text in lower case; of scripts without spaces, pairs of neighbouring characters."""
    words: list[str] = []
    end = 0
    lowered = text.lower()
    for run in _UNSPACED.finditer(lowered):
        words += _spaced_words(lowered[end : run.start()])
        characters = run.group()
        words += [characters[at : at + 2] for at in range(max(1, len(characters) - 1))]
        end = run.end()
    return words + _spaced_words(lowered[end:])


def stemmed_words(text: str, language: str) -> list[str]:
    """Return the words of a text cut to Snowball's stems; whole where it has no algorithm for the language.

    Args:
        text: the text.
        language: its ISO 639-1 code.
    """
    return [_stem(word, language) for word in unicode_words(text)]


def _spaced_words(text: str) -> list[str]:
    return [piece for piece in _BOUNDARY.split(text) if any(map(str.isalnum, piece))]


@lru_cache(maxsize=1 << 17)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(ALGORITHMS.get(language, ""))
    return word if stemmer is None else str(stemmer.stemWord(word))


@lru_cache
def _stemmer(algorithm: str) -> Any:  # noqa: ANN401  # the package has no types
    return snowballstemmer.stemmer(algorithm) if algorithm in snowballstemmer.algorithms() else None
