"""Splitting `A, B or C` into names, where names themselves hold commas, *and* and *or*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lgm_core.reasoning.planning.rules.question_text import QuestionText, Span

__all__ = ["split_choices"]


def split_choices(question: QuestionText, span: Span, conjunction: str) -> list[tuple[Span, ...]]:
    """Return the ways to take apart what a conjunction joins, likelier ones first; none where it joins nothing.

    First comes the way with the greatest share of parts that the graph knows; among equals, that into fewest.
    """
    ways = [way for way in _ways(question, span, conjunction) if all(end > first for first, end in way)]
    return sorted(ways, key=lambda way: (-sum(map(question.is_known, way)) / len(way), len(way)))


def _ways(question: QuestionText, span: Span, conjunction: str) -> Iterator[tuple[Span, ...]]:
    first, end = span
    words = question.words
    places = [place for place in range(first + 1, end - 1) if words[place].folded == conjunction]
    plain = [place for place in places if not words[place].is_marked]
    for place in plain or places:
        left, right = (first, place), (place + 1, end)
        if words[place + 1].folded in ("or", "and"):
            continue
        yield left, right
        if all(question.is_known(side) for side in (left, right)):
            continue
        commas = [comma for comma in range(first, place) if words[comma].is_before_comma and comma + 1 < place]
        for comma in commas:
            yield (first, comma + 1), (comma + 1, place), right
        if len(commas) > 1:
            cuts = [first, *(comma + 1 for comma in commas), place]
            yield (*pairwise(cuts), right)
