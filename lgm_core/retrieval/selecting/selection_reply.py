"""Reading which passages a language model chose, out of a reply of any form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from lgm_core.llm.replies import without_reasoning
from lgm_core.retrieval.answering.replies.named_sentences import read_marks

__all__ = ["SELECTION_SCHEMA", "read_selection"]

SELECTION_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"passages": {"type": "array", "items": {"type": "integer"}}},
    "required": ["passages"],
    "additionalProperties": False,
}

_BRACKETED = re.compile(r"[\[【]([\d\s,;]+)[\]】]")
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w%]|\.\d)")
_LISTED = re.compile(r"(?:[\s#*.,;:&()-]|\d|and|passages?)*", re.IGNORECASE)
_NOTHING = re.compile(r"\W*(?:none|nothing|null)\b.{0,80}", re.IGNORECASE | re.DOTALL)


def read_selection(text: str) -> tuple[int, ...]:
    """Return the numbers in a reply in their order, each once; an empty list, *none* or null is none.

    JSON counts before prose. In prose, numbers in square brackets count; without any, those of a reply, or of its last
    line, that is hardly more than a list of numbers: other prose holds numbers that are none of passages.

    Raises:
        ValueError: the reply holds no list of numbers.
    """
    rest = without_reasoning(text)
    if not rest or "{" in rest:
        return read_marks(rest, member="passages")
    if bracketed := " ".join(_BRACKETED.findall(rest)):
        return _integers(bracketed)
    if _NOTHING.fullmatch(rest):
        return ()
    with suppress(ValueError):
        return read_marks(rest)
    for part in (rest, rest.splitlines()[-1], rest.splitlines()[-1].rpartition(":")[2]):
        if _LISTED.fullmatch(part) and _NUMBER.search(part):
            return _integers(part)
    raise ValueError("it has no list of the numbers of passages")


def _integers(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(map(int, _NUMBER.findall(text))))
