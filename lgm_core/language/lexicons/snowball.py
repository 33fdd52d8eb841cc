"""Stems of words by Snowball's algorithms, if there is one for the language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

import snowballstemmer

from lgm_core.language.normalisation import fold_word

__all__ = ["ALGORITHMS", "snowball_stem"]

ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sk": "czech",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
"""Snowball's names of languages, by ISO 639-1 code; Slovak is close enough to Czech."""

_TONED = frozenset({"vi"})
"""Languages whose marks distinguish unrelated words, and are therefore kept."""
_DOTLESS = str.maketrans({"I": "ı", "İ": "i"})
"""The capitals of Turkish and Azerbaijani whose lower-case letters differ from those in other languages."""


def snowball_stem(language: str) -> Callable[[str], str]:
    """Return the stemmer of a language; stems are in lower case and without accents.

    Without an algorithm for the language in the installed Snowball package, words stay whole.

    Args:
        language: ISO 639-1 code.
    """
    algorithm = ALGORITHMS.get(language, "")
    is_known = algorithm in snowballstemmer.algorithms()
    return partial(_stem, algorithm=algorithm if is_known else "", language=language)


def _stem(word: str, algorithm: str, language: str) -> str:
    if language in ("tr", "az"):
        word = word.translate(_DOTLESS)
    word = unicodedata.normalize("NFC", word.lower())
    if language in _TONED:
        return word
    # Stemmers keep state while working on a word, so threads must not share one.
    return fold_word(_stemmer(algorithm).stemWord(word) if algorithm else word)


def _stemmer(algorithm: str) -> Any:  # noqa: ANN401  # the package has no types
    return snowballstemmer.stemmer(algorithm)
