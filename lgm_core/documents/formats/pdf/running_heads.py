"""Recognise running heads and page numbers, the lines that recur at the top and bottom of pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

__all__ = ["body_lines"]

_EDGE = 3
"""Lines at a page's top and bottom that may be running heads; with more, repeated lines of the text are lost."""
_MIN_PAGES = 3
"""Pages on which a line must recur to be a running head; two may be a coincidence."""
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?[-–—]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?", re.I)
_NUMBER_AT_AN_END = re.compile(r"^(\d{1,4})\s|\s(\d{1,4})$")


def body_lines(pages: Sequence[Sequence[str]]) -> Iterator[set[int]]:
    """Yield for each page the indices of the lines that are text.

    A line at a page's top or bottom is a running head if it is a page number, if it recurs on many pages, or if it
    begins or ends with a number that grows by one from page to page.
    """
    edges = [_edges(len(page)) for page in pages]
    page_counts = Counter(
        text for page, edge in zip(pages, edges, strict=True) for text in {_without_numbers(page[i]) for i in edge}
    )
    shift_counts = Counter(
        shift for number, page in enumerate(pages) for shift in {_shift(page[i], number) for i in edges[number]}
    )
    # Heads may name the chapter, and so recur on a part of the pages only.
    threshold = max(_MIN_PAGES, len(pages) // 4)
    for number, page in enumerate(pages):
        yield {
            index
            for index, line in enumerate(page)
            if index not in edges[number]
            or not (
                _PAGE_NUMBER.fullmatch(line)
                or page_counts[_without_numbers(line)] >= threshold
                or ((shift := _shift(line, number)) is not None and shift_counts[shift] >= threshold)
            )
        }


def _edges(length: int) -> set[int]:
    """Return the indices of the first and last lines of a page."""
    return set(range(min(_EDGE, length))) | set(range(max(0, length - _EDGE), length))


def _without_numbers(line: str) -> str:
    """Return a line with its numbers masked, so that heads that differ only in the page number are equal."""
    return _DIGITS.sub("#", line)


def _shift(line: str, page: int) -> int | None:
    """Return the difference of the number at a line's end and the page's index: the same for all page numbers."""
    match = _NUMBER_AT_AN_END.search(line)
    return int(match[1] or match[2]) - page if match else None
