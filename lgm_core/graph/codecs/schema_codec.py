"""The versions of a schema as one text, alike in every store and in exports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.errors import InputError
from lgm_core.graph.codecs.packing import compact_json
from lgm_core.model.schema import Rule, Schema, SchemaClass, SchemaProperty, SchemaVersion, part_of, stated_fields

__all__ = ["packed_schema", "unpacked_schema"]


_PARTS: dict[str, type[Any]] = {"classes": SchemaClass, "properties": SchemaProperty, "rules": Rule}


def packed_schema(versions: Sequence[SchemaVersion]) -> str:
    """Return versions, the oldest first, as JSON; what has its default is left out."""
    return compact_json(
        [_packed(version.schema) | {"change": version.change, "time": version.time} for version in versions]
    )


def _packed(schema: Schema) -> dict[str, object]:
    parts = {name: list(map(stated_fields, getattr(schema, name))) for name in _PARTS}
    return {"domain": schema.domain, "base": schema.base, **parts}


def unpacked_schema(text: str) -> list[SchemaVersion]:
    """Return the versions of a schema, the oldest first.

    Raises:
        InputError: the text is not what `packed_schema` returns.
    """
    try:
        return [_version(each) for each in json.loads(text)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"is not a schema: {error}") from error


def _version(data: Mapping[str, Any]) -> SchemaVersion:
    parts = {name: tuple(part_of(kind, each) for each in data[name]) for name, kind in _PARTS.items()}
    return SchemaVersion(Schema(data["domain"], data["base"], **parts), data["change"], data["time"])
