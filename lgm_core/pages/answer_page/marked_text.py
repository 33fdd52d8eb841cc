"""Texts as pieces, some of them marked: the concepts in a question, the citations in an answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["Piece", "marked_answer", "marked_question", "marked_spans"]

_CITATION = re.compile(r"\[(\d{1,6})\]")
_WORD = re.compile(r"\S*\w\S*")
_LONGEST = 10
"""The most words of a concept's name that is marked in a question."""
_MOST_WORDS = 300
"""How many words of a question are searched for concepts; each costs ten look-ups."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text.

    Attributes:
        text: the part.
        is_marked: whether it is highlighted.
        number: for a citation, its number; otherwise 0.
        concept: the concept that it names, if any.
    """

    text: str
    is_marked: bool = False
    number: int = 0
    concept: str = ""


def marked_answer(text: str, numbers: Collection[int]) -> list[Piece]:
    """Return an answer's text as pieces; each number of a citation, as `[1]`, is a piece."""
    pieces: list[Piece] = []
    end = 0
    for match in _CITATION.finditer(text):
        if int(match[1]) in numbers:
            pieces += [Piece(text[end : match.start()]), Piece(match[0], True, int(match[1]))]
            end = match.end()
    return [piece for piece in (*pieces, Piece(text[end:])) if piece.text]


def marked_question(question: str, keys: Iterable[str], view: GraphView) -> list[Piece]:
    """Return a question as pieces, with the names of concepts marked, the longest ones first."""
    names = frozenset(map(name_of, keys))
    words = [match.span() for match in islice(_WORD.finditer(question), _MOST_WORDS)]
    spans: list[tuple[int, int]] = []
    concepts: list[str] = []
    place = 0
    while place < len(words):
        for last in range(min(place + _LONGEST, len(words)) - 1, place - 1, -1):
            phrase = question[words[place][0] : words[last][1]]
            concept = next((key for key in view.plain_keys(phrase) if key in names), "")
            if concept:
                # An article before the name is not part of it.
                while place < last and concept in view.plain_keys(question[words[place + 1][0] : words[last][1]]):
                    place += 1
                spans.append(_without_edges(question, words[place][0], words[last][1]))
                concepts.append(concept)
                place = last
                break
        place += 1
    return marked_spans(question, spans, concepts)


def _without_edges(text: str, first: int, end: int) -> tuple[int, int]:
    """Return the start and end of a part of a text without punctuation around it."""
    while first < end and not text[first].isalnum():
        first += 1
    while end > first and not text[end - 1].isalnum():
        end -= 1
    return first, end


def marked_spans(text: str, spans: Sequence[tuple[int, int]], concepts: Sequence[str] = ()) -> list[Piece]:
    """Return a text as pieces, with the spans marked, which must be in order."""
    pieces: list[Piece] = []
    end = 0
    for place, (first, last) in enumerate(spans):
        concept = concepts[place] if concepts else ""
        pieces += [Piece(text[end:first]), Piece(text[first:last], True, concept=concept)]
        end = last
    return [piece for piece in (*pieces, Piece(text[end:])) if piece.text]
