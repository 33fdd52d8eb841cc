"""Forms of English verbs, to write statements with."""

from __future__ import annotations

from lgm_core.language.lexicons.english_verb_forms import IRREGULAR_VERBS

__all__ = ["participle", "past", "third_person"]


_VOWELS = "aeiou"


def past(lemma: str) -> str:
    """Return the past tense of a verb."""
    return IRREGULAR_VERBS[lemma][0] if lemma in IRREGULAR_VERBS else _regular(lemma)


def participle(lemma: str) -> str:
    """Return the past participle of a verb."""
    return IRREGULAR_VERBS[lemma][1] if lemma in IRREGULAR_VERBS else _regular(lemma)


def third_person(lemma: str) -> str:
    """Return the third person singular of the present of a verb."""
    if lemma in {"be", "have", "do", "go"}:
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[lemma]
    if lemma.endswith(("s", "x", "z", "ch", "sh")):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS else f"{lemma}s"


def _regular(lemma: str) -> str:
    if lemma.endswith("e"):
        return f"{lemma}d"
    if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS:
        return f"{lemma[:-1]}ied"
    is_short = len(lemma) <= 4 and len(lemma) > 2 and sum(letter in _VOWELS for letter in lemma) == 1
    if is_short and lemma[-1] not in "wxysh" + _VOWELS and lemma[-2] in _VOWELS:
        return f"{lemma}{lemma[-1]}ed"  # stop, ban
    return f"{lemma}ed"
