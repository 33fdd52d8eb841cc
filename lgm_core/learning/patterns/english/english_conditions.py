"""Conditions of English rules that depend on the meaning of nouns: places, parts and wholes, groups and members."""

from __future__ import annotations

from lgm_core.language.language_guess import LANGUAGE_NAMES
from lgm_core.language.lexicons.lexicon import words
from lgm_core.learning.patterns.conditions import (
    composes,
    contains,
    defines,
    denotes_class,
    generalises,
    renames,
    same_sort,
)
from lgm_core.learning.patterns.english.class_words import (
    KINDS,
    NAMED_PLACES,
    PLACES,
    POINTING,
    RANKS,
    SURE_RANKS,
    TIMES,
    TITLED,
)
from lgm_core.learning.patterns.english.part_words import (
    ABSTRACT_ENDINGS,
    AMBIGUOUS_GROUPS,
    BODY_PARTS,
    COLLECTIONS,
    CONTAINERS,
    LEADERS,
    MACHINE_PARTS,
    NOT_COLLECTING,
    OBJECT_PARTS,
    OTHER_PARTS,
    OWNERS,
    PARTS,
    PEOPLE_GROUPS,
    RANKED_GROUPS,
    TEXT_PARTS,
    TEXTS,
    VENERY,
    WHOLES,
)
from lgm_core.learning.patterns.english.predicate_words import MATERIALS
from lgm_core.learning.patterns.sentence_encoding import Argument, EncodedSentence

__all__ = [
    "adds_class",
    "are_the_same",
    "collects",
    "comes_with",
    "divides",
    "has_known_part",
    "has_label",
    "has_other_name",
    "has_thing",
    "is_in_whole",
    "is_member",
    "is_of_rank",
    "is_other_name",
    "is_part_of_whole",
    "is_rich",
    "is_same",
    "is_sold_as",
    "is_symbol",
    "is_term_for",
    "joins",
    "means_class",
    "names_place",
    "owns_body_part",
    "ranks",
    "ranks_over",
    "refers_to_class",
    "serves_in",
    "spans",
    "titles",
    "translates",
]

_SHORTEST_TITLED_NAME = 3
"""The fewest letters in the key of a name after its class; shorter ones are truncated initials: *the singer J.*."""

_OTHER_NAMES = words(
    "alternative american botanical brand british chemical colloquial common everyday former full generic informal "
    "legal long modern official old original other pen proper real scientific short stage systematic trade"
)
"""Words before *name* or *form* that keep the meaning, as in *full name*; a first or pet name is different."""
_LABELS = words("abbreviation acronym code form formula name symbol synonym")
"""Words before a colon in brackets that introduce another name, alone or described: *(code: NACL)*, *(brand name:
…)*."""
_ABBREVIATING = words("abbreviation acronym initialism symbol")
"""Nouns before a name that stands for another: *the symbol Na*."""
_LANGUAGES = frozenset(name.lower() for name in LANGUAGE_NAMES.values()) | words(
    "arabic chinese greek hebrew hindi irish japanese korean latin mandarin persian russian sanskrit ukrainian welsh"
)
_FAMILY_ENDINGS = ("aceae", "idae", "inae", "iformes", "oidea", "oideae", "ptera")
"""Endings of names of families of plants and animals."""
_DESCRIBING_NEXT = words("among at for from in of on that to which who whose with")
"""Words after a noun that describe it further: *an umbrella term for disorders of memory*."""


