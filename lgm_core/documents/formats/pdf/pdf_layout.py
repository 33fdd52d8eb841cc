"""Join the lines of PDF pages into headings, paragraphs and code, without contents and running heads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from lgm_core.documents.blocks import CODE_INDENT, SENTENCE_END
from lgm_core.documents.formats.pdf.running_heads import body_lines

__all__ = ["PageLine", "lay_out"]

_CONTENTS_LINE = re.compile(r"(?:\.\s?){4}\s*(?:\d+|[ivxlc]+)?\Z")
# Larger ratios miss headings and paragraph breaks, smaller ones take text for headings and break paragraphs apart.
_HEADING_SIZE = 1.15
"""A heading is set in type at least this much larger than the text's, or in bold."""
_PARAGRAPH_GAP = 1.35
"""Lines this much further apart than usual belong to different paragraphs."""
_HEADING_LEADING = 1.4
"""Lines of one heading are at most this many times their size apart."""
_HEADING_SHARE = 1 / 3
"""A style with more characters than this share of those in the text's own style is not a heading style."""
_MAX_HEADING = 120
"""Characters in a line that can be a heading."""


class PageLine(NamedTuple):
    """A line of text: its type's size in points, whether all of it is bold or monospaced, its height on the page.

    Only a monospaced line may begin with spaces.
    """

    text: str
    size: float
    is_bold: bool
    is_code: bool
    height: float

    @property
    def style(self) -> tuple[float, bool]:
        """Return size and weight."""
        return (self.size, self.is_bold)


@dataclass(frozen=True, slots=True)
class _Typography:
    body: tuple[float, bool]
    heading_styles: tuple[tuple[float, bool], ...]
    leading: float

    def level(self, line: PageLine) -> int:
        """Return the level of a heading, 0 for other lines."""
        is_heading = line.style in self.heading_styles and _can_be_heading(line.text)
        return min(self.heading_styles.index(line.style) + 1, 6) if is_heading else 0


def lay_out(pages: Sequence[Sequence[PageLine]]) -> str:
    """Return the pages' text: headings marked `# Title`, blank lines between paragraphs, form feeds between pages.

    Lines of code begin with `CODE_INDENT`.
    """
    pages = list(_readable(pages, _typography(pages)))
    typography = _typography(pages)
    parts: list[str] = []
    previous: PageLine | None = None
    for number, page in enumerate(pages):
        page_break = "\f" if number else ""
        for line in page:
            parts.append(_separator(previous, line, typography, page_break))
            level = 0 if line.is_code else typography.level(line)
            continues = level and previous and parts[-1] == " "
            parts.append(f"{'#' * level} {line.text}" if level and not continues else _marked(line))
            previous, page_break = line, ""
        parts.append(page_break)
    return "".join(parts)


def _separator(previous: PageLine | None, line: PageLine, typography: _Typography, page_break: str) -> str:
    """Return the white space between two lines; a form feed replaces a line break."""
    if previous is None:
        return page_break
    if previous.is_code or line.is_code:
        is_same_code = previous.is_code and line.is_code
        return (page_break or "\n") if is_same_code else "\n" + (page_break or "\n")
    if typography.level(previous) or typography.level(line):
        is_near = 0 < previous.height - line.height <= _HEADING_LEADING * line.size
        is_same_heading = previous.style == line.style and typography.level(previous) and is_near and not page_break
        return " " if is_same_heading else "\n" + (page_break or "\n")
    if page_break:
        return f"\n{page_break}" if SENTENCE_END.search(previous.text) and not line.text[0].islower() else page_break
    return "\n\n" if previous.height - line.height > _PARAGRAPH_GAP * typography.leading else "\n"


def _marked(line: PageLine) -> str:
    """Return a line as code, or as text that passes for no heading."""
    if line.is_code:
        return f"{CODE_INDENT}{line.text}"
    return f" {line.text}" if line.text.startswith("#") else line.text


def _readable(pages: Sequence[Sequence[PageLine]], typography: _Typography) -> Iterator[list[PageLine]]:
    """Yield pages without running heads and tables of contents; where most is monospaced, that is the text's type."""
    heading_size = _HEADING_SIZE * typography.body[0]
    characters = sum(len(line.text) for page in pages for line in page)
    code_characters = sum(len(line.text) for page in pages for line in page if line.is_code)
    is_typewritten = code_characters > characters / 2
    body = body_lines([[line.text for line in page] for page in pages])
    for page, indices in zip(pages, body, strict=True):
        yield [
            line._replace(text=line.text.strip(), is_code=False) if is_typewritten else line
            for index, line in enumerate(page)
            if (index in indices or line.size >= heading_size) and not _CONTENTS_LINE.search(line.text)
        ]


def _typography(pages: Sequence[Sequence[PageLine]]) -> _Typography:
    """Derive the styles of text and headings from how many characters are set in each style."""
    characters: Counter[tuple[float, bool]] = Counter()
    for page in pages:
        for line in page:
            characters[line.style] += len(line.text)
    if not characters:
        return _Typography((0.0, False), (), 0.0)
    body = max(characters, key=lambda style: (characters[style], style))
    heading_styles = (
        style
        for style in characters
        if characters[style] < characters[body] * _HEADING_SHARE
        and (style[0] >= _HEADING_SIZE * body[0] or (style[1] and not body[1] and style[0] >= body[0]))
    )
    gaps = [
        before.height - after.height
        for page in pages
        for before, after in pairwise(page)
        if before.style == after.style == body and before.height > after.height
    ]
    return _Typography(body, tuple(sorted(heading_styles, reverse=True)), median_low(gaps) if gaps else float("inf"))


def _can_be_heading(text: str) -> bool:
    return len(text) <= _MAX_HEADING and any(map(str.isalpha, text)) and not text.endswith((".", ",", ";"))
