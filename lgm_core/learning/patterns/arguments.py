"""Arguments of relations: noun phrases of a sentence, with the properties that conditions of rules test."""

from __future__ import annotations

from typing import NamedTuple

from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.language.noun_phrases import NounPhrase
from lgm_core.language.port import Token
from lgm_core.learning.patterns.relation_lexicon import RelationLexicon

__all__ = ["Argument"]


class Argument(NamedTuple):
    """A noun phrase, or a resolved pronoun with its `antecedent`.

    `head` is its head noun, lower case and singular; `determiner` its first determiner in lower case, empty without
    one. `after_taxon` tells that a noun such as *species* led to it, as in *a species of the Eurasian lynx*; `is_bare`,
    that it is a singular predicate without an article, as in *The office is downtown*.
    """

    text: str
    tokens: tuple[Token, ...]
    lexicon: RelationLexicon
    phrase: NounPhrase
    head: str
    determiner: str
    antecedent: str = ""
    after_taxon: bool = False
    is_bare: bool = False

    @property
    def is_name(self) -> bool:
        """Tell whether it is a name or stands for one."""
        return self.phrase.is_name

    @property
    def is_plural(self) -> bool:
        """Tell whether the head noun is written in the plural."""
        head = self.tokens[self.phrase.head].text.lower()
        return self.lexicon.singular(head) != head

    @property
    def is_capitalised(self) -> bool:
        """Tell whether the head noun is written with a capital."""
        return self.tokens[self.phrase.head].text[0].isupper()

    @property
    def is_counted(self) -> bool:
        """Tell whether a number comes first, as in *three miles*."""
        return self.phrase.first < self.phrase.start and self.tokens[self.phrase.first].upos == "NUM"

    @property
    def is_time(self) -> bool:
        """Tell whether it names a day, a month or another time, or begins with a bare number."""
        words = [token.text.lower() for token in self.tokens[self.phrase.start : self.phrase.end]]
        return words[0].isdigit() or not self.lexicon.times.isdisjoint(words)

    @property
    def is_animal(self) -> bool:
        """Tell whether the head noun is for animals."""
        return self.head in self.lexicon.animals or self.head.endswith(self.lexicon.animal_endings)

    @property
    def is_person(self) -> bool:
        """Tell whether the head noun is for people."""
        if self.is_name or self.head in self.lexicon.not_persons or self.is_animal:
            return False
        return self.head in self.lexicon.persons or self.head.endswith(self.lexicon.person_endings)

    def span(self, *, described: bool = True) -> ConceptSpan:
        """Return the concept it mentions.

        Args:
            described: keep the describing words of *a small wooden boat*, except words such as *famous* that no
                concept keeps; otherwise keep the nouns only.
        """
        first, nouns, end = self.phrase.start, self.phrase.nouns, self.phrase.end
        while first < nouns and (not described or self.tokens[first].text.lower() in self.lexicon.not_describing):
            first += 1
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        surface = self.text[start:stop]
        key = concept_key(self.antecedent or surface, self.lexicon.language)
        return ConceptSpan(key, surface, start, stop, self.is_name)
