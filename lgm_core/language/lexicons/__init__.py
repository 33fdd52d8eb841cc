"""Lexicons: the word lists and word rules of each language, looked up by language tag."""

from __future__ import annotations

from functools import cache

from lgm_core.language.language_guess import function_words
from lgm_core.language.lexicons.english_lexicon import ENGLISH
from lgm_core.language.lexicons.german_lexicon import GERMAN
from lgm_core.language.lexicons.lexicon import ClauseWords, Lexicon, words
from lgm_core.language.lexicons.snowball import snowball_stem
from lgm_core.language.normalisation import fold_word

__all__ = ["ClauseWords", "Lexicon", "language_code", "lexicon_of", "plain_lexicon"]

_LINKS = words("al bin da dal de degli dei del della delle den der des di do dos du el ibn la le van von")
"""Small words inside names of many languages."""

_LEXICONS = {lexicon.code: lexicon for lexicon in (ENGLISH, GERMAN)}
"""For another language with word lists of its own, add `replace(plain_lexicon("nl"), questions=…)`."""


def language_code(language: str) -> str:
    """Return the ISO 639-1 code at the start of a language tag: `de` for `de-AT`."""
    return language.lower().replace("_", "-").partition("-")[0]


def plain_lexicon(code: str) -> Lexicon:
    """Return a lexicon with what is known of any language: small words of names, stop words and stems."""
    stop_words = frozenset(map(fold_word, function_words(code)))
    return Lexicon(code, links=_LINKS, stop_words=stop_words, stem=snowball_stem(code))


@cache
def lexicon_of(language: str) -> Lexicon:
    """Return the lexicon of a language, given by its tag; a plain one if there is no other."""
    code = language_code(language)
    return _LEXICONS.get(code) or plain_lexicon(code)
