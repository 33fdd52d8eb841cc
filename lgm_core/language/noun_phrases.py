"""Noun phrases, and a plain grammar for languages without one of their own: from parts of speech alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lgm_core.language.lexicons import Lexicon
from lgm_core.language.port import Token

__all__ = ["NounPhrase", "plain_noun_phrases"]


class NounPhrase(NamedTuple):
    """A noun phrase, as token indices of its sentence.

    Attributes:
        first: its determiner or number, or `start` without one.
        start: its first describing word or noun.
        nouns: the first of the nouns that close it: *race* of *a famous race track*.
        head: the last of these nouns.
        end: the token after it.
        is_name: whether it is a name; a name has no describing words.
    """

    first: int
    start: int
    nouns: int
    head: int
    end: int
    is_name: bool


_CODES = {"ADJ": "a", "DET": "d", "NOUN": "n", "NUM": "m", "PROPN": "p"}
# Determiners and numbers; then describing words before nouns, or a name, in which small words may stand (`l`).
_PHRASE = re.compile(r"[dm]{0,4}(?:(?P<name>(?:p(?:l{1,2}(?=p))?){1,12}(?!n))|(?P<nouns>(?:a,?){0,6}[np]{1,8}))")


def plain_noun_phrases(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[NounPhrase]:
    """Yield the noun phrases and names of a sentence, in order and without overlap.

    A phrase is adjectives and nouns, or a name, after determiners and numbers.
    """
    codes = "".join(
        "," if token.text == "," else _CODES.get(token.upos) or ("l" if token.text.lower() in lexicon.links else ".")
        for token in tokens
    )
    for match in _PHRASE.finditer(codes):
        is_name = match["name"] is not None
        start, end = match.span("name" if is_name else "nouns")
        nouns = start
        while not is_name and codes[nouns] not in "np":
            nouns += 1
        yield NounPhrase(match.start(), start, nouns, end - 1, end, is_name=is_name)
