"""A sentence's text cut where marks begin and end, so that marks lie within each other and never cross."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, replace

__all__ = ["Mark", "Token", "marked"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked of a sentence.

    Attributes:
        start: first character in the sentence's text.
        end: the character after its last.
        concept: the number of the concept on the page.
        classes: how it is shown: `tied` if the document relates the concept to another, `ref` if it is a pronoun,
            `added` if it was added later, `rest` if the beginning stands in the mark before it.
        means: of a pronoun, the name of what it means; else empty.
        antecedent: the position of the sentence that names what a pronoun means, if it is known.
    """

    start: int
    end: int
    concept: int
    classes: str = ""
    means: str = ""
    antecedent: int | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """The begin or the end of a mark, or, without a mark, a piece of text."""

    text: str = ""
    mark: Mark | None = None
    is_end: bool = False


def marked(text: str, marks: Iterable[Mark]) -> list[Token]:
    """Return a text with its marks, which are cut where they would cross; those without characters are left out."""
    waiting = [
        (mark.start, -mark.end, number, mark)
        for number, mark in enumerate(marks)
        if 0 <= mark.start < mark.end <= len(text)
    ]
    heapq.heapify(waiting)
    tokens: list[Token] = []
    opened: list[Mark] = []
    at = 0

    def go_to(place: int) -> None:
        nonlocal at
        while opened and opened[-1].end <= place:
            write_to(opened[-1].end)
            tokens.append(Token(mark=opened.pop(), is_end=True))
        write_to(place)

    def write_to(place: int) -> None:
        nonlocal at
        if at < place:
            tokens.append(Token(text[at:place]))
            at = place

    while waiting:
        start, _, number, mark = heapq.heappop(waiting)
        go_to(start)
        if opened and mark.end > opened[-1].end:
            cut = opened[-1].end
            rest = replace(mark, start=cut, classes=f"{mark.classes} rest".strip())
            heapq.heappush(waiting, (cut, -mark.end, number, rest))
            mark = replace(mark, end=cut, means="")
        opened.append(mark)
        tokens.append(Token(mark=mark))
    go_to(len(text))
    return tokens
