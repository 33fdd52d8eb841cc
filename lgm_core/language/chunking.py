"""Sentences with their noun phrases, computed once for concepts, clauses and relations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.language.english_noun_phrases import english_noun_phrases
from lgm_core.language.lexicons import Lexicon
from lgm_core.language.noun_phrases import NounPhrase, plain_noun_phrases
from lgm_core.language.port import AnnotatedSentence, Token

__all__ = ["ChunkedSentence", "chunk", "noun_phrases"]

_GRAMMARS = {"en": english_noun_phrases}
"""Noun phrase grammars by language; all other languages have that of `plain_noun_phrases`."""


@dataclass(frozen=True, slots=True)
class ChunkedSentence:
    """An annotated sentence with its noun phrases.

    Attributes:
        text: the annotated text that the sentence is part of; all offsets count from its start.
        annotation: the tokens and the marks of resolved pronouns.
        noun_phrases: noun phrases and names, in order and without overlap.
        lexicon: the words and word rules of the language.
    """

    text: str
    annotation: AnnotatedSentence
    noun_phrases: tuple[NounPhrase, ...]
    lexicon: Lexicon


def chunk(text: str, annotation: AnnotatedSentence, lexicon: Lexicon) -> ChunkedSentence:
    """Find the noun phrases of an annotated sentence of a text."""
    return ChunkedSentence(text, annotation, noun_phrases(annotation.tokens, lexicon), lexicon)


def noun_phrases(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[NounPhrase, ...]:
    """Return the noun phrases and names of a sentence, in order and without overlap."""
    grammar = _GRAMMARS.get(lexicon.code)
    return tuple(plain_noun_phrases(tokens, lexicon) if grammar is None else grammar(tokens))
