"""The text of queries as all parsers read it: what are words and brackets, not strings, identifiers and comments."""

from __future__ import annotations

import re
from itertools import accumulate

__all__ = ["bracket_depths", "pattern_end", "words_of"]

_NO_WORDS = re.compile(
    r"""
    <[^<>"{}|^`\\\x00-\x20]*> | \#[^\n\r]* | \\.
    | \"{3}(?:\"{0,2}(?:[^"\\]|\\.))*\"{3} | '{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
    | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'
    """,
    re.VERBOSE | re.DOTALL,
)


def words_of(query: str) -> str:
    """Return a query with spaces in place of its strings, identifiers, comments and escaped characters."""
    return _NO_WORDS.sub(lambda found: " " * len(found[0]), query)


def bracket_depths(words: str) -> list[int]:
    """Return how many brackets are open after each character."""
    return list(accumulate((each in "{(") - (each in "})") for each in words))


def pattern_end(words: str) -> int:
    """Return where the last brace of the first pattern stands; the end of the text if it is not closed."""
    ends = zip(words, bracket_depths(words), strict=True)
    return next((place for place, (each, depth) in enumerate(ends) if each == "}" and depth <= 0), len(words))
