"""Identifiers of code as words: the whole of each, whatever it is written with, and the words in it.

`from_documents`, `from-documents` and `fromDocuments` are one word, `fromdocuments`, beside the words they are made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["identifier_words"]

_JOINED = re.compile(r"[^\W_]+(?:(?:_+|[.-])[^\W_]+)+")
"""Words joined by underscores, dots or hyphens."""
_CASED = re.compile(r"\b\w*[a-z][A-Z]\w*")
_CASE_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SEPARATOR = re.compile(r"[\W_]+")
_SHORTEST_PART = 2
"""Letters of a part; single letters say nothing."""
_SHORTEST_OPENING = 3
"""Letters before the first capital of an identifier in prose, where *iPhone* and *eBay* are names."""


def identifier_words(text: str, *, is_code: bool, splits_names: bool = False) -> Iterator[str]:
    """Yield the words that identifiers add to those that a text is split into anyway, in lower case.

    In prose only what is unmistakably an identifier counts: with underscores (`max_steps`), with three capitals
    (`LanguageGraphIndex`), or with one inside a word that begins small (`maxSteps`). In code all do. With
    `splits_names` so do names of two whole words (`DataFrame`, but *YouTube* too), for what may be found, not for what
    is sought.
    """
    if is_code or "_" in text:
        for match in _JOINED.finditer(text):
            if is_code or "_" in match[0]:
                yield from _wholes(match[0])
    for match in _CASED.finditer(text):
        for word in match[0].split("_"):
            parts = _CASE_PARTS.findall(word)
            is_name = splits_names and min(map(len, parts), default=0) >= _SHORTEST_OPENING
            if len(parts) > 1 and (is_code or is_name or _is_unmistakable(parts)):
                yield from (part.lower() for part in parts if len(part) >= _SHORTEST_PART)


def _wholes(identifier: str) -> Iterator[str]:
    """Yield an identifier without its separators, and each name in it that has several words."""
    names = identifier.split(".")
    for name in dict.fromkeys((identifier, *names)):
        if _SEPARATOR.search(name):
            yield _SEPARATOR.sub("", name).lower()


def _is_unmistakable(parts: list[str]) -> bool:
    is_small_first = parts[0].islower() and len(parts[0]) >= _SHORTEST_OPENING
    return is_small_first or sum(part[0].isupper() for part in parts) > 2
