"""Recognising replies that decline to answer, so that they never pass for an answer."""

from __future__ import annotations

import re

__all__ = ["is_refusal"]

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


def is_refusal(text: str) -> bool:
    """Tell whether a reply in prose declines to answer; its beginning decides."""
    return _REFUSAL.match(text.replace("’", "'")) is not None
