"""Recognising replies that decline to answer, so that they never pass for an answer."""

from __future__ import annotations

import re

__all__ = ["is_refusal", "may_become_refusal", "says_nothing"]

_SOURCE = r"(?:text|context|passage|excerpt|document|article|source|sentence|information|evidence)s?"

_SAYING = (
    r"(?:mention|say|state|specif|provide|contain|include|give|indicate|name|tell|answer|identif|reveal|explain|describe"
    r"|list|offer|have|address|clarif|discuss|refer)\w*"
)

_ENGLISH = (
    r"(?:i'm |i am |we're |we are )?(?:sorry|afraid|unfortunately|i apologi[sz]e)\b",
    r"(?:i|we)(?: am| are|'m|'re)? (?:can ?not|can't|could ?n[o']t|do not|don't|not able|unable)\b",
    r"(?:it|this|that|the answer|the question)?\s*(?:can ?not|can't|could not) be "
    r"(?:answered|determined|inferred|found)",
    rf"(?:(?:the|this|that|these|given|provided|quoted) )+{_SOURCE}\b[^.]*?"
    rf"(?:(?: do| does| did)(?: not|n't)(?: \w+ly)? {_SAYING}| lacks?\b| {_SAYING} (?:no|nothing)\b"
    r"|(?: is| are)(?: not|n't) (?:enough|sufficient))",
    rf"(?:there is|there's) (?:no|not enough|insufficient) (?:mention|answer|data|evidence|{_SOURCE})",
    r"(?:no|insufficient|not enough) (?:information|answer|data|evidence|mention)\b",
    r"(?:it is |it's |this is |that is )?not (?:explicitly |directly )?"
    r"(?:mentioned|stated|specified|provided|given|found|available|known|enough|answerable)\b",
    r"(?:unknown|unanswerable|n/a|none of the above)\W*$",
)
_GERMAN = (
    r"(?:leider|tut mir leid|entschuldigung)\b",
    r"(?:ich|wir) (?:kann|können|weiß|wissen)\b[^.]*\bnicht\b",
    r"(?:das|dies|die frage|die antwort)? ?(?:kann|lässt sich)\b[^.]*\bnicht (?:beantworte|bestimm|ermittel|sagen)",
    r"(?:der|im|in dem|aus dem) (?:text|kontext)\b[^.]*?\b(?:nennt|enthält|sagt|erwähnt|gibt|steht|geht|findet)\b"
    r"[^.]*\b(?:nicht|kein\w*)\b",
    r"keine (?:angaben?|informationen?|antwort)\b",
    r"nicht (?:erwähnt|angegeben|genannt|bekannt)\b",
    r"unbekannt\W*$",
)

_REFUSAL = re.compile(rf"\W*(?:{'|'.join(_ENGLISH + _GERMAN)})", re.IGNORECASE)
"""What a refusal begins with. Models decline in the language of the question or in English."""

_MOST_CHARACTERS = 2000
"""Characters of a reply that are looked at: more than any refusal has in its first sentence."""


def is_refusal(text: str) -> bool:
    """Tell whether a reply in prose declines to answer; its beginning decides."""
    return _REFUSAL.match(text[:_MOST_CHARACTERS].replace("’", "'")) is not None


_NOTHING = re.compile(
    r"\W*+(?:(?:nothing|none|n/a|null|nichts|no (?:further |more |other )?(?:questions?|information|facts?))"
    r"(?: (?:is|are|else|more|further|needed|required|missing|lacking|left|unanswered|unknown|to look up|fehlt))*)?\W*",
    re.IGNORECASE,
)


def says_nothing(text: str) -> bool:
    """Tell whether a text that should name what is missing names nothing: *none*, *nothing is missing*, no word."""
    return _NOTHING.fullmatch(text) is not None


_WORDS = re.compile(r"[^\W_]+(?:['/][^\W_]+)*")

_LEADING = frozenset(
    "the this that these given provided quoted it it's this's that's there there's answer question is can could no "
    "der die das dies im in dem aus frage antwort".split()
)
"""Words with which refusals and answers begin alike; the word behind them tells."""

_SHORT = frozenset(
    "i i'm we we're sorry afraid unfortunately apologise apologize cannot can't couldn't isn't not data mention "
    "insufficient unknown unanswerable n n/a none leider tut entschuldigung keine nicht unbekannt".split()
)
"""First telling words of refusals that are recognised by some words in a row."""

_LONG = frozenset(
    f"{word}{ending}"
    for word in "text context passage excerpt document article source sentence information evidence".split()
    for ending in ("", "s")
) | frozenset("kontext ich wir kann lässt".split())
"""First telling words of refusals that may be recognised only by their last word before a full stop."""

_MOST_WORDS = 9
"""Words by which a refusal of the first kind is recognised at the latest."""


def may_become_refusal(text: str) -> bool:
    """Tell whether a reply that begins so may yet turn out to decline; an answer may look like it for some words."""
    if is_refusal(text):
        return True
    words = _WORDS.findall(text[:_MOST_CHARACTERS].casefold().replace("’", "'"))
    said = list(words)
    while said and said[0] in _LEADING:
        said.pop(0)
    if not said:
        return True
    if len(said) == 1 and text[-1:].isalnum():  # the word may go on
        return any(opening.startswith(said[0]) for opening in _SHORT | _LONG | _LEADING)
    if said[0] in _LONG:
        return "." not in text
    return said[0] in _SHORT and len(words) < _MOST_WORDS
