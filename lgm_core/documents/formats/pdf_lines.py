"""Read the lines of a PDF file's pages: their words, where these stand, and their type."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from lgm_core.documents.formats.pdf_forms import most_drawings
from lgm_core.errors import InputError, missing_extra

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

__all__ = ["PageLine", "PdfPages", "Word", "read_pages"]

_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\0": " "})
_BOLD = ("bold", "black", "heavy", "cmb", "-bd")
_MONOSPACED = ("courier", "mono", "cmtt", "consolas", "menlo", "inconsolata", "typewriter", "sourcecode")
_WORD = re.compile(r"[^\s\ufffe\x02]+[\ufffe\x02]?|[\ufffe\x02]")
_GLUED = re.compile(r"(?<=[a-z])(?=[A-Z$])|(?<=[\w,;.:])(?=•)")
_LINE = re.compile(r"[^\r\n\ufffe\x02]*[\ufffe\x02]?")
_HYPHENS = "\ufffe\x02"
"""What PDFium writes for a hyphen that divides a word at a line's end, instead of a line break."""
_SAME_LINE = 0.3
"""Pieces whose baselines differ by at most this share of their size stand on one line."""
_RAISED = 0.5
"""The same for smaller type, such as the mark of a note."""
_NEXT_LINE = 0.7
"""A word that stands this share of its size lower, and further left, begins another line."""
_LONGEST_NAME = 200
"""Bytes of the name of a font that are read."""
_CODE_PITCH = 0.6
"""The width of a monospaced character, relative to its size."""

_MOST_FORMS = 100_000
"""Forms that a form may lead to; documents have some dozens."""

_LOCK = threading.Lock()
"""PDFium must not be called by several threads at once."""


class Word(NamedTuple):
    """A word, and where its left and right ends are, in points."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page.

    Attributes:
        text: its text; only a monospaced line may begin with spaces.
        words: its words from left to right.
        size: the size of its type in points, to the nearest half.
        is_bold: whether all of it is bold.
        is_code: whether all of it is monospaced.
        height: the height of its baseline on the page, in points.
    """

    text: str
    words: tuple[Word, ...]
    size: float
    is_bold: bool
    is_code: bool
    height: float

    @property
    def style(self) -> tuple[float, bool]:
        """Return size and weight."""
        return (self.size, self.is_bold)

    def as_text(self) -> PageLine:
        """Return a line of code as text."""
        return replace(self, text=self.text.strip(), is_code=False)


@dataclass(frozen=True, slots=True)
class PdfPages:
    """The lines of each page of a PDF file, and the title in its metadata, which may be empty."""

    pages: list[list[PageLine]]
    title: str


_PER_PAGE = 100_000
_PER_BYTE = 100
"""Characters: a page of a document has some thousands, and less than one for each byte of the packed file."""


def read_pages(data: bytes) -> PdfPages:
    """Read the lines of a PDF file.

    Raises:
        MissingDependencyError: `pypdfium2` is not installed.
        InputError: the file is damaged, needs a password, or unpacks to far too much text for its size.
    """
    try:
        import pypdfium2
    except ModuleNotFoundError as error:
        raise missing_extra("reading PDF files", "pdf") from error
    if most_drawings(data) > _MOST_FORMS:
        raise InputError("has pictures within pictures that would take very long to read; print it to a new PDF file")
    with _LOCK:
        try:
            with closing(pypdfium2.PdfDocument(data)) as document:
                return PdfPages(_pages(document, len(data)), str(document.get_metadata_value("Title")))
        except pypdfium2.PdfiumError as error:
            if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
                raise InputError(
                    "is protected by a password; remove it first, for example with: qpdf --decrypt"
                ) from error
            raise InputError(f"is not a PDF file that can be read ({error})") from error


def _pages(document: PdfDocument, size: int) -> list[list[PageLine]]:
    """Return the lines of each page; a damaged page among others has none."""
    import pypdfium2

    left = _PER_PAGE + _PER_BYTE * size
    pages: list[list[PageLine]] = []
    broken: list[Exception] = []
    for number in range(len(document)):
        try:
            page = document[number]
        except pypdfium2.PdfiumError as error:
            broken.append(error)
            pages.append([])
            continue
        with closing(page), closing(page.get_textpage()) as text_page:
            left -= text_page.count_chars()
            if left < 0:
                raise InputError(
                    "has far more text than usual for its size, which would take very long to read; turn it into "
                    "text first, for example with: pdftotext -layout"
                )
            pages.append(_joined(list(_PageReader(text_page).lines())))
    if len(broken) == len(pages) > 0:
        raise broken[0]
    return pages


class _Placed(NamedTuple):
    word: Word
    height: float
    size: float
    is_bold: bool
    is_monospaced: bool


