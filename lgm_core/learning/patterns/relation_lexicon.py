"""The word lists of a language used by grammar rules and their conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["RelationLexicon"]

_EMPTY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationLexicon:
    """The word lists of a language; nouns as returned by `singular`, all in lower case.

    Attributes:
        language: ISO 639-1 code.
        singular: gives the singular of a noun.
        determiners: the letter of the encoding for each determiner.
        indefinite: determiners of something new; the empty string means no determiner.
        definite: determiners of something known.
        pointing: determiners for a particular thing, as *this* and *her*.
        demonstratives: those of `pointing` that are not possessive, as *this*.
        denying: determiners that negate the noun after them, as *no*.
        verb_forms: how forms of verbs are encoded, if not by their lemma.
        negative_adverbs: adverbs that are encoded unchanged, so that no pattern skips them.
        noun_classes: the letters of nouns that rules refer to: kinds (K), naming (T), membership (M), mixing (X) nouns.
        noun_cues: the cues given by a head noun, by which rules are chosen.
        kinds: nouns that precede a class, as *kind* of something.
        taxa: kinds that may precede a name, as *subspecies* of a named species.
        quantities: nouns that count what follows, as *number*.
        class_openers: nouns that may come before the noun of a class, as *series*.
        no_class: nouns that are not a class of anything, as *reason*.
        judgements: nouns for an opinion about something, as *a must*.
        relative: nouns that are not a class with a definite article, as *the answer*.
        ranks: nouns of classes whose names contain kinds and not parts, as *genus*.
        measures: units such as *litre*.
        materials: materials, which are classes only of materials.
        collective_classes: nouns that name a class without article or plural, as *furniture*.
        predicatives: words mistagged as nouns that without an article say how or where something is, as *downtown*.
        adjective_endings: endings of adjectives often mistagged as nouns, as *the coldest*.
        not_adjectives: nouns with one of these endings.
        capitalises_nouns: whether all nouns are capitalised.
        name_endings: words after a name and a comma that are part of the name, as *Inc.*.
        classifying: adjectives that make a kind of its own of a class, as *public* of *a public place*.
        classifying_endings: endings of such adjectives.
        not_classifying: adjectives with one of these endings that only describe.
        not_describing: describing words left out of concepts, as *famous*.
        times: nouns of time.
        containers: wholes whose contents are not their parts, as *box*.
        parts: nouns of parts.
        wholes_and_parts: pairs of nouns of wholes and nouns of their parts.
        persons: nouns for people.
        not_persons: nouns with one of these endings that are not persons.
        person_endings: endings of nouns for people.
        agent_endings: endings of nouns for people or devices that do something, as *painter* and *gripper*.
        animals: nouns for animals.
        animal_endings: endings of nouns for animals.
    """

    language: str
    singular: Callable[[str], str]
    determiners: Mapping[str, str]
    indefinite: frozenset[str]
    definite: frozenset[str]
    pointing: frozenset[str] = _EMPTY
    demonstratives: frozenset[str] = _EMPTY
    denying: frozenset[str] = _EMPTY
    verb_forms: Mapping[str, str] = field(default_factory=dict)
    negative_adverbs: frozenset[str] = _EMPTY
    noun_classes: Mapping[str, str] = field(default_factory=dict)
    noun_cues: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: frozenset[str] = _EMPTY
    taxa: frozenset[str] = _EMPTY
    quantities: frozenset[str] = _EMPTY
    class_openers: frozenset[str] = _EMPTY
    no_class: frozenset[str] = _EMPTY
    judgements: frozenset[str] = _EMPTY
    relative: frozenset[str] = _EMPTY
    ranks: frozenset[str] = _EMPTY
    measures: frozenset[str] = _EMPTY
    materials: frozenset[str] = _EMPTY
    collective_classes: frozenset[str] = _EMPTY
    predicatives: frozenset[str] = _EMPTY
    adjective_endings: tuple[str, ...] = ()
    not_adjectives: frozenset[str] = _EMPTY
    capitalises_nouns: bool = False
    name_endings: frozenset[str] = _EMPTY
    classifying: frozenset[str] = _EMPTY
    classifying_endings: tuple[str, ...] = ()
    not_classifying: frozenset[str] = _EMPTY
    not_describing: frozenset[str] = _EMPTY
    times: frozenset[str] = _EMPTY
    containers: frozenset[str] = _EMPTY
    parts: frozenset[str] = _EMPTY
    wholes_and_parts: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    persons: frozenset[str] = _EMPTY
    not_persons: frozenset[str] = _EMPTY
    person_endings: tuple[str, ...] = ()
    agent_endings: tuple[str, ...] = ()
    animals: frozenset[str] = _EMPTY
    animal_endings: tuple[str, ...] = ()

    def is_person(self, noun: str) -> bool:
        """Tell whether a noun in the singular is a person's."""
        return noun not in self.not_persons and (noun in self.persons or noun.endswith(self.person_endings))

    def may_be_person(self, noun: str) -> bool:
        """Tell whether a noun in the singular is a person's, or that of a person or device that does something."""
        return self.is_person(noun) or (noun.endswith(self.agent_endings) and noun not in self.not_persons)

    def has_part(self, whole: str, part: str) -> bool:
        """Tell whether the lists of wholes and parts pair these two nouns."""
        return whole != part and any(part in parts and whole in wholes for wholes, parts in self.wholes_and_parts)