def adds_class(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Ada, who was a nurse*, but not *He met a man, who was a nurse*: it is said of that man."""
    return defines(sentence, sub, sup) and (sub.is_name or sub.determiner not in ("a", "an"))


def is_of_rank(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Crows belong to the family Corvidae*, but not *Ada belongs to the family Smith*."""
    is_sure = _word_before(sup) in SURE_RANKS or sup.head.endswith(_FAMILY_ENDINGS)
    return (is_sure or sub.is_animal) and generalises(sentence, sub, sup)


def spans(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *an umbrella term for chairs*, but not *for disorders of memory*: it says what the term means."""
    is_described = sub.phrase.start < sub.phrase.nouns or sub.head in KINDS or _next_word(sub) in _DESCRIBING_NEXT
    return (sub.is_name or not is_described) and generalises(sentence, sub, sup)


def ranks(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Canidae is the family of dogs*, but not *Peace is the order of business*."""
    is_generic = sub.is_plural or sub.determiner == "the"
    return is_generic and not sup.is_plural and ranks_over(sentence, sub, sup)


def ranks_over(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *a genus that contains lions*, but not *a class that contains methods* or *a family that has lawyers*."""
    first, last = sorted((sub, sup), key=lambda argument: argument.phrase.first)
    between = {token.text.lower() for token in sub.tokens[first.phrase.end : last.phrase.first]}
    before = {token.text.lower() for token in sub.tokens[: first.phrase.first]}
    is_sure = bool((between | before) & (SURE_RANKS | {"category"})) or sup.head.endswith(_FAMILY_ENDINGS)
    return (is_sure or sub.is_animal) and generalises(sentence, sub, sup)


def is_member(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *Kent is part of England*, but not *Crows are members of the family Corvidae*, which are kinds of it."""
    return composes(sentence, whole, part) and not (
        whole.is_name and _word_before(whole) in RANKS and is_of_rank(sentence, part, whole)
    )


def is_term_for(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *a word for a booklet*, but not *a term for cows, horses and pigs*, nor *another name for zucchini*."""
    is_list = sup.is_plural and not sup.determiner and _next_word(sup) in (",", "and", "or")
    return not (is_list or is_other_name(sentence, sub, sup)) and defines(sentence, sub, sup)


def refers_to_class(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Fado refers to a kind of song*, but not *The abbreviation kg refers to kilogram*."""
    return _word_before(sub) not in _ABBREVIATING and denotes_class(sentence, sub, sup)


def means_class(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Fado denotes a kind of song*, but neither *A red light denotes danger* nor *Smoke denotes fire*."""
    is_term = sub.determiner == "" or sub.head in _ABBREVIATING
    is_class = (
        sup.determiner in ("a", "an", "the") or sup.is_plural or sup.after_taxon or _next_word(sup) in _DESCRIBING_NEXT
    )
    return is_term and is_class and refers_to_class(sentence, sub, sup)


def is_symbol(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *The symbol Na denotes sodium*, but not *The symbol x denotes the mass of the body*."""
    return _word_before(name) in _ABBREVIATING and other.determiner == "" and not other.is_time


def are_the_same(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *are the same thing* and *are two names for the same plant*, but not *are of the same size*."""
    place = sentence.arguments.index(other)
    said = sentence.arguments[place + 1 : place + 3]
    thing = said[-1] if said and said[0].head == "name" else said[0]
    is_one = "same" in (token.text.lower() for token in thing.tokens[thing.phrase.first : thing.phrase.head])
    return is_one and (thing is not said[0] or thing.head == "thing") and is_same(sentence, name, other)


def is_same(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *A duvet is the same as a quilt*, but not *The price is the same as the rent*: both are particular."""
    if not (name.is_name or other.is_name) and "the" in (name.determiner, other.determiner):
        return False
    is_bare = name.determiner == other.determiner == ""
    return (is_bare or same_sort(sentence, name, other)) and renames(sentence, name, other) and not other.is_counted


def is_sold_as(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *Paracetamol, marketed as Tylenol*, but not *The car, marketed as Model S*: which car is not told."""
    return (name.is_name or name.determiner == "") and not name.is_person and renames(sentence, name, other)


def has_other_name(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *the full name of AB is Ada Brook*, but not *the first name of Ada Brook is Ada*."""
    place = sentence.arguments.index(name)
    naming = next(
        (beside for beside in sentence.arguments[max(place - 1, 0) : place + 2] if beside.head in ("name", "form")),
        None,
    )
    if naming is None or other.determiner not in ("", "the") or name.determiner in POINTING:
        return False
    described = {token.text.lower() for token in naming.tokens[naming.phrase.start : naming.phrase.head]}
    is_other = bool(described & (_OTHER_NAMES | _LANGUAGES)) or naming.determiner in ("another", "other")
    return is_other and (name.is_name or name.determiner != "the")


def is_other_name(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *Zucchini is another name for courgettes*, but not *the common name for the anion*, which is its class."""
    is_next = other.phrase in [each.phrase for each in sentence.arguments[sentence.arguments.index(name) + 2 :][:1]]
    return is_next and other.determiner == "" and has_other_name(sentence, name, other)


def has_label(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *Sodium chloride (code: NACL)*, but neither *Lund (area code: 046)* nor *The product (code: AX7)*."""
    opening, label = name.tokens[name.phrase.end], name.tokens[name.phrase.end + 1 : other.phrase.first - 1]
    words_before = [token.text.lower() for token in label]
    is_named = name.is_name or name.determiner == ""
    return (
        opening.text in ("(", "[")
        and is_named
        and words_before[-1] in _LABELS
        and _OTHER_NAMES.issuperset(words_before[:-1])
        and other.determiner == ""
    )


def translates(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *Apple (in English) / Ringo (in Japanese)*, but not *Ada (in London) / Tom (in Lund)*."""
    followed = (argument.tokens[argument.phrase.end : argument.phrase.end + 3] for argument in (name, other))
    return all(_LANGUAGES & {token.text.lower() for token in tokens} for tokens in followed)


def _next_word(argument: Argument) -> str:
    """Return the word after a noun phrase in lower case, or an empty string at the end of the sentence."""
    end = argument.phrase.end
    return argument.tokens[end].text.lower() if end < len(argument.tokens) else ""


def _word_before(argument: Argument) -> str:
    """Return the word before a noun phrase, or before its opening quotation mark, in lower case; or an empty string."""
    before = [token.text.lower() for token in argument.tokens[: argument.phrase.first] if token.text[0].isalnum()]
    return before[-1] if before else ""


def titles(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *the singer Nina Simone* and *the film Titanic*, but not *the browser DOM*, which is no browser."""
    if sub.is_time or len(sub.span().key) < _SHORTEST_TITLED_NAME or sup.is_plural or sup.phrase.start == 0:
        return False
    is_full_name = sub.phrase.end - sub.phrase.start > 1
    return sup.is_person or sup.head in TITLED or sup.head in PLACES or (sup.may_be_person and is_full_name)


def names_place(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *the city of Paris*, but not *the largest city of India*."""
    return sup.head in NAMED_PLACES and sup.phrase.start == sup.phrase.head and not sup.is_plural


def has_known_part(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *A motor has a coil*, but not *The climber has a hook* or *Embeddings have a page*, no parts of them."""
    if part.head not in PARTS or whole.is_name or whole.head in CONTAINERS | TIMES:
        return False
    if part.head in TEXT_PARTS - (BODY_PARTS | MACHINE_PARTS | OBJECT_PARTS):
        return whole.head in TEXTS
    return part.head in BODY_PARTS or not (whole.is_person or whole.is_animal)


def has_thing(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *two boxes* of a hive that has *a roof, a floor and two boxes*, but not *a history*."""
    if whole.is_person or part.is_person or part.is_animal or part.is_name or part.head.endswith(ABSTRACT_ENDINGS):
        return False
    return bool(part.determiner or part.is_plural) and contains(sentence, whole, part)


def divides(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *The year divides into seasons*, but not *The cell divides into two cells*."""
    return whole.head != part.head and composes(sentence, whole, part)


def is_rich(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *Oranges are rich in vitamins*, but not *Kent is rich in history*, nor *The heir is rich in land*."""
    return not (whole.is_name or whole.is_person) and contains(sentence, whole, part)


def comes_with(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *a house with a chimney*, but not the door of *The dog scratched at the door with its paw*."""
    return part.determiner not in POINTING and sentence.lexicon.has_part(whole.head, part.head)


def is_part_of_whole(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *the handle of the door* and *the leader of the party*."""
    if whole.head in KINDS or collects(sentence, part, whole):
        return False
    if whole.head in PEOPLE_GROUPS:
        return part.head in LEADERS
    if part.head == whole.head or not (part.determiner or part.is_plural):
        return False
    if part.head not in PARTS:
        return sentence.lexicon.has_part(whole.head, part.head)
    if whole.head in MATERIALS and not whole.determiner:  # "walls of brick"
        return False
    if part.head in TEXT_PARTS:
        return whole.head in TEXTS
    if part.head in BODY_PARTS and part.head not in OTHER_PARTS:
        return whole.is_animal or whole.may_be_person or whole.head in WHOLES
    return whole.head not in TIMES


def is_in_whole(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *the pocket in my trousers*."""
    return sentence.lexicon.has_part(whole.head, part.head)


def owns_body_part(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *The dog scratched at the door with its paw*: the paw belongs to the only animal in the sentence."""
    if part.head not in BODY_PARTS or whole.head not in OWNERS or part.determiner not in POINTING:
        return False
    return sum(argument.head in OWNERS for argument in sentence.arguments) == 1


def collects(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *a flock of birds*.

    Before animals most nouns can mean a collection (*a murder of crows*), before other nouns only those that always do.
    """
    if part.determiner in POINTING or part.determiner == "the" or part.is_name or part.head == "other":
        return False
    if part.is_animal:
        if whole.head in RANKS and (whole.head != "family" or whole.determiner != "a"):  # "the class of mammals"
            return False
        if whole.head in VENERY or whole.head in COLLECTIONS:
            return True
        return (
            part.is_plural and whole.determiner == "a" and not whole.may_be_person and whole.head not in NOT_COLLECTING
        )
    if whole.head in AMBIGUOUS_GROUPS:
        return part.is_plural and (part.is_person or (part.may_be_person and whole.head != "class"))
    return part.is_plural and whole.head in COLLECTIONS


def serves_in(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *a corporal in the army*."""
    return whole.head in RANKED_GROUPS and part.may_be_person and not whole.is_name


def joins(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *The soldier joined the army*."""
    return whole.head in PEOPLE_GROUPS and whole.determiner not in POINTING and not part.is_time
