"""A statement with a gap, into which true and false answers go."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from lgm_core.language.lexicons.english_verb_forms import IRREGULAR_VERBS

__all__ = ["GAP", "Gap", "Wording", "participle", "past", "third_person"]


GAP = "\0"
"""Stands where the answer goes."""

_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = re.compile(rf"^(?:\d{{1,2}} (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}}\b)(?:,? \d{{3,4}})?$")
_YEAR = re.compile(rf"^(?:(?:{_MONTH}),? |(?:early|late|mid-?) ?)?\d{{3,4}}(?: (?:AD|BC|CE))?$")
_PREPOSED = re.compile(
    r"^(?:in|on|at|by|before|after|during|until|since|from|between|around|near|under|over|to|as|for|with|of)\b", re.I
)
_NUMBER_START = re.compile(
    r"^(?:about |around |over |almost |nearly )?(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|"
    r"eighty|ninety|hundred|no)\b)",
    re.I,
)

_FINITE = re.compile(r"\b(?:is|are|was|were|has|does|did|can|cannot)\b")
_WHOLE_PHRASE = re.compile(
    r"^(?:[^a-z]|(?:the|an?|his|her|its|their|some|all|any|no|one|two|three|four|five|six)\b)|s$"
)
"""What reads as a noun phrase without an article before it: names, numbers, plurals, and what has one."""


class Gap(StrEnum):
    """What goes into the gap of a wording."""

    NONE = "none"
    NAME = "name"
    TIME = "time"
    PLACE = "place"
    NUMBER = "number"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement with a gap for the answer, split at its finite verb.

    Attributes:
        name: the rule that made it.
        before: what stands before the finite verb.
        finite: the finite verb.
        after: what stands behind it.
        lemma: the lemma of the finite verb if it is no auxiliary, else empty.
        gap: what goes into the gap.
        rival: the other alternative, where the question offers two.
    """

    name: str
    before: str
    finite: str
    after: str
    lemma: str = ""
    gap: Gap = Gap.NAME
    rival: str = ""

    def fits(self, answer: str) -> bool:
        """Tell whether an answer reads well in the gap."""
        if self.gap is Gap.TIME:
            return bool(_DAY.match(answer) or _YEAR.match(answer) or _PREPOSED.match(answer))
        if self.gap is Gap.NUMBER:
            return _NUMBER_START.match(answer) is not None
        if self.gap is Gap.PLACE:
            return _PREPOSED.match(answer) is not None or answer[:1].isupper() or answer.startswith("the ")
        if self.gap in {Gap.ANY, Gap.NONE}:
            return True
        if _FINITE.search(answer):
            return False
        return _PREPOSED.match(answer) is None and _WHOLE_PHRASE.search(answer) is not None

    def text(self, answer: str) -> str:
        """Return the statement with an answer in the gap."""
        return _sentence(f"{self.before} {self.finite} {self.after}".replace(GAP, self._in_gap(answer)))

    def denied(self, answer: str) -> str:
        """Return the statement denied."""
        verb = f"{self.finite} not"
        if self.lemma:
            present = {third_person(self.lemma): "does", self.lemma: "do"}
            doing = "did" if self.finite == past(self.lemma) else present.get(self.finite, "did")
            verb = f"{doing} not {self.lemma}"
        return _sentence(f"{self.before} {verb} {self.after}".replace(GAP, self._in_gap(answer)))

    def _in_gap(self, answer: str) -> str:
        if _PREPOSED.match(answer):
            return answer
        if self.gap is Gap.TIME:
            return f"{'on' if _DAY.match(answer) else 'in'} {answer}"
        return f"in {answer}" if self.gap is Gap.PLACE else answer


def _sentence(text: str) -> str:
    joined = re.sub(r" +", " ", text).strip()
    joined = re.sub(r" ([,.;:?!])", r"\1", joined)
    return f"{joined[:1].upper()}{joined[1:]}".rstrip(". ") + "."


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
