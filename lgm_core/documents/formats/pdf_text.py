"""Extract the text of a PDF file, with headings recognised by their type, without running heads and page numbers.

The extracted text becomes the text of the document: offsets point into it. Headings are marked `# Title`, blank lines
divide paragraphs, lines of code are indented, rows of tables stand between bars, and a form feed begins each page but
the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lgm_core.documents.formats.pdf_layout import lay_out
from lgm_core.documents.formats.pdf_lines import read_pages
from lgm_core.errors import InputError

__all__ = ["PdfText", "is_of_a_program", "read_pdf"]

_OF_A_PROGRAM = re.compile(
    r"microsoft (?:word|powerpoint|excel)\b.*|untitled\b.*|(?:document|title|print|slide)\s?\d*"
    r"|.*\.(?:docx?|tex|dvi|pdf|indd|odt|txt|html?|pptx?|xlsx?|rtf|qxp|pmd)|.*\d{4}(?:-\d\d){4}|\S*\d{4}\S*",
    re.I,
)
"""Titles that programs give: the name of a file, of the program, a time, or a number."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_TITLED_PAGES = 2
"""Pages at the beginning, which have the words of a document's title."""


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF file and the title in its metadata, which may be empty."""

    text: str
    title: str


def read_pdf(data: bytes) -> PdfText:
    """Read the text of a PDF file.

    Raises:
        MissingDependencyError: `pypdfium2` is not installed.
        InputError: the file is damaged, needs a password, has no text, or far too much for its size.
    """
    found = read_pages(data)
    text = lay_out(found.pages)
    if not text.strip():
        raise InputError("holds no text, only pictures; run text recognition on it first, for example: ocrmypdf")
    return PdfText(text, _own_title(found.title, text))


def is_of_a_program(title: str) -> bool:
    """Return whether the title in a PDF file's metadata is one that programs give, such as `untitled`."""
    return _OF_A_PROGRAM.fullmatch(title.strip()) is not None


def _own_title(given: str, text: str) -> str:
    """Return the title in a file's metadata, if half of its words are on the first pages, as those of a title are."""
    title = " ".join(given.split())
    words = {word.casefold() for word in _WORD.findall(title)}
    beginning = "\f".join(text.split("\f", _TITLED_PAGES)[:_TITLED_PAGES])
    written = {word.casefold() for word in _WORD.findall(beginning)}
    return title if len(words & written) * 2 >= len(words) > 0 and not is_of_a_program(title) else ""
