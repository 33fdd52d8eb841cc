"""The words of a language that reading a sentence for relations takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["Words"]

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The word lists of a language; nouns in the form that `singular` gives, all in lower case.

    Attributes:
        language: ISO 639-1 code.
        singular: gives the singular of a noun.
        determiners: the letter of a line for each determiner.
        indefinite: determiners of something new, the empty one for none among them.
        definite: determiners of something known.
        pointing: determiners of a particular one.
        denying: determiners that deny what they stand before.
        verb_forms: what to write for forms of verbs, instead of the lemma.
        negative_adverbs: adverbs that are written as they are, so that nothing skips them.
        noun_classes: the letters of nouns that rules ask for: kinds (K), naming (T), membership (M), mixing (X) words.
        noun_cues: what a head noun tells a sentence may state.
        kinds: nouns that lead to a class, as *kind* of something.
        taxa: those of them that a name may be the class of.
        quantities: nouns that count what follows.
        class_openers: nouns that a class may be opened by.
        no_class: nouns that are no class of anything.
        name_endings: what follows a name after a comma and is none.
        not_describing: describing words that a concept does not keep.
        times: nouns of time.
        containers: wholes that contain what is not their part.
        parts: nouns of parts.
        person_endings: endings of nouns for people; `not_persons` are exceptions.
    """

    language: str
    singular: Callable[[str], str]
    determiners: Mapping[str, str]
    indefinite: frozenset[str]
    definite: frozenset[str]
    pointing: frozenset[str] = _NONE
    denying: frozenset[str] = _NONE
    verb_forms: Mapping[str, str] = field(default_factory=dict)
    negative_adverbs: frozenset[str] = _NONE
    noun_classes: Mapping[str, str] = field(default_factory=dict)
    noun_cues: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: frozenset[str] = _NONE
    taxa: frozenset[str] = _NONE
    quantities: frozenset[str] = _NONE
    class_openers: frozenset[str] = _NONE
    no_class: frozenset[str] = _NONE
    name_endings: frozenset[str] = _NONE
    not_describing: frozenset[str] = _NONE
    times: frozenset[str] = _NONE
    containers: frozenset[str] = _NONE
    parts: frozenset[str] = _NONE
    persons: frozenset[str] = _NONE
    not_persons: frozenset[str] = _NONE
    person_endings: tuple[str, ...] = ()
    animals: frozenset[str] = _NONE
    animal_endings: tuple[str, ...] = ()
