"""Extract the text of a PDF file, with headings recognised by their type, without running heads and page numbers.

The extracted text becomes the text of the document: offsets point into it. Headings are marked `# Title`, blank lines
divide paragraphs, lines of code are indented, and a form feed begins each page but the first.
"""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import TYPE_CHECKING, Any, NamedTuple

from lgm_core.documents.blocks import CODE_INDENT, SENTENCE_END
from lgm_core.errors import InputError, missing_extra

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

__all__ = ["read_pdf"]

_EDGE = 3
"""Lines at a page's top and bottom that may be running heads; with more, repeated lines of the text would be lost."""
_MIN_PAGES = 3
"""Pages on which a line must recur to be a running head; two may be a coincidence."""
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?[-–—]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?", re.I)
_NUMBER_AT_AN_END = re.compile(r"^(\d{1,4})\s|\s(\d{1,4})$")


def body_lines(pages: Sequence[Sequence[str]]) -> Iterator[set[int]]:
    """Yield for each page the indices of its lines of text.

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
                or ((shift := _shift(line, number)) is not None and shift_counts[shift] >= threshold)
            )
        }


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


_CONTENTS_LINE = re.compile(r"(?:\.\s?){4}\s*(?:\d+|[ivxlc]+)?\Z")
# Larger ratios miss headings and paragraph breaks, smaller ones create false headings and split paragraphs.
_HEADING_SIZE = 1.15
"""The minimum size of headings, relative to the text's type, unless bold."""
_PARAGRAPH_GAP = 1.35
"""Lines this many times further apart than usual belong to different paragraphs."""
_HEADING_LEADING = 1.4
"""Lines of one heading are at most this many times their size apart."""
_HEADING_SHARE = 1 / 3
"""A style with more characters than this share of the text style's is not a heading style."""
_MAX_HEADING = 120
"""Characters in a line that can be a heading."""


class PageLine(NamedTuple):
    """A line of text: its font size in points, whether all of it is bold or monospaced, its height on the page.

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
    """Mark a line as code, or escape it so that it is not taken for a heading."""
    if line.is_code:
        return f"{CODE_INDENT}{line.text}"
    return f" {line.text}" if line.text.startswith("#") else line.text


def _readable(pages: Sequence[Sequence[PageLine]], typography: _Typography) -> Iterator[list[PageLine]]:
    """Yield pages without running heads and tables of contents; if most text is monospaced, that is the text's type."""
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
    """Derive the styles of text and headings from the number of characters in each style."""
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


_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\0": " "})
_BOLD = ("bold", "black", "heavy", "cmb", "-bd")
_MONOSPACED = ("courier", "mono", "cmtt", "consolas", "menlo", "inconsolata", "typewriter", "sourcecode")

