"""Recognise a text that is no text: the bytes of a binary file that a loader has read as characters."""

from __future__ import annotations

import re

__all__ = ["binary_content"]

_LOOKED_AT = 10_000
"""Characters of a text that are counted; a binary file shows itself from its beginning."""

_PDF = re.compile(r"\s*%PDF-\d\.\d\s")
_PDF_OBJECT = re.compile(r"\b\d+ \d+ obj\b")
"""In every PDF file; a text about the format may begin with `%PDF-` but seldom has both."""

_ZIP = "PK\x03\x04"

_NO_CHARACTER = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd]")
"""Control characters that no text needs (white space and the escape of terminals are none of them), and U+FFFD, which
stands for bytes that are no characters."""

_LEAST_SHARE = 0.15
"""Of such characters. Of compressed data read as UTF-8 they are a fifth if wrong bytes were left out and more than half
if they were replaced; a text with a few wrong bytes stays far below."""

_FEWEST = 10
"""Such characters; with fewer of them a short text may just hold a wrong one."""


def binary_content(text: str) -> str:
    """Say what the text of a document is in place of text, and what to give instead; empty where it is a text."""
    beginning = text[:_LOOKED_AT]
    if _PDF.match(beginning) and _PDF_OBJECT.search(text):
        return (
            "its text is the bytes of a PDF file, not what its pages say; give the path of the file to a build, which "
            "reads it with the extra `pdf`"
        )
    if beginning.startswith(_ZIP):
        return (
            "its text is the bytes of a zip archive, as Word, Excel and PowerPoint files and e-books are; give what "
            "they say as text, Markdown, HTML or PDF"
        )
    wrong = len(_NO_CHARACTER.findall(beginning))
    if wrong >= max(_FEWEST, _LEAST_SHARE * len(beginning)):
        return (
            "its text is bytes that are no characters, as of a picture, a program or a text in another encoding; give "
            "what it says as text"
        )
    return ""
