"""English noun inflection: the singular of a noun from its written form alone.

Concept keys must come out the same for texts, titles and questions, with or without an annotator, so this is a pure
function of the word. It may merge a rare pair of words (*axes*); it never gives two keys to one form.
"""

from __future__ import annotations

from lgm_core.language.lexicons.english_lexicon import IRREGULAR_NOUNS, NOT_MAN, SHORT_PLURALS, SINGULAR_NOUNS

__all__ = ["singular"]

_NO_PLURAL = ("ss", "us", "is", "species", "series")
_SIBILANT_PLURAL = ("sses", "shes", "ches", "xes", "zzes", "oes")


def singular(noun: str) -> str:
    """Return the singular of a lower-case English noun; a singular comes back as it is."""
    if noun in IRREGULAR_NOUNS:
        return IRREGULAR_NOUNS[noun]
    if noun.endswith("men") and len(noun) > 4 and noun not in NOT_MAN:
        return noun[:-2] + "an"
    if not noun.endswith("s") or noun.endswith(_NO_PLURAL) or noun in SINGULAR_NOUNS or noun[0].isdigit():
        return noun
    if len(noun) < 4 and noun not in SHORT_PLURALS:
        return noun
    return _without_plural_ending(noun)


def _without_plural_ending(noun: str) -> str:
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(_SIBILANT_PLURAL):
        return noun[:-2]
    if noun.endswith("yses"):
        return noun[:-2] + "is"
    return noun[:-1]
