"""Sentences of any language by punctuation rules, without weights."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lgm_core.language.lite.tokenizer import Span
from lgm_core.language.port import BLANK_LINE

__all__ = ["plain_sentences"]

_LONGEST = 1_000
"""Characters: a text without marks must not become one endless sentence."""
_LONG_UNMARKED = 60
"""Characters after which a space ends a sentence in scripts without marks: there it separates clauses."""

_CLOSERS = "\"'”’»)\\]}】」』）》〉＂＇"
_MARKS = re.compile(
    rf"""
      (?P<full>[。｡！？．।॥։።။។៕۔؟]+[!?.…]*)[{_CLOSERS}]*  # end a sentence wherever they stand
    | (?P<spaced>[.!?…;]+)[{_CLOSERS}]*(?:[ \u00a0\u202f]»(?=\s|$))?  # end one before a space or an unspaced script
      (?=\s|$|[\u3040-\u30ff\u3400-\u9fff])
    """,
    re.VERBOSE,
)
_GOES_ON = re.compile(r"[、，,;:]|[とのがはをにでも](?![a-zA-Z])|\)")
"""Continuations of a sentence after a quotation with its own full stop."""
_NEXT = re.compile(r"[\s\"'“„‘«»¿¡(\[{「『（《—–-]*(?P<first>\w)?")
_WORD_BEFORE = re.compile(r"\S*$")
_INITIALS = re.compile(r"[(\"'“„«]*(?:[^\W\d_]\.)+")
_INITIAL_FOLLOWS = re.compile(r"\s?[^\W\d_]\.(?=\s)")
_ORDINAL = re.compile(r"[(\"'“„«]*\d{1,2}\.")
_UNMARKED = re.compile(r"[\u0e01-\u0eff]")

_ORDINAL_LANGUAGES = frozenset("cs da de et eu fi hr hu is lv no pl sk sl sr tr".split())
"""Languages that write ordinal numbers with a full stop: *3. Oktober*."""
_ABBREVIATIONS = frozenset(
    """abb abs bd bzw ca cap cf chr dhr dipl dott dr eds etc evtl frau ggf hr hrsg inkl inż jh mevr mgr mio mlle mlr mme
    mr mrd mrs ms např nr núm o.ä op pag phil prof prop resp sen sog sr sra srta st ste str tzn tzv ul usw vgl vol vs
    акад доц др им млн млрд напр обл пр просп проф руб см стр тыс ул αρ βλ σελ""".split()
)
"""Words of many languages that keep their full stop; those that often end sentences are left out."""


def plain_sentences(text: str, language: str) -> list[Span]:
    """Return the spans of the sentences of a text, without spaces around them.

    Full stops of Chinese, Japanese, Indic, Arabic, Armenian, Ethiopic, Burmese and Khmer end sentences with or without
    a space after them; Thai and Lao, which have none, are split at spaces once a piece is long enough.

    Args:
        text: any text; a blank line always ends a sentence.
        language: ISO 639-1 code.
    """
    spans: list[Span] = []
    start = 0
    for end in (*(match.start() for match in BLANK_LINE.finditer(text)), len(text)):
        spans += filter(None, (_stripped(text, *span) for span in _of_paragraph(text, start, end, language)))
        start = end
    return spans


def _of_paragraph(text: str, start: int, end: int, language: str) -> Iterator[Span]:
    for match in _MARKS.finditer(text, start, end):
        if _ends_sentence(text, start, match, end, language):
            yield from _in_pieces(text, start, match.end())
            start = match.end()
    yield from _in_pieces(text, start, end)


def _ends_sentence(text: str, start: int, match: re.Match[str], end: int, language: str) -> bool:
    following = _NEXT.match(text, match.end(), end)
    first = following["first"] if following is not None else None
    if match["full"] is not None:
        is_quoted = len(match[0]) > len(match["full"])
        return not (is_quoted and _GOES_ON.match(text, match.end(), end))
    marks = match["spaced"]
    if marks.strip(";") == "" and language != "el":  # the question mark of Greek
        return False
    if first is None:
        return True
    if first.islower():
        return False
    if marks != ".":
        return True
    return not _INITIAL_FOLLOWS.match(text, match.end(), end) and not _is_abbreviation(
        text[start : match.start() + 1], language
    )


def _is_abbreviation(before: str, language: str) -> bool:
    """Tell whether the full stop at the end of a text belongs to the word before it."""
    found = _WORD_BEFORE.search(before)
    word = found[0] if found is not None else ""
    if _INITIALS.fullmatch(word):
        return word.count(".") > 1 or word[-2].isupper()
    if _ORDINAL.fullmatch(word):
        return language in _ORDINAL_LANGUAGES
    return word.strip("(\"'“„«.").lower() in _ABBREVIATIONS


def _in_pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield a sentence, split at spaces if its script has no marks, and wherever it is too long."""
    is_unmarked = _UNMARKED.search(text, start, end) is not None
    most = _LONG_UNMARKED if is_unmarked else _LONGEST
    while end - start > most:
        cut = _space_after(text, start + most, end) if is_unmarked else _space_before(text, start, start + most)
        if cut >= end:
            break
        yield start, cut
        start = cut
    yield start, end


def _space_after(text: str, place: int, end: int) -> int:
    found = re.compile(r"\s").search(text, place, end)
    return found.end() if found is not None else end


def _space_before(text: str, start: int, place: int) -> int:
    places = [text.rfind(mark, start + 1, place) for mark in (" ", "\n", "，", "、", ",")]
    return max(*places, 0) + 1 if max(places) > start else place


def _stripped(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
