"""English function words as questions use them."""

from __future__ import annotations

from lgm_core.language.lexicons.english_questions import ENGLISH_QUESTIONS
from lgm_core.language.lexicons.lexicon import words

__all__ = ["AUXILIARIES", "BE", "DETERMINERS", "DO", "INTERROGATIVES", "PREPOSITIONS", "RELATIVES", "STRUCTURE"]

INTERROGATIVES = ENGLISH_QUESTIONS.interrogatives
AUXILIARIES = ENGLISH_QUESTIONS.auxiliaries
BE = words("is are was were")
DO = words("do does did")
DETERMINERS = words("the a an this that these those his her its their")
PREPOSITIONS = words("in on at from to of by for under with during as into after before near")
RELATIVES = words("who that which whose whom where when")

STRUCTURE = frozenset(
    (*INTERROGATIVES, *AUXILIARIES, *RELATIVES, *DETERMINERS, *words("not or than been being one some any all each"))
)
"""Words that no name for a relation has."""
