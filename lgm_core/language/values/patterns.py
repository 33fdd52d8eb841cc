"""Building regular expressions from words."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["alternatives", "folded"]


def folded(written: str) -> str:
    """Return what a pattern that ignores case has matched as the words of a language are listed.

    Ignoring case takes the letters *ſ*, *ı* and *İ* for *s* and *i*; lower case alone does not.
    """
    return written.lower().replace("ſ", "s").replace("ı", "i").replace("i\u0307", "i")


def alternatives(words: Iterable[str]) -> str:
    """Return a group that matches any of the words, the longest first; nothing matches it when there are none."""
    listed = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(map(re.escape, listed)) + ")" if listed else "(?!)"
