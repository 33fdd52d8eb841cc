"""Decode text files in UTF-8, or in UTF-16 and UTF-32 with a byte order mark; detect binary content."""

from __future__ import annotations

import codecs
import re

from lgm_core.errors import InputError

__all__ = ["binary_content", "byte_order_mark", "decode"]

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HOW_TO_CONVERT = "convert the file to UTF-8 first, for example: iconv -f WINDOWS-1252 -t UTF-8 old.txt > new.txt"


def byte_order_mark(data: bytes) -> tuple[int, str]:
    """Return the length of the data's byte order mark (0 without one) and its encoding."""
    return next(((len(mark), encoding) for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark)), (0, "utf-8"))


def decode(data: bytes) -> str:
    """Return the text of a file with its line ends unchanged.

    Raises:
        InputError: if the data is binary, wrongly encoded, or empty.
    """
    length, encoding = byte_order_mark(data)
    if encoding == "utf-8" and (offset := data.find(0)) >= 0:
        raise InputError(
            f"is a binary file (zero byte at offset {offset}); give text, Markdown, HTML, JSON Lines, Parquet or PDF"
        )
    try:
        text = data[length:].decode(encoding)
    except UnicodeDecodeError as error:
        offset = length + error.start
        raise InputError(
            f"is not {encoding.upper()}: byte 0x{data[offset]:02x} at offset {offset}; {_HOW_TO_CONVERT}"
        ) from error
    if not text.strip():
        raise InputError("is empty")
    return text


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
