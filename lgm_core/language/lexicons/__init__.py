"""Lexicons: the word lists and word rules of each language, and a look-up by language tag."""

from __future__ import annotations

from functools import cache

from lgm_core.language.lexicons.english_lexicon import ENGLISH
from lgm_core.language.lexicons.german_lexicon import GERMAN
from lgm_core.language.lexicons.lexicon import ClauseWords, Lexicon

__all__ = ["ClauseWords", "Lexicon", "language_code", "lexicon_of"]

_LEXICONS = {lexicon.code: lexicon for lexicon in (ENGLISH, GERMAN)}


def language_code(language: str) -> str:
    """Return the ISO 639-1 code that a language tag begins with: `de` of `de-AT`."""
    return language.lower().replace("_", "-").partition("-")[0]


@cache
def lexicon_of(language: str) -> Lexicon:
    """Return the lexicon of a language, given by its tag; an empty one when the engine knows nothing of it."""
    code = language_code(language)
    return _LEXICONS.get(code) or Lexicon(code)
