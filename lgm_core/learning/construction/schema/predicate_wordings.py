"""What the wording of a predicate tells of its meaning: words, direction, and whether it denies something."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.learning.facts.same_facts import word_lemma

__all__ = ["PredicateForm", "predicate_form"]

_WORD = re.compile(r"[^\W_]+")
_NOT = re.compile(r"n['’]t\b|(?<=can)not\b", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_AUXILIARIES = frozenset("be have do".split())
_SMALL_VERBS = frozenset("am are be been being did do does had has have having is was were".split())
"""The forms of auxiliaries; no other word's lemma is one."""
_PARTICIPLE = re.compile(r"\w{2,}(?:ed|en|wn|lt|ld|ne|ght)|set|put|made")
"""Participles, which stand without *be* before a preposition: *known as*, *built on*, *taught at*, *held in*."""
_PREPOSITIONS = frozenset(
    "about above across after against along among around as at before behind below between beyond by down during for "
    "from in inside into like near of off on onto out outside over per since than through to toward towards under "
    "until up upon via with within without".split()
)
_MODALS = frozenset("can could may might must shall should will would".split())
_TELLING = _MODALS | frozenset("and or more most less least than only".split())
"""Words that make a wording another one than without them."""
_DENIALS = frozenset("not never no without hardly barely scarcely rarely seldom few little neither nor".split())


@dataclass(frozen=True, slots=True)
class PredicateForm:
    """What wordings of one meaning have in common.

    Attributes:
        words: lemmas without determiners, and without auxiliaries before a participle or in front of a noun and its
            preposition: `part of` for *is a part of* and *isPartOf*, `use in` for *has been used in*.
        prepositions: those of them, in order.
        is_passive: whether the subject is what something is done to.
        is_state: whether it says what the subject is: *is part of*, *part of*, but not *is built by*.
        is_denied: whether it says that something is not so.
    """

    words: tuple[str, ...]
    prepositions: tuple[str, ...]
    is_passive: bool
    is_state: bool
    is_denied: bool

    def may_mean(self, other: PredicateForm) -> bool:
        """Return whether another wording may say the same in the same direction.

        Prepositions tell directions and more, *used in* and *used by*, *runs on* and *runs off*; so do not only *by*
        but all of them have to be the same where the other words are.
        """
        if (self.is_passive, self.is_state, self.is_denied) != (other.is_passive, other.is_state, other.is_denied):
            return False
        if ("by" in self.prepositions) != ("by" in other.prepositions):
            return False
        if _TELLING & {*self.words} != _TELLING & {*other.words}:
            return False
        return self.prepositions == other.prepositions or self._content() != other._content()

    def _content(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if word not in _PREPOSITIONS)


@lru_cache(maxsize=1 << 14)
def predicate_form(wording: str, language: str) -> PredicateForm:
    """Return the form of a predicate as somebody worded it; rules of English are used on English alone."""
    plain = _HUMP.sub(" ", _NOT.sub(" not", wording))
    folded = [fold_word(word) for word in _WORD.findall(plain)]
    if language != "en":
        return PredicateForm(tuple(folded), (), False, False, False)
    determiners = lexicon_of(language).determiners - _DENIALS
    words = [word for word in folded if word not in determiners] or folded
    lemmas = [_lemma(word) for word in words]
    leading = _AUXILIARIES | _MODALS | _DENIALS
    first = next((place for place, lemma in enumerate(lemmas) if lemma not in leading), len(words))
    before, rest = lemmas[:first], lemmas[first:]
    has_be, ends_in_preposition = "be" in before, len(rest) > 1 and rest[-1] in _PREPOSITIONS
    is_participle = bool(rest) and _PARTICIPLE.fullmatch(words[first]) is not None
    is_as_written = bool(rest) and words[first] == rest[0]
    is_place = len(rest) == 1 and rest[0] in _PREPOSITIONS
    is_bare = is_participle or is_place or (is_as_written and ends_in_preposition and has_be)
    kept = [lemma for lemma in before if lemma not in _AUXILIARIES] + rest if is_bare else lemmas
    if "do" in before:
        kept = [lemma for lemma in kept if lemma != "do"]
    return PredicateForm(
        tuple(kept),
        tuple(lemma for lemma in kept if lemma in _PREPOSITIONS),
        is_participle and (has_be or (not before and len(rest) > 1 and rest[1] in _PREPOSITIONS)),
        is_place or (not is_participle and (has_be or (not before and is_as_written and rest[-1] == "of"))),
        any(word in _DENIALS for word in words),
    )


def _lemma(word: str) -> str:
    lemma = word if word in _PREPOSITIONS else word_lemma(word, "en")
    return word if lemma in _AUXILIARIES and word not in _SMALL_VERBS else lemma
