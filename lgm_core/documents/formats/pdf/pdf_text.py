"""Extract the text of a PDF file, its headings recognised by their type, without running heads and page numbers.

The extracted text becomes the text of the document: offsets point into it. Headings are marked `# Title`, blank lines
divide paragraphs, lines of code are indented, and a form feed begins each page but the first.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lgm_core.documents.formats.pdf.pdf_layout import PageLine, lay_out
from lgm_core.errors import InputError, missing_extra

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

__all__ = ["PdfText", "read_pdf"]

_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\0": " "})
_BOLD = ("bold", "black", "heavy", "cmb", "-bd")
_MONOSPACED = ("courier", "mono", "cmtt", "consolas", "menlo", "inconsolata", "typewriter", "sourcecode")

# A piece takes some 12 microseconds, in which some 100,000 characters are copied. Pages of documents have about one
# operation for two bytes of the packed file, and some thousands of characters: a twentieth of what is allowed.
_EFFORT_OF_A_PIECE = 100_000
_EFFORT_OF_A_BYTE = 1_000_000
_LEAST_EFFORT = 10_000_000_000


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF file and the title it gives itself, which may be empty."""

    text: str
    title: str


def read_pdf(data: bytes) -> PdfText:
    """Read the text of a PDF file.

    Raises:
        MissingDependencyError: `pypdf` is not installed, or the file is encrypted with AES and `cryptography` is not.
        InputError: the file is broken, opens only with a password, has no text, or far more than its size explains.
    """
    try:
        import pypdf
    except ModuleNotFoundError as error:
        raise missing_extra("reading PDF files", "pdf") from error
    # pypdf logs its warnings; without a handler Python would print them beside our own message.
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
    except Exception as error:  # a broken file makes pypdf raise anything
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
    """What pypdf takes to read a file: for each piece of a page it copies the page's text so far.

    So a page takes time with the square of its length, and a small file may unpack to very many pieces.
    """

    def __init__(self, left: int) -> None:
        """Begin with what may be taken, in characters that are copied."""
        self._left = left
        self._characters = 0

    def begin_page(self) -> None:
        """Forget the text of the page before."""
        self._characters = 0

    def count_text(self, text: str) -> None:
        """Count text that stands on the page; fonts may make much of a few bytes."""
        self._characters += len(text)

    def count_operation(self, operator: bytes, operands: Any, *_matrices: Any) -> None:  # noqa: ANN401  # pypdf's
        """Count an operation; `TJ` has many pieces of text."""
        pieces = operands[0] if operator == b"TJ" and operands and isinstance(operands[0], list) else operands
        self._characters += sum(len(piece) for piece in pieces if isinstance(piece, str | bytes))
        self._left -= (_EFFORT_OF_A_PIECE + self._characters) * (len(pieces) if operator == b"TJ" else 1)
        self.check()

    def check(self) -> None:
        """Raise InputError if more was taken than may be; pypdf passes over errors within a form."""
        if self._left < 0:
            raise InputError(
                "has far more pieces of text than files of its size have, which would take very long to read; turn it "
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
    """Return the title in the file's metadata, unless a program put a file name there."""
    title = " ".join(str(reader.metadata.title or "").split()) if reader.metadata else ""
    is_file_name = title.lower().startswith(("microsoft word", "untitled")) or title.lower().endswith(
        (".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".odt", ".txt", ".html")
    )
    return "" if is_file_name else title
