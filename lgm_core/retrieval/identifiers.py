"""Identifiers of code as words: each as a whole, in any notation, and the words in it.

`from_documents`, `from-documents` and `fromDocuments` all give `fromdocuments`, besides the words in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["identifier_words"]

_JOINED = re.compile(r"[^\W_]+(?:(?:_+|[.-])[^\W_]+)+")
"""Words joined by underscores, dots or hyphens."""
_CASED = re.compile(r"\b\w*[a-z][A-Z]\w*")
_CASE_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PERIOD = re.compile(r"\b[A-Z]{2}([12]\d{3})\b|\b([12]\d{3})([QHS]\d)\b")
"""A year with its kind, *FY2018*, or with a part of it, *2024Q2*."""
_SEPARATOR = re.compile(r"[\W_]+")
_SHORTEST_PART = 2
"""The fewest letters of a part; single letters mean nothing."""
_SHORTEST_OPENING = 3
"""The fewest letters before the first capital of an identifier in prose, where *iPhone* and *eBay* are names."""


def identifier_words(text: str, *, is_code: bool, splits_names: bool = False) -> Iterator[str]:
    """Yield the words that identifiers add to the words of a text, in lower case.

    In prose only unmistakable identifiers are read: those with underscores (`max_steps`), with three capitals
    (`LanguageGraphIndex`), years (*FY2018*), or with a capital inside a word that begins with small letters
    (`maxSteps`). In code all are. `splits_names` adds names of two whole words (`DataFrame`, but also *YouTube*); it is
    for indexed texts, not for questions.
    """
    if is_code or "_" in text:
        for match in _JOINED.finditer(text):
            if is_code or "_" in match[0]:
                yield from _wholes(match[0])
    for match in _PERIOD.finditer(text):
        yield from (part.lower() for part in match.groups() if part)
    for match in _CASED.finditer(text):
        for word in match[0].split("_"):
            parts = _CASE_PARTS.findall(word)
            is_name = splits_names and min(map(len, parts), default=0) >= _SHORTEST_OPENING
            if len(parts) > 1 and (is_code or is_name or _is_unmistakable(parts)):
                yield from (part.lower() for part in parts if len(part) >= _SHORTEST_PART)


def _wholes(identifier: str) -> Iterator[str]:
    """Yield an identifier, and each compound name in it, without separators."""
    names = identifier.split(".")
    for name in dict.fromkeys((identifier, *names)):
        if _SEPARATOR.search(name):
            yield _SEPARATOR.sub("", name).lower()


def _is_unmistakable(parts: list[str]) -> bool:
    is_small_first = parts[0].islower() and len(parts[0]) >= _SHORTEST_OPENING
    return is_small_first or sum(part[0].isupper() for part in parts) > 2
