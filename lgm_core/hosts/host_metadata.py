"""The metadata of a host's documents: how stores hold them, and how they are joined with the fields of a result."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from lgm_core.documents.formats.pdf_text import is_of_a_program
from lgm_core.graph.plain_values import NotPlainError, plain_value
from lgm_core.model import Metadata, MetadataValue

__all__ = ["SHADOWED", "as_json", "is_stored_as_json", "joined_metadata", "stated_title", "stored_metadata"]

SHADOWED = "document_metadata"
"""The metadata field for the document's fields that a result's fields of the same names replaced."""

_TITLES = ("title", "document_title")

_log = logging.getLogger(__name__)


def stored_metadata(metadata: Mapping[str, object]) -> dict[str, MetadataValue]:
    """Return metadata in the form that stores hold and filters compare.

    Single values, also in lists and tuples, become what `plain_value` describes. Sets become sorted lists; mappings and
    nested lists become JSON text. Fields with any other object are left out, with a warning the first time.
    """
    stored: dict[str, MetadataValue] = {}
    for name, value in metadata.items():
        try:
            stored[str(name)] = _stored(_plain(value))
        except NotPlainError:
            _warn_of(str(name), type(value).__qualname__)
    return stored


def stated_title(metadata: Mapping[str, object]) -> str:
    """Return the title in metadata, under `title` or else `document_title`; empty if there is none.

    Loaders of PDF files copy their metadata, in which a program may have written a title that is none.
    """
    titles = (str(metadata[name]) for name in _TITLES if metadata.get(name))
    return next((title for title in titles if not ("producer" in metadata and is_of_a_program(title))), "")


def is_stored_as_json(value: object) -> bool:
    """Return whether a metadata value becomes JSON text."""
    try:
        plain = _plain(value)
    except NotPlainError:
        return False
    return isinstance(plain, list | dict) and isinstance(_stored(plain), str)


def _stored(plain: object) -> MetadataValue:
    if isinstance(plain, list) and not any(isinstance(item, list | dict) for item in plain):
        return plain
    return as_json(plain) if isinstance(plain, list | dict) else plain_value(plain)


def _plain(value: object) -> object:
    """Return a value as JSON data; a `NotPlainError` if it contains another object."""
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((_plain(item) for item in value), key=as_json)
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else plain_value(value)


@cache
def _warn_of(field: str, kind: str) -> None:
    _log.warning(
        "The metadata field %r is left out, since a graph cannot keep an object in it (%s): use text, numbers, "
        "truth values, dates, paths, UUIDs, or lists and mappings of these.",
        field,
        kind,
    )


def as_json(value: object) -> str:
    """Return a value as JSON text, the same for equal values; other objects become strings."""
    return json.dumps(value, default=str, ensure_ascii=False, sort_keys=True)


def joined_metadata(metadata: Metadata | Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """Join the metadata of a document with the fields of a result from it.

    A field of the result replaces the document's field of the same name, which moves to `document_metadata`.
    """
    shadowed = {name: value for name, value in metadata.items() if name in result or name == SHADOWED}
    joined = {**metadata, **result}
    return joined | {SHADOWED: shadowed} if shadowed else joined
