"""Building regular expressions from words."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["alternatives"]


def alternatives(words: Iterable[str]) -> str:
    """Return a group that matches any of the words, the longest first; nothing matches it when there are none."""
    listed = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(map(re.escape, listed)) + ")" if listed else "(?!)"
