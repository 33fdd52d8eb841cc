"""Who is whose: kinship has directions and sexes that words for one relation alone do not tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lgm_core.language.coreference.proper_names import given_gender, word_gender
from lgm_core.model import Fact, FactEnd
from lgm_core.reasoning.text.text_conditions import denies

__all__ = ["kin_fit"]

_SEXES = {"m": "male", "f": "female"}
_UNKNOWN_SEX = 0.6
"""What a *father* is worth of whom only *parent* is known: less than what is taken as sure."""

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
    """Return how well a fact on kinship says what a predicate asks for; 1 where either is about something else.

    *A is the son of B* names B as a parent of A and A as a son of B, never a daughter, nor A as B's father. That B is
    the father it says as far as B is known to be a man: 0 of a woman, and little of whose sex is not known.

    Args:
        names: the predicate asked for.
        fact: the fact.
        person: who would be what is asked for.
        facts: returns what is known of a person.
        is_reversed: whether the fact's object is what the predicate is asked of.
    """
    asked = [_KIN[word] for name in names for word in _kin_words(name.casefold().split())]
    said = [_KIN[word] for word in _kin_words(fact.predicate.split())]
    if len(asked) != 1 or len(said) != 1:
        return 1.0
    (wanted, wanted_sex), (kin, sex) = asked[0], said[0]
    if any(name.casefold().endswith(" of") for name in names):
        # Who is *father of* somebody is asked after his child, who may be of either sex.
        wanted, wanted_sex = _CONVERSE[wanted], ""
    # Of `A be son of B` the subject is the son, of `A father B` (*A, whose father is B*) the object is the father.
    is_named = is_reversed == fact.predicate.endswith(" of")
    if wanted != (kin if is_named else _CONVERSE[kin]):
        return 0.0
    known_sex = (sex if is_named else "") or (isinstance(person, str) and wanted_sex and _sex_of(person, facts(person)))
    if not wanted_sex or known_sex == wanted_sex:
        return 1.0
    return 0.0 if known_sex else _UNKNOWN_SEX


def _sex_of(person: str, facts: Iterable[Fact]) -> str:
    """Return whether a person is a man or a woman by what is said of them, by their title, or by their given name."""
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
