"""Recognise running heads and page numbers, the lines that return at the edges of pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

__all__ = ["body_lines"]

_EDGE = 3
"""Lines at a page's top and bottom that may be running heads; with more, repeated lines of the text are lost."""
_MIN_PAGES = 3
"""Pages on which a line must return to be a running head; two may be a coincidence."""
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?[-–—]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?", re.I)
_NUMBER_AT_AN_END = re.compile(r"^(\d{1,4})\s|\s(\d{1,4})$")


def body_lines(pages: Sequence[Sequence[str]]) -> Iterator[set[int]]:
    """Yield for each page the indices of the lines that are text.

    A line at a page's top or bottom is a running head if it is a page number, if it returns on many pages, or if it
    begins or ends with a number that counts the pages.
    """
    edges = [_edges(len(page)) for page in pages]
    texts = Counter(key for page, edge in zip(pages, edges, strict=True) for key in {_key(page[i]) for i in edge})
    shifts = Counter(
        shift for number, page in enumerate(pages) for shift in {_shift(page[i], number) for i in edges[number]}
    )
    least = max(_MIN_PAGES, len(pages) // 4)  # heads may name the chapter, and change with it
    for number, page in enumerate(pages):
        yield {
            index
            for index, line in enumerate(page)
            if index not in edges[number]
            or not (
                _PAGE_NUMBER.fullmatch(line)
                or texts[_key(line)] >= least
                or ((shift := _shift(line, number)) is not None and shifts[shift] >= least)
            )
        }


def _edges(length: int) -> set[int]:
    return set(range(min(_EDGE, length))) | set(range(max(0, length - _EDGE), length))


def _key(line: str) -> str:
    return _DIGITS.sub("#", line)


def _shift(line: str, page: int) -> int | None:
    """Return the difference of the number at a line's end and the page's index: the same for all page numbers."""
    match = _NUMBER_AT_AN_END.search(line)
    return int(match[1] or match[2]) - page if match else None
