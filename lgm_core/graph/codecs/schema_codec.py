"""The versions of a schema as one text, alike in every store and in exports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.errors import InputError
from lgm_core.graph.codecs.packing import compact_json
from lgm_core.model.schema import Rule, Schema, SchemaClass, SchemaProperty, SchemaVersion, part_of, stated_fields

__all__ = ["packed_schema", "unpacked_schema"]


def packed_schema(versions: Sequence[SchemaVersion]) -> str:
    """Return versions, the oldest first, as JSON; what has its default is left out."""
    return compact_json(
        [
            {
                "change": version.change,
                "time": version.time,
                "domain": version.schema.domain,
                "base": version.schema.base,
                "classes": list(map(stated_fields, version.schema.classes)),
                "properties": list(map(stated_fields, version.schema.properties)),
                "rules": list(map(stated_fields, version.schema.rules)),
            }
            for version in versions
        ]
    )


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
    schema = Schema(
        data["domain"],
        data["base"],
        tuple(part_of(SchemaClass, each) for each in data["classes"]),
        tuple(part_of(SchemaProperty, each) for each in data["properties"]),
        tuple(part_of(Rule, each) for each in data["rules"]),
    )
    return SchemaVersion(schema, data["change"], data["time"])
