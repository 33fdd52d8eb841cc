"""JSON Lines: one document a line, `{"id": …, "title": …, "text": …}`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from lgm_core.documents.text_files import byte_order_mark
from lgm_core.errors import InputError
from lgm_core.model import Document, Scalar

__all__ = ["read_json_lines"]

_KNOWN_KEYS = {"id", "title", "text", "metadata", "sentences"}
_BROKEN = re.compile("[\ud800-\udfff\0]")


def read_json_lines(path: Path, source: str) -> Iterator[tuple[int, Document | InputError]]:
    """Yield each line's number and its document, or what is wrong with it; blank lines are passed over.

    Keys beside `id`, `title`, `text` and `sentences` are metadata as far as their values are scalars, and so are those
    of an object `metadata`. Without an `id`, a hash of the text serves. Lone surrogates and zero characters become
    U+FFFD, so offsets stay.

    Raises:
        OSError: if the file cannot be read.
        InputError: if the file is not UTF-8, the encoding of JSON Lines.
    """
    for number, line in _lines(path):
        if isinstance(line, InputError):
            yield number, line
        elif line.strip():
            try:
                yield number, _document(line, source)
            except InputError as error:
                yield number, error
                if number == 1 and line.strip() in ("[", "{"):
                    return


def _lines(path: Path) -> Iterator[tuple[int, str | InputError]]:
    with path.open("rb") as file:
        length, encoding = byte_order_mark(file.read(4))
        if encoding != "utf-8":
            raise InputError(f"is {encoding.upper()}; JSON Lines must be UTF-8: iconv -f UTF-16 -t UTF-8 old > new")
        file.seek(length)
        for number, data in enumerate(file, 1):
            if b"\0" in data:
                yield number, InputError("holds a zero byte, so the file is binary; the rest of it was not read")
                return
            try:
                yield number, data.decode("utf-8")
            except UnicodeDecodeError as error:
                message = f"is not UTF-8: byte 0x{data[error.start]:02x} at byte {error.start} of the line"
                yield number, InputError(f"{message}; convert the file to UTF-8 first")


def _document(line: str, source: str) -> Document:
    row = _row(line)
    text, title = row.get("text"), row.get("title")
    if not isinstance(text, str):
        raise InputError(f'has no "text"; it needs a string there, found {_kind(text)}')
    if not text.strip():
        raise InputError('has an empty "text"')
    if not isinstance(title, str | None):
        raise InputError(f'has {_kind(title)} as "title"; it must be a string')
    return Document.from_text(
        _clean(text), id=_id(row), title=_clean(title or "").strip(), metadata=_metadata(row), source=source
    )


def _row(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        if line.strip() in ("[", "{"):
            raise InputError("begins JSON of many lines; JSON Lines holds one whole object on each line") from error
        raise InputError(f"is not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not usable JSON: {error}") from error
    if not isinstance(row, dict):
        raise InputError(f'holds {_kind(row)}; it must be an object such as {{"id": "a", "title": "A", "text": "…"}}')
    return row


def _id(row: dict[str, Any]) -> str | None:
    value = row.get("id")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise InputError(f'has {_kind(value)} as "id"; it must be a filled string or a whole number')
    return _clean(str(value))


def _metadata(row: dict[str, Any]) -> dict[str, Scalar]:
    nested = row.get("metadata")
    if not isinstance(nested, dict | None):
        raise InputError(f'has {_kind(nested)} as "metadata"; it must be an object')
    own = {key: value for key, value in row.items() if key not in _KNOWN_KEYS}
    values = {**own, **(nested or {})}
    return {
        _clean(key): _clean(value) if isinstance(value, str) else value
        for key, value in values.items()
        if isinstance(value, str | int | None) or (isinstance(value, float) and isfinite(value))
    }


def _clean(text: str) -> str:
    return text if text.isascii() and "\0" not in text else _BROKEN.sub("\ufffd", text)


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _kind(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string" if value else "an empty string"
        case list():
            return "a list"
        case _:
            return "an object"
