"""Split English text into words and punctuation marks, following the UD English treebanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["CHUNK", "Span", "split_chunk"]

Span = tuple[int, int]
"""Start and end (exclusive) of a span of text."""

CHUNK = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff]{1,500}")
"""Runs between whitespace and control characters; bounded, so that a megabyte without a space is read in pieces."""

_LETTER = r"(?:[^\W_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e31-\u0e4e])"
_APOSTROPHE = r"['’]"
# Words that keep the full stop after them: "Dr. Marten" is two tokens, not three.
_ABBREVIATIONS = frozenset(
    """mr mrs ms dr prof st sr jr rev gen col lt capt sgt maj cmdr gov sen rep reps hon pres supt inc ltd co corp bros
    dept univ assn vs etc al cf ca approx est ed eds vol vols pp fig figs ch sec jan feb mar apr jun jul aug sep
    sept oct nov dec mon tue tues wed thu thur thurs fri sat sun ave blvd rd ft mt attn ext tel messrs mme mlle
    adm esq viz ibid op cit no nos arrv dist""".split()
)
# Abbreviations that are also words: the stop of "He said no." is a token, that of "No. 5" is not.
_NEEDS_CAPITAL = frozenset(
    """no nos sun sat mon wed fri mar jun sep dec co ed gen col mt rep st ch est ext ca sec ft fig ave""".split()
)
# The treebank keeps these joined to the next word ("pre-war") and splits at any other hyphen ("15", "-", "year").
_PREFIXES = (
    "anti|arch|co|counter|cross|ex|inter|intra|macro|micro|mid|mini|multi|neo|non|over|post|pre|pro|proto|pseudo|psycho|"
    "quasi|re|semi|socio|sub|super|trans|ultra|un|under|e(?=-(?:mail|commerce|book))"
)
_DOMAINS = r"com|org|net|edu|gov|info|co\.uk|docx?|xls|pdf|txt|html?|jpe?g|exe|zip|url"
# Units split off the number before them: "5pm" is "5", "pm".
_UNITS = r"[ap]\.?m|[AP]M|[kcm]m|kg|ft|lbs?|hrs?|mins?|[mM]{1,2}|k|K|g|mg|ml|mph|GB|MB|persons"

# The first matching alternative is the token, so special ones precede plain words. Quantifiers of digits are possessive
# ("++"): a long run of digits that fails is not retried at every shorter length.
_TOKEN = re.compile(
    rf"""
      (?:https?://|ftp://|www\.|mailto:)[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}}]     # addresses
    | [\w.+%-]+@[\w-]+(?:\.+[\w-]+)*                                           # e-mail
    | (?:[A-Za-z0-9][\w-]*\.)+(?i:{_DOMAINS})(?![\w-])                         # domains and file names
    | [:;=][-'^]?[)(DPpO/\\|](?!\w)|<3(?!\d)|\^_+\^                            # emoticons
    | (?:\+\d+|\d{{1,3}})?[(]?\d{{3}}[)]?[-.]\d{{3}}-\d{{4}}(?!\d)              # telephone numbers
    | \d{{3}}-\d{{4}}(?![\d-])
    | (?:[^\W\d_]\.){{2,}}(?:[^\W\d_](?!\w)\.?)?|Ph\.?D\.?(?!\w)              # U.S. e.g. Ph.D.
    | {_APOSTROPHE}(?:\d\ds?|em|til|tis|twas|cause|n)(?!\w)                    # '90s 'em
    | \d++(?:[.,:/]\d+)*+(?:st|nd|rd|th|s|ers?|{_APOSTROPHE}s)?(?![^\W_])      # 1,200 5:00 9/11 21st 1980s
    | \d++(?:[.,:/]\d+)*+(?=(?:{_UNITS})(?!\w))                               # 5 of 5pm
    | (?:ca?|pp?|vols?|nos?|No|Vol|Op|Nr)\.(?=\d)                                 # c. of c.1602
    | (?<!\w)\.\d+(?!\d)|\+\d+(?![\d.,])                                      # .45 +1
    | \d++(?<=\d\d\d\d)(?=[a-z])                                              # 1000 of 1000persons
    | {_LETTER}+(?:_{_LETTER}+)+
    | [A-Z]&[A-Z](?![a-z])|[A-Z]{{2}}&[A-Z](?!\w)                              # AT&T
    | {_LETTER}+(?:{_APOSTROPHE}{_LETTER}+)*                                   # words
    | [!?]+|\.{{2,}}|…+|-{{2,}}|–{{2,}}|—+|={{2,}}|\*+|_+|~+|\#{{2,}}           # runs
    | ''|``|‘[‘’]|’’|<{{2,}}|>{{2,}}|\+{{2,}}|<-+|-+>
    | (?:[\u2600-\u27bf\U0001f000-\U0001faff][\ufe0f\u200d\U0001f3fb-\U0001f3ff]*)+  # emoji
    | [A-Z]{{2}}?\$                                                            # US$
    | \S
    """,
    re.VERBOSE,
)
_CLITIC = re.compile(rf"(?i)(?P<stem>.+?)(?P<clitic>n{_APOSTROPHE}t|{_APOSTROPHE}(?:s|m|d|ll|re|ve))", re.DOTALL)
_PREFIXED = re.compile(rf"(?i)(?:{_PREFIXES})-[^\W_]+(?![^\W_])")
_FUSED = (
    dict.fromkeys(("im", "ive"), 1)
    | dict.fromkeys(("dont", "isnt", "wont", "cant"), 2)
    | dict.fromkeys(
        ("cannot", "gonna", "wanna", "gotta", "gimme", "lemme", "didnt", "wasnt", "hasnt", "arent", "youre"), 3
    )
    | dict.fromkeys(("doesnt", "havent", "thats"), 4)
    | dict.fromkeys(("couldnt", "wouldnt"), 5)
)
"""Two words written as one, with the length of the first: *gon|na*, *does|nt*."""


@lru_cache(maxsize=65536)
def split_chunk(chunk: str, closes_sentence: bool = False) -> tuple[Span, ...]:
    """Return the offsets of the words in a run of characters without whitespace.

    Args:
        chunk: the characters, as `CHUNK` finds them.
        closes_sentence: whether it is the last of its sentence; its full stop is then a token, except in *U.S.*.
    """
    if chunk.isalpha() and chunk.isascii() and chunk.lower() not in _FUSED:
        return ((0, len(chunk)),)
    return tuple(_split(chunk, closes_sentence))


def _split(chunk: str, closes_sentence: bool) -> Iterator[Span]:
    position, end = 0, len(chunk)
    while position < end:
        match = _PREFIXED.match(chunk, position) or _TOKEN.match(chunk, position)
        stop = match.end() if match else position + 1
        if not closes_sentence and _owns_full_stop(chunk, position, stop):
            stop += 1
        yield from _split_clitics(chunk, position, stop)
        position = stop


def _owns_full_stop(chunk: str, start: int, end: int) -> bool:
    """Tell whether the full stop after a word belongs to it, as in an abbreviation."""
    word = chunk[start:end]
    if not word[-1].isalpha() or not chunk.startswith(".", end):
        return False
    if any(char.isalnum() or char == "." for char in chunk[end + 1 :]):  # "end.Next", "end..."
        return False
    if len(word) == 1:  # an initial: "K. Reed"
        return word.isupper() and word != "I"
    lower = word.lower()
    return lower in _ABBREVIATIONS and (lower not in _NEEDS_CAPITAL or word[0].isupper())


def _split_clitics(chunk: str, start: int, end: int) -> Iterator[Span]:
    """Split off *n't*, *'s* etc., from the right (*couldn't've*)."""
    word = chunk[start:end]
    cut = _FUSED.get(word.lower(), 0)
    if not cut and not word[0].isdigit():
        match = _CLITIC.fullmatch(word)
        cut = match.start("clitic") if match and match["stem"][-1].isalnum() else 0
    if not cut:
        yield start, end
        return
    yield from _split_clitics(chunk, start, start + cut)
    yield start + cut, end
