"""Words that deny: a single list for each language, from which all other such lists are made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

__all__ = ["ENGLISH_DENIALS", "GERMAN_DENIALS", "DenialWords", "denies"]


@dataclass(frozen=True, slots=True)
class DenialWords:
    """Words that deny, in lower case without accents.

    Attributes:
        negations: lemmas that negate a clause: *not*, *never*, *no*.
        forms: their inflected and joined forms: *cannot*.
        hardly: adverbs that all but negate a clause.
        few: quantities that all but negate a noun.
        others: pronouns, conjunctions and prepositions that deny: *nobody*, *nor*, *without*.
    """

    negations: frozenset[str]
    forms: frozenset[str]
    hardly: frozenset[str]
    few: frozenset[str]
    others: frozenset[str]

    @property
    def full(self) -> frozenset[str]:
        """All words that deny outright."""
        return self.negations | self.forms | self.others

    @property
    def weak(self) -> frozenset[str]:
        """All words that mostly negate their context."""
        return self.hardly | self.few


def _denials(negations: str, forms: str, hardly: str, few: str, others: str) -> DenialWords:
    return DenialWords(*(frozenset(each.split()) for each in (negations, forms, hardly, few, others)))


ENGLISH_DENIALS = _denials(
    negations="not n't n’t never no",
    forms="cannot cant dont didnt isnt wasnt",
    hardly="barely hardly rarely scarcely seldom",
    few="few little",
    others="neither nobody none nor nothing nowhere without",
)
GERMAN_DENIALS = _denials(
    negations="nicht nie niemals kein",
    forms="keine keinem keinen keiner keines",
    hardly="kaum",
    few="wenige",
    others="nichts niemand ohne weder",
)

_DENYING = frozenset().union(*(each.negations | each.forms for each in (ENGLISH_DENIALS, GERMAN_DENIALS)))


@lru_cache(maxsize=1 << 15)
def denies(text: str) -> bool:
    """Tell whether a predicate or sentence has a negation in English or German."""
    words = re.findall(r"[\w']+", text.casefold().replace("’", "'"))
    # *No. 6* is a number, and *not only* denies nothing.
    return any(
        (word in _DENYING or word.endswith("n't")) and not (after.isdigit() or after == "only")
        for word, after in zip_longest(words, words[1:], fillvalue="")
    )
