"""Gather what replies name as mentions of sentences that have the names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.learning.construction.findings import EntityMention
from lgm_core.learning.construction.mentions.by_model.occurrences import Occurrences
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.model import EntityClass

__all__ = ["FoundMentions", "is_decoy", "name_identity"]


def name_identity(name: str, language: str) -> str:
    """Return what tells one name from another: its key, after the word with which a description points to something."""
    lexicon = lexicon_of(language)
    first = fold_word(name.split(maxsplit=1)[0]) if name.split() else ""
    key = concept_key(name, language) or fold_word(name)
    return f"{first} {key}" if first in lexicon.determiners & lexicon.pronouns and first != key else key


def is_decoy(name: str, decoy: str) -> bool:
    """Tell whether a name is the one that nobody has, or a part of it."""
    return not {fold_word(word) for word in name.split()}.isdisjoint(fold_word(word) for word in decoy.split())


@dataclass(slots=True)
class FoundMentions:
    """Mentions found so far, each place once with each extent; what is found later counts for its class.

    Attributes:
        sentences: of the document, in order.
        dropped: how many names no sentence has, by reason.
    """

    sentences: Sequence[SourceSentence]
    dropped: Counter[str] = field(default_factory=Counter)
    _found: dict[tuple[int, int, int], tuple[EntityClass, dict[str, None]]] = field(default_factory=dict)
    _places: dict[tuple[str, bool], list[tuple[int, int, int]]] = field(default_factory=dict)
    _occurrences: Occurrences = field(init=False)

    def __post_init__(self) -> None:
        """Index the sentences."""
        self._occurrences = Occurrences(self.sentences)

    def add(self, name: str, entity_class: EntityClass, types: Iterable[str], numbers: Collection[int]) -> None:
        """Add a name wherever the sentences of these numbers (from 0) have it; count it if none has it."""
        places = [place for place in self._places_of(name, entity_class) if place[0] in numbers]
        if not places:
            self.dropped["not in the text"] += 1
        for place in places:
            _, known = self._found.get(place, (None, {}))
            self._found[place] = (entity_class, {**dict.fromkeys(types), **known})

    def mentions(self) -> tuple[EntityMention, ...]:
        """Return them in document order, longer ones before those inside them."""
        found = []
        for number, start, end in sorted(self._found, key=lambda place: (place[0], place[1], -place[2])):
            entity_class, types = self._found[number, start, end]
            sentence = self.sentences[number].sentence
            surface = sentence.text[start:end]
            found.append(EntityMention(sentence.id, surface, start, end, entity_class, tuple(types)))
        return tuple(found)

    def _places_of(self, name: str, entity_class: EntityClass) -> list[tuple[int, int, int]]:
        asked = (name, entity_class is EntityClass.OTHER)
        if asked not in self._places:
            self._places[asked] = self._occurrences.of(name, is_description=asked[1])
        return self._places[asked]
