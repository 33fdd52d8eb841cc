"""Conditions on the arguments of a relation for a rule to apply, in any language."""

from __future__ import annotations

from lgm_core.learning.patterns.relation_lexicon import RelationLexicon
from lgm_core.learning.patterns.sentence_encoding import Argument, EncodedSentence

__all__ = [
    "abbreviates",
    "composes",
    "contains",
    "defines",
    "denotes_class",
    "exemplifies",
    "generalises",
    "includes",
    "is_birth_name",
    "is_called",
    "is_one_of",
    "lists_kinds",
    "renames",
    "same_or_subject",
    "same_sort",
    "spells_out",
    "stands_beside",
]

_SHORTEST_WORD_NAME = 4
"""Letters: a shorter name before *stands for* counts as an abbreviation whatever its capitals (*pH*)."""


def defines(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *A cruiser is a warship*, but not *This book is hers* or *The album is …* of an unknown album."""
    lexicon = sentence.lexicon
    if (sup.is_name and not sup.after_taxon) or sup.is_counted or _is_cut_at_slash(sup):
        return False
    if sup.head in lexicon.no_class or sup.determiner in lexicon.pointing or not _can_be_class(lexicon, sub, sup):
        return False
    if sub.head in lexicon.kinds and not sub.is_name and _word_after(sub) in ("of", "von"):  # "The types of car are …"
        return False
    if sub.head in lexicon.no_class | lexicon.name_endings or {sub.head, sup.head} & lexicon.times:
        return False
    if sub.is_name or sub.determiner in lexicon.indefinite:
        return True
    # "The otter is a mammal" is about all otters if the passage is about them, else about a particular one. Under the
    # title *Bilge pump unit*, so is "The bilge pump", but "The company" under *Company history* is one of many.
    key = sub.span().key
    opens_topic = " " in key and sentence.topic.startswith(f"{key} ")
    return sub.determiner in lexicon.definite and (not sentence.topic or sentence.topic in key or opens_topic)


def _word_after(argument: Argument) -> str:
    """Return the word after a noun phrase in lower case, or an empty string at the end of the sentence."""
    end = argument.phrase.end
    return argument.tokens[end].text.lower() if end < len(argument.tokens) else ""


def _is_cut_at_slash(argument: Argument) -> bool:
    """Tell whether a noun is half of a pair before another noun: *a read/write store*."""
    tokens, end = argument.tokens, argument.phrase.end
    return end + 1 < len(tokens) and tokens[end].text == "/" and tokens[end + 1].upos != "NOUN"


def _can_be_class(lexicon: RelationLexicon, sub: Argument, sup: Argument) -> bool:
    """Tell whether a predicate names a class, rather than what a thing is made of, how, where or how big it is."""
    if sup.determiner in lexicon.definite and sup.head in lexicon.relative:  # "Sleep is the answer"
        return False
    if sup.head in lexicon.judgements or (sup.head in lexicon.measures and sub.head not in lexicon.measures):
        return False
    if sup.head.endswith(lexicon.adjective_endings) and sup.head not in lexicon.not_adjectives:
        return False
    return not sup.is_bare or _is_bare_class(lexicon, sub, sup)


def _is_bare_class(lexicon: RelationLexicon, sub: Argument, sup: Argument) -> bool:
    """Accept *Penicillin is medicine*, *Chairs are furniture*, *Ada is captain*, but not *The impeller is bronze*.

    A countable noun needs an article, or the plural, to be a class; without them it is a substance, an office held by a
    person, or a mistagged word.
    """
    if sup.head in lexicon.predicatives or sup.is_capitalised is not lexicon.capitalises_nouns:
        return False
    if sup.head in lexicon.materials:
        return sub.head in lexicon.materials
    if sup.head in lexicon.collective_classes or sup.is_animal:
        return True
    return sub.is_name or not (sub.determiner or sub.is_plural)


def is_one_of(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *one of the four moons*: a class in the plural, whatever its determiner and number."""
    if not sup.is_plural or sup.is_name or sup.head in sentence.lexicon.no_class:
        return False
    phrase = sup.phrase._replace(first=sup.phrase.start)
    return defines(sentence, sub, sup._replace(phrase=phrase, determiner=""))


def exemplifies(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept examples of a class in the plural: *fruits such as apples*."""
    if sup.is_name or not (sup.is_plural or sup.after_taxon) or sup.head in sentence.lexicon.no_class:
        return False
    if sub.determiner in sentence.lexicon.pointing or sub.is_counted:
        return False
    is_empty = sub.head in sentence.lexicon.name_endings or (sub.head in sentence.lexicon.no_class and not sub.is_name)
    return not {sub.head, sup.head} & sentence.lexicon.times and not is_empty


def generalises(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Exception is the base class of ValueError*: both the broader and the narrower may be names."""
    lexicon = sentence.lexicon
    for argument in (sub, sup):
        if argument.determiner in lexicon.pointing or argument.is_counted or argument.is_time:
            return False
        if argument.head in lexicon.no_class | lexicon.class_openers and not argument.is_name:
            return False
    return sup.is_name or sup.determiner in lexicon.indefinite | lexicon.definite


def lists_kinds(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Three types of fruit are apples, pears and plums*."""
    return not sup.is_name and not sub.is_name


def stands_beside(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Paris, a city in France*."""
    return not (sub.is_time or sup.is_name) and sup.head not in sentence.lexicon.times | sentence.lexicon.no_class


def is_called(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *a band called Nirvana*."""
    return sub.is_name and stands_beside(sentence, sub, sup)


def composes(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept a whole and one of its parts, unless *the* whole is a particular one and the part is its own."""
    lexicon = sentence.lexicon
    if whole.determiner in lexicon.pointing or whole.is_time or part.determiner in lexicon.demonstratives:
        return False
    if whole.head in lexicon.ranks or (whole.is_name and _word_before(whole) in lexicon.ranks):  # "The genus Panthera"
        return False
    if whole.head in lexicon.kinds and part.is_animal:  # "the class that comprises whales"
        return False
    if whole.determiner in lexicon.definite and not whole.is_name and part.is_name:  # "The band consists of Lili …"
        return False
    return not {whole.head, part.head} & (lexicon.no_class | lexicon.times) and part.head not in lexicon.measures


def _word_before(argument: Argument) -> str:
    """Return the word right before a noun phrase in lower case, or an empty string at the start of the sentence."""
    first = argument.phrase.first
    return argument.tokens[first - 1].text.lower() if first else ""


def contains(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *Fruits contain vitamins*, but not *The box contains books*, which are not its parts."""
    return composes(sentence, whole, part) and whole.head not in sentence.lexicon.containers


def includes(sentence: EncodedSentence, whole: Argument, part: Argument) -> bool:
    """Accept *The kit includes a pump*, but not *Fruits include apples*, which is about kinds."""
    is_kind = whole.is_plural and not (whole.is_name and whole.phrase.start < whole.phrase.head)
    return composes(sentence, whole, part) and not is_kind and whole.head not in sentence.lexicon.kinds


def renames(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept two names of one thing; *known as a painter* gives no name."""
    lexicon = sentence.lexicon
    if name.determiner in lexicon.pointing or other.determiner in lexicon.pointing:
        return False
    if name.is_time or other.is_time or name.head in lexicon.name_endings:
        return False
    if other.head in lexicon.kinds and not other.is_name:  # "known as a category of literature"
        return False
    # An indefinite article belongs to a class, unless both have one: "An abacus, also called a counting frame".
    articles = lexicon.indefinite - {""}
    return other.determiner not in articles or name.determiner in articles


def same_sort(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept two names, or two common nouns."""
    return renames(sentence, name, other) and name.is_name == other.is_name


def same_or_subject(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept two names, two common nouns, or a name that opens the sentence and its other name."""
    if other.is_person and (name.is_name or other.determiner in sentence.lexicon.definite):
        return False  # called the father of something, known as the anthem singer
    is_subject = name.is_name and name is sentence.arguments[0]
    return renames(sentence, name, other) and (name.is_name == other.is_name or is_subject)


def abbreviates(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *NATO stands for …*, but not *Justice stands for …*."""
    surface = name.span().surface
    return len(surface) < _SHORTEST_WORD_NAME or sum(letter.isupper() for letter in surface) > 1


def denotes_class(sentence: EncodedSentence, sub: Argument, sup: Argument) -> bool:
    """Accept *Fado denotes a kind of song*, but not *'kg' denotes 'kilogram'*, which is another name."""
    return defines(sentence, sub, sup) and not spells_out(sentence, sub, sup)


def spells_out(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *kg* and *kilogram*: a short form, all of whose letters are in the other in this order."""
    short, long = name.span().surface, other.span().surface.lower()
    if (
        other.determiner in sentence.lexicon.indefinite - {""}
        or len(short) >= len(long)
        or not abbreviates(sentence, name, other)
    ):
        return False
    rest = iter(long)
    return long[0] == short[0].lower() and all(letter in rest for letter in short.lower() if letter.isalnum())


def is_birth_name(sentence: EncodedSentence, name: Argument, other: Argument) -> bool:
    """Accept *(born Farrokh Bulsara)*, but not *(born May 1946)*."""
    return name.is_name and other.is_name and not other.is_time and " " in other.span().key
