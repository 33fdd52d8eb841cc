"""Who is whose: kinship has directions and sexes that words for one relation alone do not tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lgm_core.model import Fact

__all__ = ["is_kin_reading"]

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


def is_kin_reading(names: Sequence[str], fact: Fact, *, is_reversed: bool) -> bool:
    """Tell whether a fact on kinship says what a predicate asks for; True where either is about something else.

    *A is the son of B* names B as a parent of A and A as a son of B, and never a daughter, nor A as B's father.

    Args:
        names: the predicate asked for.
        fact: the fact.
        is_reversed: whether the fact's object is what the predicate is asked of.
    """
    asked = [_KIN[word] for name in names for word in _kin_words(name.casefold().split())]
    said = [_KIN[word] for word in _kin_words(fact.predicate.split())]
    if len(asked) != 1 or len(said) != 1:
        return True
    (wanted, wanted_sex), (kin, sex) = asked[0], said[0]
    # Of `A be son of B` the subject is the son, of `A father B` (*A, whose father is B*) the object is the father.
    is_named = is_reversed == fact.predicate.endswith(" of")
    if not is_named:
        return wanted == _CONVERSE[kin]
    return wanted == kin and (not sex or not wanted_sex or sex == wanted_sex)


def _kin_words(words: Iterable[str]) -> list[str]:
    return [word for word in words if word in _KIN]
