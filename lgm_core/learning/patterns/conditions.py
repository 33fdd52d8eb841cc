"""What the ends of a relation must be for a rule to hold."""

from __future__ import annotations

from lgm_core.learning.patterns import relation_lexicon as lexicon
from lgm_core.learning.patterns.arguments import Unit
from lgm_core.learning.patterns.sentence_line import Line

_DEMONSTRATIVES = frozenset(["this", "that", "these", "those"])


def defines(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *A cruiser is a warship*, but not *This book is hers* or *The album is …* of an unknown album."""
    if (
        (sup.is_name and not sup.opened)
        or sup.is_counted
        or sup.head in line.words.no_class
        or sup.determiner in line.words.pointing
    ):
        return False
    if (
        sub.head in line.words.no_class
        or sub.head in line.words.name_endings
        or {sub.head, sup.head} & line.words.times
    ):
        return False
    if sub.is_name or sub.determiner in line.words.indefinite:
        return True
    key = sub.span().key
    return sub.determiner in line.words.definite and (not line.topic or line.topic in key)


def is_one_of(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *one of the four moons*: several of a class, however many."""
    if not sup.is_plural or sup.is_name or sup.head in line.words.no_class:
        return False
    phrase = sup.phrase._replace(first=sup.phrase.start)
    return defines(line, sub, sup._replace(phrase=phrase, determiner=""))


def exemplifies(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept examples of a class that is named in the plural: *fruits such as apples*."""
    if sup.is_name or not sup.is_plural or sup.head in line.words.no_class:
        return False
    if sub.determiner in line.words.pointing or sub.is_counted:
        return False
    return sub.head not in line.words.times and sub.head not in line.words.name_endings


def lists_kinds(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *Three types of fruit are apples, pears and plums*."""
    return not sup.is_name and not sub.is_name


def stands_beside(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *Paris, a city in France*."""
    return not (sub.is_time or sup.is_name) and sup.head not in line.words.times | line.words.no_class


def titles(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *the singer Nina Simone* and *the film Titanic*."""
    if sub.is_time or len(sub.span().key) < 3 or sup.is_plural or sup.phrase.start == 0:
        return False
    return sup.is_person or sup.head in lexicon.TITLED or sup.head in lexicon.PLACES


def names_place(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *the city of Paris*, but not *the largest city of India*."""
    return sup.head in lexicon.NAMED_PLACES and sup.phrase.start == sup.phrase.head and not sup.is_plural


def is_called(line: Line, sub: Unit, sup: Unit) -> bool:
    """Accept *a band called Nirvana*."""
    return sub.is_name and stands_beside(line, sub, sup)


def composes(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept a whole and one of its parts, unless *the* whole is one known from before and the part is its own."""
    if whole.determiner in line.words.pointing or (
        whole.determiner in line.words.definite and not whole.is_name and part.is_name
    ):
        return False
    if part.determiner in _DEMONSTRATIVES or whole.is_time:
        return False
    return not {whole.head, part.head} & (line.words.no_class | line.words.times)


def contains(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *Fruits contain vitamins*; a box is not made of the books in it."""
    return composes(line, whole, part) and whole.head not in line.words.containers


def includes(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *The kit includes a pump*; *fruits include apples* is about kinds."""
    is_kind = whole.is_plural and not (whole.is_name and whole.phrase.start < whole.phrase.head)
    return composes(line, whole, part) and not is_kind


def has_known_part(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *A motor has a coil*; a climber's hook is no part of the climber."""
    if part.head not in lexicon.PARTS or whole.is_name or whole.head in lexicon.CONTAINERS | lexicon.TIMES:
        return False
    return not part.is_person and (part.head in lexicon.BODY_PARTS or not whole.is_person)


def comes_with(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *a house with a garden*, but not the door of *The dog scratched at the door with its paw*."""
    return part.determiner not in lexicon.POINTING and has_part_noun(whole.head, part.head)


def is_part_of_whole(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *the handle of the door* and *the leader of the party*."""
    if whole.head in lexicon.KINDS or collects(line, part, whole):
        return False
    if whole.head in lexicon.PEOPLE_GROUPS:
        return part.head in lexicon.LEADERS
    if part.head not in lexicon.PARTS or part.head == whole.head or not (part.determiner or part.is_plural):
        return False
    if part.head in lexicon.TEXT_PARTS:
        return whole.head in lexicon.TEXTS
    if part.head in lexicon.BODY_PARTS and part.head not in lexicon.OTHER_PARTS:
        return whole.is_animal or whole.is_person or whole.head in lexicon.WHOLES
    return whole.head not in lexicon.TIMES


def is_in_whole(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *the pocket in my trousers*."""
    return has_part_noun(whole.head, part.head)


def has_part_noun(whole: str, part: str) -> bool:
    """Tell whether two nouns are known as a kind of whole and a kind of part it has."""
    return whole != part and any(part in parts and whole in wholes for wholes, parts in lexicon.WHOLES_AND_PARTS)


def owns_body_part(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *The dog scratched at the door with its paw*, with one animal in the sentence."""
    if (
        part.head not in lexicon.BODY_PARTS
        or whole.head not in lexicon.OWNERS
        or part.determiner not in lexicon.POINTING
    ):
        return False
    return sum(unit.head in lexicon.OWNERS for unit in line.units) == 1


def collects(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *a flock of birds*."""
    if part.determiner in lexicon.POINTING or part.determiner == "the" or part.is_name:
        return False
    if part.is_animal:
        if whole.head in lexicon.VENERY or whole.head in lexicon.COLLECTIONS:
            return True
        return part.is_plural and whole.determiner == "a" and not whole.is_person and whole.head not in lexicon.ABOUT
    if whole.head in lexicon.AMBIGUOUS_GROUPS:
        return part.is_plural and part.is_person
    return part.is_plural and whole.head in lexicon.COLLECTIONS


def serves_in(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *a corporal in the army*."""
    return whole.head in lexicon.RANKED_GROUPS and part.is_person and not whole.is_name


def joins(line: Line, whole: Unit, part: Unit) -> bool:
    """Accept *The soldier joined the army*."""
    return whole.head in lexicon.PEOPLE_GROUPS and whole.determiner not in lexicon.POINTING


def renames(line: Line, name: Unit, other: Unit) -> bool:
    """Accept two names of one thing; *known as a painter* gives no name."""
    if (
        name.determiner in line.words.pointing
        or other.determiner in line.words.pointing
        or other.is_time
        or name.is_time
    ):
        return False
    if name.head in line.words.name_endings:
        return False
    new = line.words.indefinite - {""}
    return other.determiner not in new or name.determiner in new


def same_sort(line: Line, name: Unit, other: Unit) -> bool:
    """Accept two names, or two common nouns."""
    return renames(line, name, other) and name.is_name == other.is_name


def same_or_subject(line: Line, name: Unit, other: Unit) -> bool:
    """Accept two names, two common nouns, or a name that opens the sentence and its other name."""
    if name.is_name and other.is_person:  # called the father of something
        return False
    return renames(line, name, other) and (name.is_name == other.is_name or (name.is_name and name is line.units[0]))


def abbreviates(line: Line, name: Unit, other: Unit) -> bool:
    """Accept *NATO stands for …*, but not *Justice stands for …*."""
    surface = name.span().surface
    return len(surface) < 4 or sum(letter.isupper() for letter in surface) > 1


def is_birth_name(line: Line, name: Unit, other: Unit) -> bool:
    """Accept *(born Farrokh Bulsara)*, but not *(born May 1946)*."""
    return name.is_name and other.is_name and not other.is_time and " " in other.span().key
