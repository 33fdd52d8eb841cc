"""Conditions of English rules that ask what nouns mean: places, parts and wholes, groups and their members."""

from __future__ import annotations

from lgm_core.learning.patterns.arguments import Argument
from lgm_core.learning.patterns.conditions import defines
from lgm_core.learning.patterns.english.class_words import KINDS, NAMED_PLACES, PLACES, POINTING, TIMES, TITLED
from lgm_core.learning.patterns.english.group_words import (
    AMBIGUOUS_GROUPS,
    COLLECTIONS,
    LEADERS,
    NOT_COLLECTING,
    PEOPLE_GROUPS,
    RANKED_GROUPS,
    VENERY,
)
from lgm_core.learning.patterns.english.part_words import (
    BODY_PARTS,
    CONTAINERS,
    OTHER_PARTS,
    OWNERS,
    PARTS,
    TEXT_PARTS,
    TEXTS,
    WHOLES,
)
from lgm_core.learning.patterns.english.predicate_words import MATERIALS
from lgm_core.learning.patterns.sentence_encoding import EncodedSentence

__all__ = [
    "adds_class",
    "collects",
    "comes_with",
    "has_known_part",
    "is_in_whole",
    "is_part_of_whole",
    "joins",
    "names_place",
    "owns_body_part",
    "serves_in",
    "titles",
]

_SHORTEST_TITLED_NAME = 3
"""Letters of the key of a name after its class; shorter ones are initials that were cut off: *the singer J.*."""


def adds_class(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Ada, who was a nurse*, but not *He met a man, who was a nurse*: it is said of that man."""
    return defines(sentence, sub, sup) and (sub.is_name or sub.determiner not in ("a", "an"))


def titles(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *the singer Nina Simone* and *the film Titanic*."""
    if sub.is_time or len(sub.span().key) < _SHORTEST_TITLED_NAME or sup.is_plural or sup.phrase.start == 0:
        return False
    return sup.is_person or sup.head in TITLED or sup.head in PLACES


def names_place(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *the city of Paris*, but not *the largest city of India*."""
    return sup.head in NAMED_PLACES and sup.phrase.start == sup.phrase.head and not sup.is_plural


def has_known_part(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *A motor has a coil*, but not *The climber has a hook*: it is no part of the climber."""
    if part.head not in PARTS or whole.is_name or whole.head in CONTAINERS | TIMES:
        return False
    return not part.is_person and (part.head in BODY_PARTS or not whole.is_person)


def comes_with(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *a house with a chimney*, but not the door of *The dog scratched at the door with its paw*."""
    return part.determiner not in POINTING and sentence.lexicon.has_part(whole.head, part.head)


def is_part_of_whole(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *the handle of the door* and *the leader of the party*."""
    if whole.head in KINDS or collects(sentence, part, whole):
        return False
    if whole.head in PEOPLE_GROUPS:
        return part.head in LEADERS
    if part.head not in PARTS or part.head == whole.head or not (part.determiner or part.is_plural):
        return False
    if whole.head in MATERIALS and not whole.determiner:  # "walls of brick"
        return False
    if part.head in TEXT_PARTS:
        return whole.head in TEXTS
    if part.head in BODY_PARTS and part.head not in OTHER_PARTS:
        return whole.is_animal or whole.is_person or whole.head in WHOLES
    return whole.head not in TIMES


def is_in_whole(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *the pocket in my trousers*."""
    return sentence.lexicon.has_part(whole.head, part.head)


def owns_body_part(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *The dog scratched at the door with its paw*: the paw is the only animal's in the sentence."""
    if part.head not in BODY_PARTS or whole.head not in OWNERS or part.determiner not in POINTING:
        return False
    return sum(argument.head in OWNERS for argument in sentence.arguments) == 1


def collects(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *a flock of birds*.

    Of animals most nouns can mean a collection (*a murder of crows*), of other nouns only those that always do.
    """
    if part.determiner in POINTING or part.determiner == "the" or part.is_name or part.head == "other":
        return False
    if part.is_animal:
        if whole.head in VENERY or whole.head in COLLECTIONS:
            return True
        return part.is_plural and whole.determiner == "a" and not whole.is_person and whole.head not in NOT_COLLECTING
    if whole.head in AMBIGUOUS_GROUPS:
        return part.is_plural and part.is_person
    return part.is_plural and whole.head in COLLECTIONS


def serves_in(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *a corporal in the army*."""
    return whole.head in RANKED_GROUPS and part.is_person and not whole.is_name


def joins(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *The soldier joined the army*."""
    return whole.head in PEOPLE_GROUPS and whole.determiner not in POINTING and not part.is_time
