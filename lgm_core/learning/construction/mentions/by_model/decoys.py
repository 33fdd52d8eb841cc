"""A name that nobody has, to be found in a text that may name nothing."""

from __future__ import annotations

from itertools import product

from lgm_core.language.normalisation import fold

__all__ = ["decoy_name", "decoy_sentence"]

_FIRST = ("Orvel", "Tamsith", "Quillan", "Yessamy", "Brundo", "Iskel")
_LAST = ("Dantropel", "Merrowick", "Vostrane", "Kelverus", "Halmaring", "Zandrusk")


def decoy_name(text: str) -> str:
    """Return a name of two made-up words neither of which occurs in a text; the same one for the same text."""
    folded = fold(text)
    names = ((first, last) for last, first in product(_LAST, _FIRST))
    free = (f"{first} {last}" for first, last in names if fold(first) not in folded and fold(last) not in folded)
    return next(free, None) or f"{_FIRST[0]}x{'q' * _longest_run(folded)} {_LAST[0]}x"


def decoy_sentence(name: str) -> str:
    """Return the sentence that holds a decoy."""
    return f"This was noted by {name}."


def _longest_run(folded: str) -> int:
    """Return how many letters `q` a word needs so that a text does not have it."""
    count = 1
    while "q" * count in folded:
        count += 1
    return count
