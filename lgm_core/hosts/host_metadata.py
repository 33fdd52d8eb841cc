"""The metadata of a host's documents: as stores hold it, and joined with the fields of a result."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date, time
from numbers import Integral, Real
from typing import Any

from lgm_core.model import Metadata, MetadataValue, Scalar

__all__ = ["SHADOWED", "as_json", "joined_metadata", "stored_value"]

SHADOWED = "document_metadata"
"""The metadata field that holds the document's fields whose names a result uses for fields of its own."""

_SINGLE = (str, bool, Integral, Real, date, time, type(None))


def stored_value(value: object) -> MetadataValue:
    """Return a metadata value as stores can hold it and filters compare it.

    Dates and times become ISO text, numbers of other libraries plain numbers, and numbers that are not finite null, in
    lists too. Sets become sorted lists. Mappings, nested lists and other objects become JSON text.
    """
    if isinstance(value, list | tuple | set | frozenset) and all(isinstance(item, _SINGLE) for item in value):
        items = [_single(item) for item in value]
        return sorted(items, key=as_json) if isinstance(value, set | frozenset) else items
    return _single(value)


def _single(value: object) -> Scalar:
    match value:
        case None | str() | bool():
            return value
        case Integral():
            return int(value)
        case Real():
            number = float(value)
            return number if math.isfinite(number) else None
        case date() | time():
            return value.isoformat()
        case _:
            return as_json(value)


def as_json(value: object) -> str:
    """Return a value as JSON text that is the same for equal values; other objects become strings."""
    return json.dumps(value, default=str, ensure_ascii=False, sort_keys=True)


def joined_metadata(metadata: Metadata | Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """Join the metadata of a document with the fields of a result from it.

    A field of the result replaces the document's field of the same name, which moves to `document_metadata`.
    """
    shadowed = {name: value for name, value in metadata.items() if name in result or name == SHADOWED}
    joined = {**metadata, **result}
    return joined | {SHADOWED: shadowed} if shadowed else joined
