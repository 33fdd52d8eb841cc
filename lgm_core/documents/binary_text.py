"""Detect binary content: bytes of a binary file that a loader has read as text."""

from __future__ import annotations

import re

__all__ = ["binary_content"]

_EXAMINED = 10_000
"""Characters examined at the beginning of a text, where a binary file shows itself."""

_PDF = re.compile(r"\s*%PDF-\d\.\d\s")
_PDF_OBJECT = re.compile(r"\b\d+ \d+ obj\b")
"""In every PDF file; a text about the format may begin with `%PDF-` but rarely has both."""

_ZIP = "PK\x03\x04"

_NO_CHARACTER = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd]")
"""Control characters not used in text (excluding white space and terminal escapes), and U+FFFD, which replaces invalid
bytes."""

_LEAST_SHARE = 0.15
"""The minimum share of such characters. Compressed data read as UTF-8 have a fifth if invalid bytes were dropped and
more than half if they were replaced; a text with a few wrong bytes stays far below."""

_FEWEST = 10
"""The minimum number of such characters: a short text may contain a few."""


def binary_content(text: str) -> str:
    """Describe the binary content of a document's text, and what to give instead; empty if it is text."""
    beginning = text[:_EXAMINED]
    if _PDF.match(beginning) and _PDF_OBJECT.search(text):
        return (
            "its text is the raw bytes of a PDF file; give the path of the file to a build, which "
            "reads it with the extra `pdf`"
        )
    if beginning.startswith(_ZIP):
        return (
            "its text is the bytes of a zip archive, as of Word, Excel, PowerPoint and e-books; give its "
            "content as text, Markdown, HTML or PDF"
        )
    wrong = len(_NO_CHARACTER.findall(beginning))
    if wrong >= max(_FEWEST, _LEAST_SHARE * len(beginning)):
        return (
            "its text is binary data, as of a picture, a program or a text in another encoding; give "
            "its content as text"
        )
    return ""
