"""Split long texts into pieces that fit a neural pipeline, at blank lines, sentence ends or spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lgm_core.language.port import BLANK_LINE

__all__ = ["pieces"]

_SENTENCE_END = re.compile(r"[.!?。！？؟।…][\"'”’)\]]*\s+|[。！？]|\n")
_SPACE = re.compile(r"\s")


def pieces(text: str, limit: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of pieces of at most `limit` characters, which together are the text.

    A piece ends at the last blank line that fits, else at the last end of a sentence, else at the last space, else
    anywhere; only the second half of a piece is searched, so that pieces do not get short.
    """
    start = 0
    while len(text) - start > limit:
        end = _last_break(text, start + limit // 2, start + limit)
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _last_break(text: str, earliest: int, latest: int) -> int:
    for pattern in (BLANK_LINE, _SENTENCE_END, _SPACE):
        ends = [match.end() for match in pattern.finditer(text, earliest, latest)]
        if ends:
            return ends[-1]
    return latest
