"""Exclude gaps where certainly no sentence ends, and classify the style of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["CLOSERS", "INITIALS", "OPENERS", "bracket_change", "is_candidate", "text_style"]

CLOSERS = "\"'”’)]}»*_"
"""Characters allowed after the mark that ends a sentence."""
OPENERS = "\"'“‘([{«*_"
"""Characters allowed before the first word of a sentence."""
INITIALS = re.compile(r"(?:[^\W\d_]\.)+")
"""Letters with full stops, as in *K.* and *U.S.*."""

_QUOTES = frozenset('"“‘`')
_EDITED = "3"
"""The style of text in which every sentence ends with a mark."""
_STYLE_SAMPLE = 200
"""Chunks at the start of a text that determine its style: enough of them, without reading a long text twice."""
_CHUNKS_PER_STOP = 30
"""The most chunks per full stop in edited prose; text with fewer full stops leaves some sentences unmarked."""
_STOPS = frozenset(".!?")
_FINAL_MARKS = frozenset(".!?:;…。！？।")
# Function words after which the sentence continues even at a line end: "The mayor of / Porto".
_NEVER_LAST = frozenset(
    """a an the of in to and or by with from at for on as into between under his her their its my your our is was were
    are be been being has have had will would can could may might must should shall that which who whose when
    where while because if than but nor not no very most more such both each every these those this""".split()
)
_BEFORE_NAMES = frozenset(
    """mr. mrs. ms. dr. prof. rev. gen. lt. capt. sgt. maj. cmdr. col. gov. sen. rep. reps. hon. st. mt. messrs. mme.
    a.k.a. v. vs. e.g. i.e. cf. ca. approx. viz.""".split()
)
_BEFORE_BRACKETS = frozenset("inc. ltd. co. corp. bros. jr. sr. plc. llc.".split())
# Words that open sentences: after an initial they distinguish "He took plan B. The others left." from "Ernest B. Reed".
_SENTENCE_OPENERS = frozenset(
    """a after all an and as at but by during for from he her his how i if in it its many most no on one our several
    she since so some that the their then there these they this those though to two until we what when where
    while who why with you""".split()
)
_CITED_YEAR = re.compile(r"[(\[]\d{4}[a-z]?[)\]]\W*")
"""A year in brackets, which belongs to the authors or the case before it."""
_OTHERS = ("et", "al.")
_STANDARD_BODIES = re.compile(r"[(\[]*[A-Z\d]{2,}(?:/[A-Z][A-Za-z]+)+")
"""The bodies of a standard, which its number follows: *ISO/TS 15066*, *IEC/EN 60204*."""
_POSSESSIVE_ENDS = ("s'", "s’")
_NEVER_BEFORE = frozenset(("(", "[", "{", "“", "‘", "&", "/", "+", "="))
_NEVER_FIRST = frozenset(")]},;:.!?%”’»")
_BEFORE_NUMBERS = frozenset(
    """no. nos. fig. figs. vol. vols. pp. p. ch. sec. art. c. jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov.
    dec.""".split()
)


def is_candidate(outer: str, previous: str, following: str, style: str, depth: int) -> bool:
    """Tell whether a sentence may end in the gap between two chunks.

    Args:
        outer: the chunk before `previous`; empty if `previous` starts the sentence.
        previous: the chunk before the gap.
        following: the chunk after the gap.
        style: the text's style, from `text_style`.
        depth: the number of brackets open before the gap.
    """
    if following[0].islower() and previous[-1].isalnum():
        return False  # most gaps
    last = previous.rstrip(CLOSERS)[-1:]
    if following[0] in _NEVER_FIRST or previous in _NEVER_BEFORE or (depth > 0 and last not in _STOPS):
        return False
    if style == _EDITED and last.isdigit() and _CITED_YEAR.fullmatch(previous):
        return False
    if previous[-1].isalnum():
        return _may_lack_stop(previous, following, style)
    if last == "." and (_CITED_YEAR.fullmatch(following) or _is_among_authors(outer, previous, following)):
        return False
    if last == "." and _is_abbreviation(outer, previous.lstrip(OPENERS), following):
        return False
    return last in _FINAL_MARKS or not ((following[0].islower() and last) or previous.endswith(_POSSESSIVE_ENDS))


def _is_among_authors(outer: str, word: str, following: str) -> bool:
    """Tell whether a sentence certainly continues after the authors of a source: *Reed et al. [4] found*."""
    return (outer.lstrip(OPENERS), word) == _OTHERS and (following[0] in OPENERS or not following[0].isupper())


def _is_abbreviation(outer: str, word: str, following: str) -> bool:
    """Tell whether a full stop certainly marks an abbreviation: *Dr. Reed*, *Fig. 4*, *Inc. (*, *5 p.m. on*."""
    lower, first = word.lower(), following[0]
    if lower in _BEFORE_NAMES or (lower in _BEFORE_NUMBERS and first.isdigit()):
        return True
    if lower in _BEFORE_BRACKETS and (first == "(" or first.islower()):
        return True
    if not INITIALS.fullmatch(word):
        return False
    if first.islower() and word != "I.":  # "E. coli"
        return True
    if len(word) > 2:
        return False
    return word != "I." and (not outer or outer[0].isupper()) and following.lower() not in _SENTENCE_OPENERS


def _may_lack_stop(previous: str, following: str, style: str) -> bool:
    """Tell whether a sentence may end without a mark; in edited prose none does before a quote or after a number."""
    if previous in _NEVER_LAST or (following[0].isdigit() and _STANDARD_BODIES.fullmatch(previous)):
        return False
    return style != _EDITED or (following[0] not in _QUOTES and not previous.isdigit())


def bracket_change(chunk: str) -> int:
    """Return how many more brackets a chunk opens than it closes."""
    return chunk.count("(") - chunk.count(")") if "(" in chunk or ")" in chunk else 0


def text_style(chunks: Sequence[str]) -> str:
    """Return the style of a text: `C` (in capitals), `c` (in lower case) or nothing, followed by a digit.

    The digit is the degree of punctuation: 0 without any full stop, 1 none at its end, 2 rare, 3 as in edited prose.
    """
    sample = "".join(chunks[:_STYLE_SAMPLE])
    if sample.isupper():
        return "C"
    stops = sum(chunk.rstrip(CLOSERS)[-1:] in _STOPS for chunk in chunks)
    ended = bool(chunks) and chunks[-1].rstrip(CLOSERS)[-1:] in _STOPS
    level = "0" if not stops else "1" if not ended else "2" if stops * _CHUNKS_PER_STOP < len(chunks) else _EDITED
    return ("c" if sample.islower() else "") + level
