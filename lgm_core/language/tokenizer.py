"""Split English text into words and punctuation marks, the way the UD English treebanks do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["CHUNK", "Span", "split_chunk"]

Span = tuple[int, int]

CHUNK = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff]{1,1000}")
"""What whitespace and control characters separate; bounded, so that a megabyte without a space stays harmless."""

_LETTER = r"(?:[^\W_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e31-\u0e4e])"
_APOSTROPHE = r"['’]"
_ABBREVIATIONS = [
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
    "st",
    "sr",
    "jr",
    "rev",
    "gen",
    "col",
    "lt",
    "capt",
    "sgt",
    "maj",
    "cmdr",
    "gov",
    "sen",
    "rep",
    "reps",
    "hon",
    "pres",
    "supt",
    "inc",
    "ltd",
    "co",
    "corp",
    "bros",
    "dept",
    "univ",
    "assn",
    "vs",
    "etc",
    "al",
    "cf",
    "ca",
    "approx",
    "est",
    "ed",
    "eds",
    "vol",
    "vols",
    "pp",
    "fig",
    "figs",
    "ch",
    "sec",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thur",
    "thurs",
    "fri",
    "sat",
    "sun",
    "ave",
    "blvd",
    "rd",
    "ft",
    "mt",
    "attn",
    "ext",
    "tel",
    "messrs",
    "mme",
    "mlle",
    "adm",
    "esq",
    "viz",
    "ibid",
    "op",
    "cit",
    "no",
    "nos",
    "arrv",
    "dist",
]
_PREFIXES = [
    "anti",
    "arch",
    "co",
    "counter",
    "cross",
    "ex",
    "inter",
    "intra",
    "macro",
    "micro",
    "mid",
    "mini",
    "multi",
    "neo",
    "non",
    "over",
    "post",
    "pre",
    "pro",
    "proto",
    "pseudo",
    "psycho",
    "quasi",
    "re",
    "semi",
    "socio",
    "sub",
    "super",
    "trans",
    "ultra",
    "un",
    "under",
]
# Words that take a full stop of their own only with a capital, or before a number: "no." and "sun." end sentences.
_NEEDS_CAPITAL = frozenset(
    [
        "no",
        "nos",
        "sun",
        "sat",
        "mon",
        "wed",
        "fri",
        "mar",
        "jun",
        "sep",
        "dec",
        "co",
        "ed",
        "gen",
        "col",
        "mt",
        "rep",
        "st",
        "ch",
        "est",
        "ext",
        "ca",
        "sec",
        "ft",
        "fig",
        "ave",
    ]
)

_TOKEN = re.compile(
    rf"""
      (?:https?://|ftp://|www\.|mailto:)[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}}]                     # addresses
    | [\w.+%-]+@[\w-]+(?:\.+[\w-]+)*                                                           # e-mail
    | (?:[A-Za-z0-9][\w-]*\.)+(?:(?i:com|org|net|edu|gov|info|co\.uk|docx?|xls|pdf|txt|html?|jpe?g|exe|zip|url))(?![\w-])  # domains, files
    | [:;=8][-'^]?[)(DPpO/\\|\]\[](?!\w)|<3(?!\d)|\^_+\^                                       # emoticons
    | (?:\+\d+|\d{{1,3}})?[(]?\d{{3}}[)]?[-.]\d{{3}}-\d{{4}}(?!\d)|\d{{3}}-\d{{4}}(?![\d-])     # telephone numbers
    | (?:[^\W\d_]\.){{2,}}(?:[^\W\d_](?!\w)\.?)?                                               # U.S. e.g. Ph.D
    | Ph\.?D\.?(?!\w)
    | {_APOSTROPHE}(?:\d\ds?|em|til|tis|twas|cause|n)(?!\w)                                    # '90s 'em
    | \d++(?:[.,:/]\d+)*+(?:st|nd|rd|th|s|ers?|{_APOSTROPHE}s)?(?![^\W_])                      # 1,200 5:00 9/11 21st 1980s
    | \d++(?:[.,:/]\d+)*+(?=(?:[ap]\.?m|[AP]M|[kcm]m|kg|ft|lbs?|hrs?|mins?|[mM]{{1,2}}|k|K|g|mg|ml|mph|GB|MB|persons)(?!\w))
    | (?<!\d)\.\d+(?!\d) | \+\d+(?![\d.,]) | \d++(?:[.,:/]\d+)*+(?=[a-z]+)(?<=\d\d\d\d)           # .45 +1
    | {_LETTER}+(?:_{_LETTER}+)+
    | [A-Z]&[A-Z](?![a-z])|[A-Z]{{2}}&[A-Z](?!\w)                                              # AT&T
    | {_LETTER}+(?:{_APOSTROPHE}{_LETTER}+)*                                                   # words
    | ([!?])[!?]*|\.{{2,}}|…+|-{{2,}}|–{{2,}}|—+|={{2,}}|\*+|_+|~+|\#{{2,}}|''|``|‘[‘’]|’’|<{{2,}}|>{{2,}}|\+{{2,}}|<-+|-+>
    | (?:[\u2600-\u27bf\U0001f000-\U0001faff][\ufe0f\u200d\U0001f3fb-\U0001f3ff]*)+            # emoji
    | [A-Z]{{2}}?\$                                                                            # US$
    | \S
    """,
    re.VERBOSE,
)
_CLITIC = re.compile(rf"(?i)(?P<stem>.+?)(?P<clitic>n{_APOSTROPHE}t|{_APOSTROPHE}(?:s|m|d|ll|re|ve))$", re.DOTALL)
_PREFIX = re.compile(rf"(?i)(?:{'|'.join(_PREFIXES)}|e(?=-(?:mail|commerce|book)))-[^\W_]+(?![^\W_])")
_FUSED = {"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "gimme": 3, "lemme": 3, "dont": 2, "didnt": 3, "doesnt": 4, "isnt": 2, "wasnt": 3,
    "couldnt": 5, "wouldnt": 5, "havent": 4, "hasnt": 3, "arent": 3, "wont": 2, "cant": 2, "im": 1, "ive": 1, "youre": 3, "thats": 4}  # fmt: skip


@lru_cache(maxsize=65536)
def split_chunk(chunk: str, closes_sentence: bool = False) -> tuple[Span, ...]:
    """Return the offsets of the words in a run of characters without whitespace.

    `closes_sentence` says that nothing follows in the sentence, where a full stop is less likely part of its word.
    """
    if chunk.isalpha() and chunk.isascii() and chunk.lower() not in _FUSED:
        return ((0, len(chunk)),)
    return tuple(_split(chunk, closes_sentence))


def _split(chunk: str, closes_sentence: bool) -> Iterator[Span]:
    position, end = 0, len(chunk)
    while position < end:
        if prefixed := _PREFIX.match(chunk, position):
            stop = prefixed.end()
        else:
            found = _TOKEN.match(chunk, position)
            stop = found.end() if found else position + 1
        if chunk[stop - 1].isalpha() and chunk[stop : stop + 1] == "." and chunk[stop + 1 : stop + 2] != ".":
            stop += _owns_full_stop(chunk[position:stop], chunk[stop + 1 :], closes_sentence)
        yield from _split_clitics(chunk, position, stop)
        position = stop


def _owns_full_stop(word: str, rest: str, closes_sentence: bool) -> bool:
    """Tell whether the full stop after a word abbreviates it."""
    if any(character.isalnum() for character in rest):
        return False
    if len(word) == 1:
        return word.isupper() and not closes_sentence and word != "I"
    lower = word.lower()
    if lower not in _ABBREVIATION_SET:
        return False
    return lower not in _NEEDS_CAPITAL or (word[0].isupper() and not closes_sentence)


_ABBREVIATION_SET = frozenset(_ABBREVIATIONS)


def _split_clitics(chunk: str, start: int, end: int) -> Iterator[Span]:
    word = chunk[start:end]
    cut = _FUSED.get(word.lower())
    if cut is None and (found := _CLITIC.fullmatch(word)) and found["stem"][-1].isalnum():
        cut = found.start("clitic")
        if word[0].isdigit():
            cut = None
    if cut is None:
        yield start, end
        return
    if "’" in word or "'" in word:
        yield from _split_clitics(chunk, start, start + cut)
    else:
        yield start, start + cut
    yield start + cut, end
