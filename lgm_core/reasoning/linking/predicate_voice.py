"""Which end of a relation acts: *owns*, *owned by* and *owner* are one relation, told from different ends."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from lgm_core.reasoning.text.sub_question import predicate_words

__all__ = ["Voice", "direction_between", "voice_of"]

Voice = Literal["active", "passive", "by", "agent", "agent of", "noun of", ""]

_SIGN: dict[Voice, int] = {"active": 1, "agent of": 1, "passive": -1, "by": -1, "agent": -1}
"""Whether the subject acts (*A owns B*, *A is owner of B*) or the object (*A is owned by B*, *the owner of A is B*)."""

_BE = frozenset("be is are was were been being".split())
_AUXILIARY = _BE | frozenset("has have had a an the also".split())
_PREPOSITIONS = frozenset(
    "in on at from to for with into near along as after before through under over between against within during "
    "about behind onto upon off out up until since".split()
)
_NO_AGENTS = frozenset(
    "mother father brother sister daughter stepmother stepfather grandmother grandfather member number "
    "character river letter water order border murder cover discover recover uncover offer suffer enter "
    "conquer deliver register consider remember answer transfer alter sponsor monitor favor honor tutor "
    "mentor anchor minister administer render gather refer prefer trigger surrender encounter master "
    "shelter center power tower quarter chapter paper other".split()
)
"""Words in -er and -or that are no nouns of who does something, or verbs as well."""


@lru_cache(maxsize=1 << 15)
def voice_of(wording: str) -> Voice:
    """Return the voice of a predicate by its form; empty where its preposition leads neither to nor from who acts."""
    words = predicate_words(wording).casefold().split()
    content = [word for word in words if word not in _AUXILIARY]
    last = words[-1] if words else ""
    if last == "by":
        return "by"
    if last == "of":
        return "agent of" if len(content) > 1 and _is_agent(content[-2]) else "noun of"
    if not content or last in _PREPOSITIONS or " of " in f" {' '.join(words)} ":
        return ""
    if _is_agent(content[-1]):
        return "agent"
    if len(content) > 1:
        return ""
    place = words.index(content[0])
    is_passive = place > 0 and words[place - 1] in _BE and content[0].endswith(("ed", "en", "wn", "lt", "ld", "ght"))
    return "passive" if is_passive else "active"


@lru_cache(maxsize=1 << 15)
def direction_between(name: str, wording: str, *, is_same_word: bool) -> int:
    """Return 1 where two predicates lead the same way, -1 where one is the other's inverse, and 0 if forms do not tell.

    Args:
        name: a predicate in words.
        wording: another, known to be of the same relation.
        is_same_word: whether they are forms of one word. Of different words, one that is not inflected may be a noun
            (*head*) as well as a verb, so that it tells nothing.
    """
    one, other = voice_of(name), voice_of(wording)
    if "noun of" in (one, other):
        rest = other if one == "noun of" else one
        return {"noun of": 1, "active": -1, "agent": -1}.get(rest, 0) if is_same_word else 0
    if one not in _SIGN or other not in _SIGN or ({one, other} == {"active", "passive"} and is_same_word is False):
        return 0
    if not is_same_word and any(
        voice == "active" and not _is_inflected(text) for voice, text in ((one, name), (other, wording))
    ):
        return 0
    return _SIGN[one] * _SIGN[other]


def _is_agent(word: str) -> bool:
    return len(word) > 4 and word.endswith(("er", "or")) and word not in _NO_AGENTS


def _is_inflected(wording: str) -> bool:
    last = wording.casefold().split()[-1]
    return last.endswith(("ed", "ought", "ote", "ook")) or (last.endswith("s") and not last.endswith(("ss", "us")))