# A piece takes some 12 microseconds, in which some 100,000 characters are copied. Pages of documents have about one
# operation per two bytes of the packed file, and some thousands of characters: a twentieth of the limit.
_EFFORT_OF_A_PIECE = 100_000
_EFFORT_OF_A_BYTE = 1_000_000
_LEAST_EFFORT = 10_000_000_000


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF file and the title in its metadata, which may be empty."""

    text: str
    title: str


def read_pdf(data: bytes) -> PdfText:
    """Read the text of a PDF file.

    Raises:
        MissingDependencyError: `pypdf` is not installed, or the file is encrypted with AES and `cryptography` is not.
        InputError: the file is damaged, needs a password, has no text, or far too much for its size.
    """
    try:
        import pypdf
    except ModuleNotFoundError as error:
        raise missing_extra("reading PDF files", "pdf") from error
    # pypdf logs its warnings; without a handler Python would print them beside our message.
    logging.getLogger("pypdf").addHandler(logging.NullHandler())
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError("is protected by a password; remove it first, for example with: qpdf --decrypt")
        effort = _Effort(_LEAST_EFFORT + _EFFORT_OF_A_BYTE * len(data))
        pages = [list(_page_lines(page, effort)) for page in reader.pages]
        title = _own_title(reader)
    except InputError:
        raise
    except pypdf.errors.DependencyError as error:
        raise missing_extra("reading encrypted PDF files", "pdf") from error
    except Exception as error:  # a damaged file makes pypdf raise anything
        raise InputError(f"is not a PDF file that pypdf can read ({type(error).__name__}: {error})") from error
    text = lay_out(pages)
    if not text.strip():
        raise InputError("holds no text, only pictures; run text recognition on it first, for example: ocrmypdf")
    return PdfText(text, title)


class _Chunk(NamedTuple):
    text: str
    size: float
    font: str
    height: float


class _Effort:
    """The effort of pypdf to read a file: for each piece of a page it copies the page's text so far.

    So the time per page is quadratic in its length, and a small file may unpack to very many pieces.
    """

    def __init__(self, left: int) -> None:
        """Start with a limit, in characters copied."""
        self._left = left
        self._characters = 0

    def begin_page(self) -> None:
        """Forget the text of the previous page."""
        self._characters = 0

    def count_text(self, text: str) -> None:
        """Count text on the page; fonts may expand a few bytes to much text."""
        self._characters += len(text)

    def count_operation(self, operator: bytes, operands: Any, *_matrices: Any) -> None:  # noqa: ANN401  # pypdf's
        """Count an operation; `TJ` has many pieces of text."""
        pieces = operands[0] if operator == b"TJ" and operands and isinstance(operands[0], list) else operands
        self._characters += sum(len(piece) for piece in pieces if isinstance(piece, str | bytes))
        self._left -= (_EFFORT_OF_A_PIECE + self._characters) * (len(pieces) if operator == b"TJ" else 1)
        self.check()

    def check(self) -> None:
        """Raise InputError if the limit is exceeded; pypdf ignores errors within a form."""
        if self._left < 0:
            raise InputError(
                "has far more pieces of text than usual for its size, which would take very long to read; turn it "
                "into text first, for example with: pdftotext -layout"
            )


def _page_lines(page: PageObject, effort: _Effort) -> Iterator[PageLine]:
    """Yield the lines of a page with their typeface and their height on the page."""
    chunks: list[_Chunk] = []
    effort.begin_page()

    def visit(
        text: str, matrix: list[float], text_matrix: list[float], font: dict[str, Any] | None, size: float
    ) -> None:
        if text:
            scale = abs(text_matrix[3] * matrix[3]) or 1.0
            name = str(font.get("/BaseFont", "") if font else "").lower()
            height = text_matrix[5] * matrix[3] + matrix[5]
            effort.count_text(text)
            chunks.append(_Chunk(text.translate(_LIGATURES), round(2 * size * scale) / 2, name, height))

    page.extract_text(visitor_text=visit, visitor_operand_before=effort.count_operation)
    effort.check()
    line: list[_Chunk] = []
    for chunk in chunks:
        for number, part in enumerate(chunk.text.split("\n")):
            if number:
                yield from _line(line)
                line = []
            if part:
                line.append(chunk._replace(text=part))
    yield from _line(line)


def _line(chunks: list[_Chunk]) -> Iterator[PageLine]:
    text = "".join(chunk.text for chunk in chunks).rstrip()
    if text.strip():
        filled = [chunk for chunk in chunks if chunk.text.strip()]
        longest = max(filled, key=lambda chunk: len(chunk.text.strip()))
        is_bold = all(any(mark in chunk.font for mark in _BOLD) for chunk in filled)
        is_code = all(any(mark in chunk.font for mark in _MONOSPACED) for chunk in filled)
        # The number of a heading may be set in a larger size than its words.
        size = filled[0].size if is_bold else longest.size
        yield PageLine(text if is_code else text.lstrip(), size, is_bold, is_code, longest.height)


def _own_title(reader: PdfReader) -> str:
    """Return the title in the file's metadata, unless it is a file name from a program."""
    title = " ".join(str(reader.metadata.title or "").split()) if reader.metadata else ""
    is_file_name = title.lower().startswith(("microsoft word", "untitled")) or title.lower().endswith(
        (".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".odt", ".txt", ".html")
    )
    return "" if is_file_name else title
