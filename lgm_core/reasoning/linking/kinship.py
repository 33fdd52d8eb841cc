"""Kinship: its words have directions and sexes, which predicate matching alone does not tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lgm_core.language.coreference.proper_names import given_gender, word_gender
from lgm_core.language.lexicons.denial_words import denies
from lgm_core.model import Fact, FactEnd

__all__ = ["kin_fit"]

_SEXES = {"m": "male", "f": "female"}
_UNKNOWN_SEX = 0.6
"""The factor for a *father* of whom only *parent* is known; too low to count as sure."""

_CONVERSE = {
    "parent": "child",
    "child": "parent",
    "grandparent": "grandchild",
    "grandchild": "grandparent",
    "sibling": "sibling",
    "spouse": "spouse",
}
_KIN = {
    word: (kin, sex)
    for kin, words in {
        "parent": ("parent", "father", "mother"),
        "child": ("child", "son", "daughter"),
        "grandparent": ("grandparent", "grandfather", "grandmother"),
        "grandchild": ("grandchild", "grandson", "granddaughter"),
        "sibling": ("sibling", "brother", "sister"),
        "spouse": ("spouse", "husband", "wife"),
    }.items()
    for word, sex in zip(words, ("", "male", "female"), strict=True)
}


def kin_fit(
    names: Sequence[str], fact: Fact, person: FactEnd, facts: Callable[[str], Iterable[Fact]], *, is_reversed: bool
) -> float:
    """Return how well a fact about kinship answers a predicate, from 0 to 1; 1 if one of them is not about kinship.

    *A is the son of B* says that B is a parent of A and A a son of B, but not that A is a daughter or B's father. It
    answers who the father of A is if B is known to be a man; a little if the sex is not known; not at all for a woman.

    Args:
        names: the predicate that is asked for.
        fact: the fact.
        person: the person who would be the answer.
        facts: returns the facts about a person.
        is_reversed: whether the predicate is asked of the fact's object.
    """
    asked = [_KIN[word] for name in names for word in _kin_words(name.casefold().split())]
    said = [_KIN[word] for word in _kin_words(fact.predicate.split())]
    if len(asked) != 1 or len(said) != 1:
        return 1.0
    (wanted, wanted_sex), (kin, sex) = asked[0], said[0]
    if any(name.casefold().endswith(" of") for name in names):
        # *Father of* asks for the child, who may be of either sex.
        wanted, wanted_sex = _CONVERSE[wanted], ""
    # In `A be son of B` the subject is the son; in `A father B` (*A, whose father is B*) the object is the father.
    is_named = is_reversed == fact.predicate.endswith(" of")
    if wanted != (kin if is_named else _CONVERSE[kin]):
        return 0.0
    known_sex = (sex if is_named else "") or (isinstance(person, str) and wanted_sex and _sex_of(person, facts(person)))
    if not wanted_sex or known_sex == wanted_sex:
        return 1.0
    return 0.0 if known_sex else _UNKNOWN_SEX


def _sex_of(person: str, facts: Iterable[Fact]) -> str:
    """Return the sex of a person by facts, title or given name; empty if not known."""
    for fact in facts:
        if denies(fact.predicate):
            continue
        for word in _kin_words(fact.predicate.split()):
            bearer = fact.subject if fact.predicate.endswith(" of") else fact.object
            if bearer == person and (sex := _KIN[word][1]):
                return sex
        if fact.predicate == "be" and fact.subject == person and isinstance(fact.object, str):
            described = fact.object.partition(" of ")[0].split()
            if described and (gender := word_gender(described[-1])):
                return _SEXES[gender]
    words = person.partition(" of ")[0].split()[:2] or [person]
    genders = (word_gender(words[0]), given_gender(words[0]), word_gender(words[-1]))
    return next((_SEXES[gender] for gender in genders if gender in _SEXES), "")


def _kin_words(words: Iterable[str]) -> list[str]:
    return [word for word in words if word in _KIN]
