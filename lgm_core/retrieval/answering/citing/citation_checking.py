"""Checking the citations in an answer: only sentences that the language model was given can be cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import Citation
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["CitedText", "check_citations", "citations_of"]

_CITED = re.compile(
    r"(?<!\s)\s*+[\[【]\s*(?:sentences?\s*)?(\d{1,9}(?:\s*(?:,|;|and|–|-)\s*\d{1,9})*+)\s*[\]】]", re.IGNORECASE
)
_BETWEEN_CITATIONS = re.compile(r"(?<=\d\]) (?=\[\d+\])")

_WIDEST_RANGE = 20
"""Sentences that `[3-9]` may stand for at most; a wider range is a year or a slip, not a citation."""


@dataclass(frozen=True, slots=True)
class CitedText:
    """An answer's text with its citations renumbered; `invented` counts numbers that were never given."""

    text: str
    cited: tuple[NumberedSentence, ...]
    invented: int


def check_citations(text: str, listed: Sequence[int], given: Mapping[int, NumberedSentence]) -> CitedText:
    """Keep the citations of sentences that were given, renumbered in the order the text comes to them.

    Args:
        text: an answer with citations such as `[12]`, `[3, 7]` or `[3-5]`.
        listed: numbers the reply names apart from its text; those the text lacks are put at its end.
        given: the sentences the language model was shown.
    """
    if not text.strip():
        return CitedText("", (), 0)
    order: dict[int, int] = {}
    invented: set[int] = set()

    def renumber(numbers: Iterable[int]) -> str:
        marks: dict[int, None] = {}
        for number in numbers:
            if number in given:
                marks[order.setdefault(number, len(order) + 1)] = None
            else:
                invented.add(number)
        return "".join(f"[{mark}]" for mark in marks)

    def replaced(match: re.Match[str]) -> str:
        marks = renumber(_numbers(match[1]))
        return f" {marks}" if marks else ""

    checked = _BETWEEN_CITATIONS.sub("", _CITED.sub(replaced, text)).strip()
    rest = renumber(number for number in dict.fromkeys(listed) if number not in order)
    cited = tuple(given[number] for number in order)
    return CitedText(f"{checked} {rest}".strip(), cited, len(invented))


def citations_of(sentences: Iterable[NumberedSentence]) -> tuple[Citation, ...]:
    """Cite sentences in their order, numbered from 1."""
    return tuple(sentence.citation(number) for number, sentence in enumerate(sentences, 1))


def _numbers(text: str) -> list[int]:
    """Read `3`, `3, 7` or `3-5`."""
    numbers: list[int] = []
    for part in re.split(r"[,;]|and", text.casefold()):
        bounds = [int(bound) for bound in re.split(r"[–-]", part) if bound.strip()]
        if len(bounds) == 2 and 0 < bounds[1] - bounds[0] < _WIDEST_RANGE:
            numbers += range(bounds[0], bounds[1] + 1)
        else:
            numbers += bounds
    return numbers
