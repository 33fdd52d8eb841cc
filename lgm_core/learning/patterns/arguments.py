"""Noun phrases as the ends of relations."""

from __future__ import annotations

from typing import NamedTuple

from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.language.noun_phrases import NounPhrase
from lgm_core.language.port import Token
from lgm_core.learning.patterns.grammar_words import Words

__all__ = ["Unit"]


class Unit(NamedTuple):
    """A noun phrase, or a resolved pronoun with its `antecedent`.

    `head` is its head noun, lower case and singular; `determiner` its first determiner in lower case, empty without
    one. `opened` tells that a noun such as *species* led to it.
    """

    text: str
    tokens: tuple[Token, ...]
    words: Words
    phrase: NounPhrase
    head: str
    determiner: str
    antecedent: str = ""
    opened: bool = False

    @property
    def is_name(self) -> bool:
        """Tell whether it is a name or stands for one."""
        return self.phrase.is_name

    @property
    def is_plural(self) -> bool:
        """Tell whether the head noun is written in the plural."""
        head = self.tokens[self.phrase.head].text.lower()
        return self.words.singular(head) != head

    @property
    def is_counted(self) -> bool:
        """Tell whether a number comes first, as in *three miles*."""
        return self.phrase.first < self.phrase.start and self.tokens[self.phrase.first].upos == "NUM"

    @property
    def is_time(self) -> bool:
        """Tell whether it names a day, a month or another time, or begins with a bare number."""
        written = [token.text.lower() for token in self.tokens[self.phrase.start : self.phrase.end]]
        return written[0].isdigit() or not self.words.times.isdisjoint(written)

    @property
    def is_animal(self) -> bool:
        """Tell whether the noun is for animals."""
        return self.head in self.words.animals or self.head.endswith(self.words.animal_endings)

    @property
    def is_person(self) -> bool:
        """Tell whether it is a noun for people."""
        if self.is_name or self.head in self.words.not_persons or self.is_animal:
            return False
        return self.head in self.words.persons or self.head.endswith(self.words.person_endings)

    def span(self, *, described: bool = True) -> ConceptSpan:
        """Return it as a concept, with or without the words that describe its nouns."""
        first, nouns, end = self.phrase.start, self.phrase.nouns, self.phrase.end
        while first < nouns and (not described or self.tokens[first].text.lower() in self.words.not_describing):
            first += 1
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        surface = self.text[start:stop]
        return ConceptSpan(
            concept_key(self.antecedent or surface, self.words.language), surface, start, stop, self.is_name
        )
