"""Forms of predicates, and which wordings say the same of the same subject and object."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.denial_words import ENGLISH_DENIALS
from lgm_core.language.lexicons.english_relation_wordings import RELATION_WORDINGS
from lgm_core.language.lite.lemmatizer import Lemmatizer
from lgm_core.language.normalisation import fold_word

__all__ = ["Likeness", "PredicateForm", "predicate_form", "word_lemma"]

_NEVER_VERBS = frozenset("to for through during due".split())
"""Words that the lemmatizer mistakes for forms of verbs: of *do*, *forget*, *throw*, an invented one, and *do*."""

_WORD = re.compile(r"[^\W_]+")
_NOT = re.compile(r"n['’]t\b|(?<=can)not\b", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_AUXILIARIES = frozenset("be have do".split())
_SMALL_VERBS = frozenset("am are be been being did do does had has have having is was were".split())
"""The forms of auxiliaries; no other verb has these lemmas."""
_PARTICIPLE = re.compile(r"\w{2,}(?:ed|en|wn|lt|ld|ne|ght)|set|put|made|born|worn|found|sent|lost|won")
"""Participles that may stand without *be* before a preposition: *known as*, *built on*, *taught at*, *held in*."""
_INTRANSITIVE = frozenset(
    "arrive attend belong bring compete die dwell emigrate exist graduate happen immigrate join lecture live migrate "
    "move occur originate participate perish play relocate reside retire serve settle succumb travel work".split()
)
"""Verbs whose past before a preposition is active: *lived in*, but *located in*."""
_PREPOSITIONS = frozenset(
    "about above across after against along among around as at before behind below between beyond by down during for "
    "from in inside into like near of off on onto out outside over per since than through to toward towards under "
    "until up upon via with within without".split()
)
_MODALS = frozenset("can could may might must shall should will would".split())
_TELLING = _MODALS | frozenset("and or more most less least than only".split())
"""Words that change the meaning of a wording."""
_DENIALS = ENGLISH_DENIALS.full | ENGLISH_DENIALS.weak
_NOW = frozenset("also currently now presently still".split())
"""Words that change nothing in a relation."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What the lexicon says of two wordings.

    Attributes:
        direction: 1 for the same relation, -1 for one with subject and object swapped, 0 for one that holds both ways.
        is_sure: whether neither wording has other meanings besides.
    """

    direction: int
    is_sure: bool


@dataclass(frozen=True, slots=True)
class PredicateForm:
    """The common form of wordings with one meaning.

    Attributes:
        words: lemmas without determiners, and without auxiliaries before a participle or in front of a noun and its
            preposition: `part of` for *is a part of* and *isPartOf*, `use in` for *has been used in*.
        prepositions: those of them, in order.
        is_passive: whether the subject undergoes the action.
        is_state: whether it describes a state of the subject: *is part of*, *part of*, but not *is built by*.
        is_denied: whether it is negated.
    """

    words: tuple[str, ...]
    prepositions: tuple[str, ...]
    is_passive: bool
    is_state: bool
    is_denied: bool

    def may_mean(self, other: PredicateForm) -> bool:
        """Return whether another wording may have the same meaning in the same direction.

        The lexicon decides about wordings that it has. In others, prepositions carry direction and meaning, *used in*
        and *used by*, *runs on* and *runs off*; so all of them, not only *by*, have to agree if the other words do.
        """
        if self.is_denied != other.is_denied or _TELLING & {*self.words} != _TELLING & {*other.words}:
            return False
        if likeness := self.likeness(other):
            return likeness.direction >= 0
        if any(self.relations.values()) and any(other.relations.values()):
            return False
        if ("by" in self.prepositions) != ("by" in other.prepositions):
            return False
        if self._content() == other._content():
            return (self.is_passive, self.is_state, self.prepositions) == (
                other.is_passive,
                other.is_state,
                other.prepositions,
            )
        return self._voice() == other._voice()

    def likeness(self, other: PredicateForm) -> Likeness | None:
        """Return what the lexicon says of two wordings; None if it knows of no relation that both express."""
        ours, theirs = self.relations, other.relations
        if self.is_denied != other.is_denied:
            return None
        same = {reading: ours[reading] and theirs[reading] for reading in ours.keys() & theirs.keys()}
        turned = {(group, side) for group, side in ours if (group, not side) in theirs}
        if same:
            is_either = any(reading in turned for reading in same)
            return Likeness(0 if is_either else 1, any(same.values()))
        if turned:
            return Likeness(-1, any(ours[group, side] and theirs[group, not side] for group, side in turned))
        return None

    @property
    def relations(self) -> Mapping[tuple[int, bool], bool]:
        """Return the relations of the lexicon that this expresses, and whether it is turned; mapped to `is_sure`."""
        return _relations().get(self._key(), {})

    @property
    def telling(self) -> tuple[str, ...]:
        """Return the words without those that change nothing, such as *also*."""
        return tuple(word for word in self.words if word not in _NOW)

    def _key(self) -> tuple[tuple[str, ...], bool]:
        words = tuple(word for word in self.telling if word not in _DENIALS)
        # In keys of facts, verbs before prepositions have lost their voice: `locate in` is *located in*.
        return words, self.is_passive and not self.prepositions

    def _voice(self) -> str:
        is_state = self.is_state or (self.is_passive and bool(self.prepositions) and "by" not in self.prepositions)
        return "state" if is_state else "passive" if self.is_passive else "active"

    def _content(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if word not in _PREPOSITIONS)


@lru_cache(maxsize=1 << 14)
def predicate_form(wording: str, language: str) -> PredicateForm:
    """Return the form of a predicate in any wording; English rules are applied to English only."""
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
        is_participle
        and (has_be or (not before and len(rest) > 1 and rest[1] in _PREPOSITIONS and rest[0] not in _INTRANSITIVE)),
        is_place or (not is_participle and (has_be or (not before and is_as_written and rest[-1] == "of"))),
        any(word in _DENIALS for word in words),
    )


def _lemma(word: str) -> str:
    lemma = word if word in _PREPOSITIONS else word_lemma(word, "en")
    return word if lemma in _AUXILIARIES and word not in _SMALL_VERBS else lemma


@lru_cache(maxsize=1 << 16)
def word_lemma(word: str, language: str) -> str:
    """Return the lemma of a folded English word that is or may be a verb; other words unchanged."""
    return _lemmatizer().lemma(word, "VERB") if language == "en" and word not in _NEVER_VERBS else word


@lru_cache(maxsize=1)
def _lemmatizer() -> Lemmatizer:
    return Lemmatizer.load()


@lru_cache(maxsize=1)
def _relations() -> dict[tuple[tuple[str, ...], bool], dict[tuple[int, bool], bool]]:
    """Return the lexicon: which relations each form expresses."""
    found: defaultdict[tuple[tuple[str, ...], bool], dict[tuple[int, bool], bool]] = defaultdict(dict)
    for group, line in enumerate(RELATION_WORDINGS.replace("\n  ", " ").strip().splitlines()):
        straight, _, turned = line.partition(" | ")
        sides = ((straight, False), (straight if turned == "*" else turned, True))
        for wordings, is_turned in sides:
            for wording in filter(None, (each.strip() for each in wordings.split(","))):
                form = predicate_form(wording.removeprefix("?"), "en")
                found[form._key()][group, is_turned] = not wording.startswith("?")
    return dict(found)