class _PageReader:
    """Reads a page word by word: calls for each character would take several times as long."""

    def __init__(self, page: PdfTextPage) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._page = page
        self._raw = page.raw
        self._x, self._y = pdfium.c_double(), pdfium.c_double()
        self._box, self._matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
        self._name = (pdfium.c_char * _LONGEST_NAME)()
        self._references = [pdfium.byref(each) for each in (self._x, self._y, self._box, self._matrix)]

    def lines(self) -> Iterator[PageLine]:
        """Yield the lines in the order of the file."""
        text = self._text()
        for match in _LINE.finditer(text):
            found = ((word[0], match.start() + word.start()) for word in _WORD.finditer(match[0]) if word[0].strip("_"))
            words = [self._placed(*part) for word in found for part in self._unglued(*word)]
            starts = [index for index in range(1, len(words)) if _is_below(words[index], words[index - 1])]
            for start, end in pairwise([0, *starts, len(words)]) if words else ():
                yield _line(words[start:end], "" if starts else match[0])

    def _text(self) -> str:
        """Return the page's characters, each at its index in PDFium's functions."""
        count = self._page.count_chars()
        text: str = self._page.get_text_range(errors="replace") if count else ""
        if len(text) != count:
            text = "".join(chr(self._pdfium.FPDFText_GetUnicode(self._raw, index)) for index in range(count))
        return text

    def _unglued(self, text: str, index: int) -> Iterator[tuple[str, int]]:
        """Divide a word where another piece begins: a bullet, a dollar sign, or a capital after small letters."""
        start = 0
        for match in _GLUED.finditer(text):
            cut = match.start()
            is_word_before = cut - start > 1 and text[start:cut].islower()
            if (is_word_before or text[cut] in "$•") and self._piece(index + cut - 1) != self._piece(index + cut):
                yield text[start:cut], index + start
                start = cut
        yield text[start:], index + start

    def _piece(self, index: int) -> int | None:
        """Return the address of the piece of text that a character is of."""
        piece = self._pdfium.FPDFText_GetTextObject(self._raw, index)
        address: int | None = self._pdfium.cast(piece, self._pdfium.c_void_p).value
        return address

    def _placed(self, text: str, index: int) -> _Placed:
        pdfium, (x, y, box, matrix) = self._pdfium, self._references
        pdfium.FPDFText_GetCharOrigin(self._raw, index, x, y)
        pdfium.FPDFText_GetLooseCharBox(self._raw, index + len(text) - 1, box)
        pdfium.FPDFText_GetMatrix(self._raw, index, matrix)
        pdfium.FPDFText_GetFontInfo(self._raw, index, self._name, _LONGEST_NAME, None)
        across, up, scale = _direction(self._matrix.a, self._matrix.b, self._matrix.c, self._matrix.d)
        # Text of a sheet turned on its side runs up or down the page.
        left = across * self._x.value + up * self._y.value
        height = across * self._y.value - up * self._x.value
        right = max(
            across * self._box.left + up * self._box.bottom,
            across * self._box.right + up * self._box.top,
        )
        size = round(2 * scale * pdfium.FPDFText_GetFontSize(self._raw, index)) / 2
        clean = text.translate(_LIGATURES)
        word = Word(clean[:-1] + "-" if clean[-1] in _HYPHENS else clean, left, right)
        return _Placed(word, height, abs(size), *_kind(self._name.value))


@lru_cache(maxsize=1000)
def _direction(a: float, b: float, c: float, d: float) -> tuple[int, int, float]:
    """Return where a line runs, right (1, 0), up (0, 1) and so on, and the scale of its type."""
    scale = hypot(c, d) or 1.0
    return (-1 if a < 0 else 1, 0, scale) if abs(a) >= abs(b) else (0, -1 if b < 0 else 1, scale)


@lru_cache(maxsize=1000)
def _kind(font: bytes) -> tuple[bool, bool]:
    """Tell whether a font is bold and whether it is monospaced, from its name."""
    name = font.decode("latin-1").lower()
    return any(mark in name for mark in _BOLD), any(mark in name for mark in _MONOSPACED)


def _is_below(word: _Placed, before: _Placed) -> bool:
    """Tell whether a word begins a line below the one before it: PDFium breaks no line after some bullets."""
    return before.height - word.height > _NEXT_LINE * before.size and word.word.left < before.word.right


def _line(placed: list[_Placed], raw: str) -> PageLine:
    longest = max(placed, key=lambda each: len(each.word.text))
    is_bold = all(each.is_bold for each in placed)
    is_code = all(each.is_monospaced for each in placed)
    words = tuple(each.word for each in placed)
    text = raw.translate(_LIGATURES).strip() if is_code and raw else " ".join(word.text for word in words)
    # The number of a heading may be set in a larger size than its words.
    size = placed[0].size if is_bold else longest.size
    # The marks of notes are smaller, and stand higher.
    height = max(placed, key=lambda each: each.size).height
    return PageLine(text, words, size, is_bold, is_code, height)


def _joined(lines: list[PageLine]) -> list[PageLine]:
    """Join pieces that stand on one line, such as the cells of a table, and indent code."""
    joined: list[PageLine] = []
    for line in lines:
        before = joined[-1] if joined else None
        share = _RAISED if before is not None and line.size < before.size else _SAME_LINE
        if (
            before is not None
            and abs(before.height - line.height) <= share * before.size
            and before.words[-1].right <= line.words[0].left
        ):
            joined[-1] = PageLine(
                f"{before.text} {line.text}",
                before.words + line.words,
                max(before, line, key=lambda each: len(each.text)).size,
                before.is_bold and line.is_bold,
                before.is_code and line.is_code,
                before.height,
            )
        else:
            joined.append(line)
    margin = min((line.words[0].left for line in joined if line.is_code), default=0.0)
    return [_indented(line, margin) if line.is_code else line for line in joined]


def _indented(line: PageLine, margin: float) -> PageLine:
    indent = round((line.words[0].left - margin) / (_CODE_PITCH * line.size)) if line.size else 0
    return replace(line, text=" " * min(indent, 80) + line.text)
