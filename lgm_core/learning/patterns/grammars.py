"""The grammars of relations, by language."""

from __future__ import annotations

import logging
from functools import cache

from lgm_core.language.lexicons import language_code
from lgm_core.learning.patterns.english.english_grammar import ENGLISH
from lgm_core.learning.patterns.german_grammar import GERMAN
from lgm_core.learning.patterns.grammar import Grammar

__all__ = ["grammar_of"]

_LOGGER = logging.getLogger(__name__)
_GRAMMARS = {grammar.lexicon.language: grammar for grammar in (ENGLISH, GERMAN)}


@cache
def grammar_of(language: str) -> Grammar | None:
    """Return the grammar of a language; None when it has none, which the log says the first time."""
    grammar = _GRAMMARS.get(language_code(language))
    if grammar is None:
        _LOGGER.info(
            "no patterns for %r: relations come only from a language model; there are patterns for %s",
            language,
            ", ".join(sorted(_GRAMMARS)),
        )
    return grammar
