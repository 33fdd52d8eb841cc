"""Decode text files in UTF-8, or in UTF-16 and UTF-32 with a byte order mark; reject everything else."""

from __future__ import annotations

import codecs

from lgm_core.errors import InputError

__all__ = ["byte_order_mark", "decode"]

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
