"""Lay out the lines of a PDF file's pages as one text: headings, paragraphs, code and rows of tables.

Running heads, page numbers and lists of contents are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from statistics import median_low
from typing import NamedTuple, TypeVar

from lgm_core.documents.blocks import CODE_INDENT, SENTENCE_END, table_line
from lgm_core.documents.formats.pdf_definitions import definition_lists
from lgm_core.documents.formats.pdf_lines import PageLine
from lgm_core.documents.formats.pdf_tables import PageTable, tables_of_pages

__all__ = ["body_lines", "lay_out"]

_EDGE = 3
"""Lines at a page's top and bottom that may be running heads; with more, repeated lines of the text would be lost."""
_MIN_PAGES = 3
"""Pages on which a line must recur to be a running head; two may be a coincidence."""
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page\s+)?[-–—]?\s*(?:[A-Z]-)?(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?", re.I
)
_NUMBER_AT_AN_END = re.compile(r"^(\d{1,4})\s|\s(\d{1,4})$")


def body_lines(pages: Sequence[Sequence[str]]) -> Iterator[set[int]]:
    """Yield for each page the indices of its lines of text.

    A line at a page's top or bottom is a running head if it is a page number, if it recurs on many pages or on several
    that follow each other, or if it begins or ends with a number that grows by one from page to page.
    """
    edges = [_edges(len(page)) for page in pages]
    outermost = [
        {page[i] for i in edge if i < 2 or i >= len(page) - 2} for page, edge in zip(pages, edges, strict=True)
    ]
    page_counts = Counter(
        text for page, edge in zip(pages, edges, strict=True) for text in {_without_numbers(page[i]) for i in edge}
    )
    shift_counts = Counter(
        shift for number, page in enumerate(pages) for shift in {_shift(page[i], number) for i in edges[number]}
    )
    # Heads may name the chapter, and so recur only on some pages.
    threshold = max(_MIN_PAGES, len(pages) // 4)
    for number, page in enumerate(pages):
        yield {
            index
            for index, line in enumerate(page)
            if index not in edges[number]
            or not (
                _PAGE_NUMBER.fullmatch(line)
                or page_counts[_without_numbers(line)] >= threshold
                or (line in outermost[number] and _pages_in_a_row(line, number, outermost) >= _MIN_PAGES)
                or ((shift := _shift(line, number)) is not None and shift_counts[shift] >= threshold)
            )
        }


def _pages_in_a_row(line: str, number: int, outermost: Sequence[set[str]]) -> int:
    """Return on how many pages in a row around one a line stands at the top or bottom."""
    first = last = number
    while first > 0 and line in outermost[first - 1]:
        first -= 1
    while last + 1 < len(outermost) and line in outermost[last + 1]:
        last += 1
    return last - first + 1


def _edges(length: int) -> set[int]:
    """Return the indices of a page's first and last lines."""
    return set(range(min(_EDGE, length))) | set(range(max(0, length - _EDGE), length))


def _without_numbers(line: str) -> str:
    """Return a line with its numbers masked, so that heads that differ only in the page number compare equal."""
    return _DIGITS.sub("#", line)


def _shift(line: str, page: int) -> int | None:
    """Return the difference between the number at a line's end and the page's index: the same for all page numbers."""
    match = _NUMBER_AT_AN_END.search(line)
    return int(match[1] or match[2]) - page if match else None


_CONTENTS_LINE = re.compile(r"(?:\.\s?){4}\s*(?:\d{1,4}|[ivxlc]+)?\Z")
# Larger ratios miss headings and paragraph breaks, smaller ones create false headings and split paragraphs.
_HEADING_SIZE = 1.15
"""The minimum size of headings, relative to the text's type, unless bold."""
_PARAGRAPH_GAP = 1.35
"""Lines this many times further apart than usual belong to different paragraphs."""
_HEADING_LEADING = 1.5
"""Lines of one heading are at most this many times their size apart."""
_HEADING_SHARE = 1 / 3
"""A style with more characters than this share of the text style's is not a heading style."""
_CELL_GAP = 2
"""Ems between words of a heading at most, but for one gap."""
_LEVELS = 6
_MAX_HEADING = 150
"""Characters in a heading."""
_WORD = re.compile(r"[^\W\d_]{2}")
_ENDS_NO_HEADING = re.compile(r"(?<!\bInc)(?<!\bCorp)(?<!\bCo)(?<!\bLtd)\.$|[,;]$|\b(?:and|or|of|the|to|in|for|a|an)$")


_Style = tuple[float, bool]
_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class _Typography:
    """How a document is set; `levels` are those of headings by their style."""

    levels: Mapping[_Style, int]
    leading: float

    def groups(self, lines: Sequence[PageLine]) -> Iterator[tuple[int, list[PageLine]]]:
        """Yield the lines of each heading, with its level, and the other lines one by one, with 0."""
        groups: list[list[PageLine]] = []
        for line in lines:
            if groups and self._continues(groups[-1][-1], line):
                groups[-1].append(line)
            else:
                groups.append([line])
        for group in groups:
            text = " ".join(line.text for line in group)
            level = self.levels.get(group[0].style, 0) if not group[0].is_code else 0
            can_begin = not text[0].islower() and len(text) <= _MAX_HEADING and not any(map(_has_cells, group))
            is_heading = can_begin and _WORD.search(text) and not _ENDS_NO_HEADING.search(text)
            if level and is_heading:
                yield level, group
            else:
                yield from ((0, [line]) for line in group)

    def _continues(self, before: PageLine, line: PageLine) -> bool:
        """Tell whether two lines are of one heading, if they are of one."""
        is_near = 0 < before.height - line.height <= _HEADING_LEADING * line.size
        return is_near and before.style == line.style in self.levels and before.is_code == line.is_code


def _has_cells(line: PageLine) -> bool:
    """Tell whether a line has several gaps, as between the cells of a table; a number may stand before a heading."""
    gaps = (after.left - before.right for before, after in pairwise(line.words))
    return sum(gap > _CELL_GAP * line.size for gap in gaps) > 1


class _Part(NamedTuple):
    """Lines of one paragraph or heading, of code, or a table; `level` is that of a heading."""

    lines: Sequence[PageLine]
    table: PageTable | None = None
    level: int = 0

    @property
    def is_code(self) -> bool:
        return self.lines[0].is_code

    @property
    def text(self) -> str:
        """Return the part as it stands in the document's text."""
        if self.table is not None:
            names = self.table.names
            heads = [names, ["---"] * len(names)] if any(names) else []
            return "\n".join(map(table_line, [*heads, *self.table.rows]))
        if self.is_code:
            return "\n".join(f"{CODE_INDENT}{line.text}" for line in self.lines)
        if self.level:
            return f"{'#' * self.level} {' '.join(line.text for line in self.lines)}"
        # A mark of a heading or table that is in the text itself.
        return "\n".join(f" {line.text}" if line.text.startswith(("#", "|")) else line.text for line in self.lines)


def lay_out(pages: Sequence[Sequence[PageLine]]) -> str:
    """Return the pages' text: headings marked `# Title`, blank lines between paragraphs, form feeds between pages.

    Lines of code begin with `CODE_INDENT`, rows of tables with `|`. A heading without a title ends those of a
    cover.
    """
    readable = list(_readable(pages))
    found = zip(readable, tables_of_pages(readable), strict=True)
    tables = [_all_tables(page, of_page, number, len(pages)) for number, (page, of_page) in enumerate(found, 1)]
    typography = _typography([_outside(page, of_page) for page, of_page in zip(readable, tables, strict=True)])
    laid_out = [list(_parts(page, of_page, typography)) for page, of_page in zip(readable, tables, strict=True)]
    cover = _cover_level(laid_out)
    texts: list[str] = []
    previous: _Part | None = None
    for number, parts in enumerate(laid_out):
        page_break = "\f" if number else ""
        if number == 1 and cover:
            texts.append(f"\n{page_break}{'#' * cover}\n\n")
            previous, page_break = None, ""
        for part in parts:
            texts += [_separator(previous, part, page_break), part.text]
            previous, page_break = part, ""
        texts.append(page_break)
    return "".join(texts)


def _cover_level(pages: Sequence[Sequence[_Part]]) -> int:
    """Return the highest level of headings that are only on the first page, if it has several; else 0.

    A single one is the title. Several are lines of a cover, not the headings of all that follows.
    """
    later = {part.level for page in pages[1:] for part in page}
    cover = [part.level for part in (pages[0] if len(pages) > 1 else []) if part.level and part.level not in later]
    return min(cover) if len(cover) > 1 else 0


def _outside(page: Sequence[PageLine], tables: Sequence[tuple[PageTable, bool]]) -> list[PageLine]:
    """Return the lines of a page that are in no table."""
    inside = {index for table, _ in tables for index in range(table.first, table.last + 1)}
    return [line for index, line in enumerate(page) if index not in inside]


def _separator(previous: _Part | None, part: _Part, page_break: str) -> str:
    """Return the white space between two parts; a form feed replaces a line break."""
    if previous is None:
        return page_break
    if page_break and previous.is_code and part.is_code:
        return page_break
    is_text = not any(each.is_code or each.level or each.table for each in (previous, part))
    if page_break and is_text:
        ends = SENTENCE_END.search(previous.lines[-1].text) and not part.lines[0].text[0].islower()
        return f"\n{page_break}" if ends else page_break
    return "\n" + (page_break or "\n")


def _parts(
    page: Sequence[PageLine], tables: Sequence[tuple[PageTable, bool]], typography: _Typography
) -> Iterator[_Part]:
    """Yield the parts of a page in order."""
    start = 0
    for table, is_contents in tables:
        yield from _text_parts(page[start : table.first], typography)
        if not is_contents:
            yield _Part(page[table.first : table.last + 1], table)
        start = table.last + 1
    yield from _text_parts(page[start:], typography)


def _text_parts(lines: Sequence[PageLine], typography: _Typography) -> Iterator[_Part]:
    text: list[PageLine] = []
    for level, group in typography.groups(lines):
        gap = text[-1].height - group[0].height if text else 0.0
        is_apart = not group[0].is_code and gap > _PARAGRAPH_GAP * typography.leading
        if text and (level or is_apart or text[-1].is_code != group[0].is_code):
            yield _Part(text)
            text = []
        if level:
            yield _Part(group, level=level)
        else:
            text += group
    if text:
        yield _Part(text)


def _readable(pages: Sequence[Sequence[PageLine]]) -> Iterator[list[PageLine]]:
    """Yield pages without running heads and lines of contents; if most text is monospaced, that is the text's type."""
    sizes = _characters(pages, lambda line: line.size)
    heading_size = _HEADING_SIZE * max(sizes, key=lambda size: sizes[size], default=0.0)
    is_typewritten = _characters(pages, lambda line: line.is_code)[True] > sizes.total() / 2
    body = body_lines([[line.text for line in page] for page in pages])
    recurring = Counter(text for page in pages for text in {line.text for line in page})
    for page, indices in zip(pages, body, strict=True):
        yield [
            line.as_text() if is_typewritten else line
            for index, line in enumerate(page)
            if (index in indices or (line.size >= heading_size and recurring[line.text] < _MIN_PAGES))
            and not _CONTENTS_LINE.search(line.text)
        ]


def _characters(pages: Sequence[Sequence[PageLine]], kind: Callable[[PageLine], _Kind]) -> Counter[_Kind]:
    """Return the number of characters in lines of each kind."""
    counts: Counter[_Kind] = Counter()
    for line in chain.from_iterable(pages):
        counts[kind(line)] += len(line.text)
    return counts


def _all_tables(
    lines: Sequence[PageLine], tables: Sequence[PageTable], page: int, page_count: int
) -> list[tuple[PageTable, bool]]:
    """Return a page's tables and lists of definitions in order, each with whether it is a list of contents.

    One list of contents makes other tables of its page like it.
    """
    is_contents = any(table.is_contents(page, page_count) for table in tables)
    marked = [(table, is_contents and len(table.names) == 2) for table in tables]
    definitions = [(table, False) for table in definition_lists(lines, tables)]
    return sorted([*marked, *definitions], key=lambda each: each[0].first)


def _typography(pages: Sequence[Sequence[PageLine]]) -> _Typography:
    """Derive the styles of text and headings from the number of characters in each style."""
    characters = _characters(pages, lambda line: line.style)
    if not characters:
        return _Typography({}, float("inf"))
    body = max(characters, key=lambda style: (characters[style], style))
    styles = [
        style
        for style in characters
        if characters[style] < characters[body] * _HEADING_SHARE
        and (style[0] >= _HEADING_SIZE * body[0] or (style[1] and not body[1] and style[0] >= body[0]))
    ]
    gaps = [
        before.height - after.height
        for page in pages
        for before, after in pairwise(page)
        if before.style == after.style == body and before.height > after.height
    ]
    typography = _Typography(dict.fromkeys(styles, 1), median_low(gaps) if gaps else float("inf"))
    counts = Counter(group[0].style for page in pages for level, group in typography.groups(page) if level)
    frequent = sorted((style for style, _ in counts.most_common(_LEVELS)), reverse=True)
    # A rarer style has the level of the next smaller one.
    levels = {style: min(1 + sum(each > style for each in frequent), _LEVELS) for style in styles}
    return replace(typography, levels=levels)
