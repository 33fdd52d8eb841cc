"""Read JSON Lines, one document per line, `{"id": …, "title": …, "text": …}`, and JSON files of one document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from lgm_core.documents.formats.sentence_blocks import heading_line, paragraph_lines
from lgm_core.documents.media_types import GIVEN_SENTENCES, PLAIN_TEXT
from lgm_core.documents.text_files import byte_order_mark, decode
from lgm_core.errors import InputError, shown
from lgm_core.model import Document, Location, Metadata, MetadataValue
from lgm_core.model.document import WITHOUT_TEXT

__all__ = ["document_of_row", "read_json", "read_json_lines", "text_of_sections"]

_FORM = '{"title": "…", "paragraphs": [["a sentence", "another one"]]}'


def text_of_sections(sections: object) -> str:
    """Return the text of sections, in `GIVEN_SENTENCES` format.

    A section is an object with `title` (or `label`), which may be missing, and `paragraphs`; a paragraph is a list of
    sentences, or an object with `sentences`; a sentence is a string, or an object with `text`. Sections and paragraphs
    without sentences are left out, except for a section's heading.

    Raises:
        InputError: something has a different form; the message says where.
    """
    paragraphs: list[str] = []
    for place, section in _items(sections, "sections"):
        if not isinstance(section, Mapping):
            raise InputError(f"has {shown(section)} as {place}; a section is {_FORM}")
        title = section.get("title") or section.get("label") or ""
        if not isinstance(title, str):
            raise InputError(f"has {shown(title)} as {place}.title; it must be a string")
        paragraphs.append(heading_line(title, 2))
        for inner, paragraph in _items(section.get("paragraphs"), f"{place}.paragraphs"):
            sentences = paragraph.get("sentences") if isinstance(paragraph, Mapping) else paragraph
            paragraphs.append("\n".join(paragraph_lines(_texts(sentences, inner))))
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def without_text(sections: object) -> list[str]:
    """Return the locations of sections, paragraphs and sentences without text; raises like `text_of_sections`."""
    places = []
    for place, section in _items(sections, "sections"):
        own = list(_items(section.get("paragraphs"), f"{place}.paragraphs"))
        for inner, paragraph in own:
            sentences = paragraph.get("sentences") if isinstance(paragraph, Mapping) else paragraph
            texts = list(_texts(sentences, inner))
            places += [f"{inner}[{number}]" for number, text in enumerate(texts) if not text.strip()]
            if not texts:
                places.append(inner)
        if not own:
            places.append(place)
    return places


def _texts(sentences: object, place: str) -> Iterator[str]:
    for inner, sentence in _items(sentences, place):
        text = sentence.get("text") if isinstance(sentence, Mapping) else sentence
        if not isinstance(text, str):
            raise InputError(f"has {shown(sentence)} as {inner}; a sentence is a string")
        yield text


def _items(value: object, place: str) -> Iterator[tuple[str, Any]]:
    """Yield the items of a list, each with its location; nothing if the list is missing."""
    if not isinstance(value, list | None):
        raise InputError(f"has {shown(value)} as {place}; it must be a list")
    for number, item in enumerate(value or ()):
        yield f"{place}[{number}]", item


_RESERVED_KEYS = {"id", "title", "text", "metadata", "sentences"}
_UNSTORABLE = re.compile("[\ud800-\udfff\0]")


def read_json_lines(
    path: Path, name: str, source: str, location: Location
) -> Iterator[tuple[int, Document | InputError]]:
    """Yield the number of each line with its document or its error; blank lines are skipped.

    Instead of a `text` a row may have `sections` (see `text_of_sections`), whose sentences are kept as given. Scalars
    and lists of scalars under keys other than `id`, `title`, `text` and `sentences` become metadata, as do those in an
    object `metadata`. A row without an `id` is identified by its file and its position among such rows. Lone surrogates
    and NUL characters become U+FFFD, which preserves offsets.

    Raises:
        OSError: if the file cannot be read.
        InputError: if the file is not UTF-8, the encoding of JSON Lines.
    """
    for number, line in _lines(path):
        if isinstance(line, InputError):
            yield number, line
        elif line.strip():
            try:
                yield number, _document(line, name, source, location)
            except InputError as error:
                yield number, error
                if number == 1 and line.strip() in ("[", "{"):
                    return


def read_json(path: Path, name: str, source: str, location: Location) -> Document:
    """Return the document in a JSON file: an object like a line of JSON Lines.

    Raises:
        OSError: if the file cannot be read.
        InputError: if it has other content.
    """
    return _document(decode(path.read_bytes()), name, source, location, is_file=True)


def _lines(path: Path) -> Iterator[tuple[int, str | InputError]]:
    with path.open("rb") as file:
        length, encoding = byte_order_mark(file.read(4))
        if encoding != "utf-8":
            raise InputError(f"is {encoding.upper()}; JSON Lines must be UTF-8: iconv -f UTF-16 -t UTF-8 old > new")
        file.seek(length)
        for number, data in enumerate(file, 1):
            if b"\0" in data:
                yield number, InputError("has a zero byte, so the file is binary; the rest was not read")
                return
            try:
                yield number, data.decode("utf-8")
            except UnicodeDecodeError as error:
                message = f"is not UTF-8: byte 0x{data[error.start]:02x} at byte {error.start} of the line"
                yield number, InputError(f"{message}; convert the file to UTF-8 first")


def _document(line: str, name: str, source: str, location: Location, *, is_file: bool = False) -> Document:
    return document_of_row(_row(line, is_file=is_file), name, source, location, is_file=is_file)


def document_of_row(
    row: Mapping[str, Any], name: str, source: str, location: Location, *, is_file: bool = False
) -> Document:
    """Return the document of an object, read like a line in `read_json_lines`.

    Raises:
        InputError: it has no text, or a value of the wrong type.
    """
    text, title, media_type = row.get("text"), row.get("title"), PLAIN_TEXT
    metadata = _metadata(row)
    if text is None and isinstance(row.get("sections"), list):
        text, media_type = text_of_sections(row["sections"]), GIVEN_SENTENCES
        if empty := without_text(row["sections"]):
            metadata = {**metadata, WITHOUT_TEXT: empty}
    if not isinstance(text, str):
        hint = '; or a list "sections"' if is_file else ""
        found = "null" if text is None and "text" in row else _json_type(text)
        raise InputError(f'has no "text"; it needs a string there, found {found}{hint}')
    if not text.strip():
        raise InputError('has an empty "text"' if media_type == PLAIN_TEXT else 'has no sentence in its "sections"')
    if not isinstance(title, str | None):
        raise InputError(f'has {_json_type(title)} as "title"; it must be a string')
    id = _id(row)
    return Document(
        name if id is None else id,
        _clean(text),
        _clean(title or "").strip(),
        metadata,
        source,
        media_type,
        location,
    )


def _row(line: str, *, is_file: bool) -> dict[str, Any]:
    try:
        row = json.loads(line, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        if is_file:
            raise InputError(f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
        if line.strip() in ("[", "{"):
            raise InputError("begins JSON of many lines; JSON Lines has one whole object per line") from error
        raise InputError(f"is not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not usable JSON: {error}") from error
    if not isinstance(row, dict):
        raise InputError(
            f'holds {_json_type(row)}; it must be an object such as {{"id": "a", "title": "A", "text": "…"}}'
        )
    return row


def _id(row: Mapping[str, Any]) -> str | None:
    value = row.get("id")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise InputError(f'has {_json_type(value)} as "id"; it must be a filled string or a whole number')
    return _clean(str(value))


def _metadata(row: Mapping[str, Any]) -> Metadata:
    nested = row.get("metadata")
    if not isinstance(nested, dict | None):
        raise InputError(f'has {_json_type(nested)} as "metadata"; it must be an object')
    top_level = {key: value for key, value in row.items() if key not in _RESERVED_KEYS}
    values = {**top_level, **(nested or {})}
    return {_clean(key): _cleaned(value) for key, value in values.items() if _is_storable(value)}


def _is_storable(value: object) -> bool:
    """Tell whether a value is a scalar or a list of scalars, all finite."""
    if isinstance(value, list):
        return not any(isinstance(item, list) or not _is_storable(item) for item in value)
    return isinstance(value, str | int | None) or (isinstance(value, float) and isfinite(value))


def _cleaned(value: MetadataValue) -> MetadataValue:
    if isinstance(value, list):
        return [_clean(item) if isinstance(item, str) else item for item in value]
    return _clean(value) if isinstance(value, str) else value


def _clean(text: str) -> str:
    return text if text.isascii() and "\0" not in text else _UNSTORABLE.sub("\ufffd", text)


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _json_type(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string" if value else "an empty string"
        case bytes():  # from Parquet
            return "bytes that are not UTF-8"
        case list():
            return "a list"
        case _:
            return "an object"
