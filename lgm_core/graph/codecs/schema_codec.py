"""The versions of a schema as one text, alike in every store and in exports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from lgm_core.errors import InputError
from lgm_core.graph.codecs.packing import compact_json
from lgm_core.model.schema import ClassKind, Rule, Schema, SchemaClass, SchemaProperty, SchemaVersion

__all__ = ["packed_schema", "unpacked_schema"]

T = TypeVar("T", SchemaClass, SchemaProperty, Rule)


def packed_schema(versions: Sequence[SchemaVersion]) -> str:
    """Return versions, the oldest first, as JSON; what has its default is left out."""
    return compact_json(
        [
            {
                "change": version.change,
                "time": version.time,
                "domain": version.schema.domain,
                "base": version.schema.base,
                "classes": list(map(_packed, version.schema.classes)),
                "properties": list(map(_packed, version.schema.properties)),
                "rules": list(map(_packed, version.schema.rules)),
            }
            for version in versions
        ]
    )


def _packed(part: SchemaClass | SchemaProperty | Rule) -> dict[str, object]:
    return {field.name: value for field in fields(part) if (value := getattr(part, field.name)) != field.default}


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
        tuple(_part(SchemaClass, each) for each in data["classes"]),
        tuple(_part(SchemaProperty, each) for each in data["properties"]),
        tuple(_part(Rule, each) for each in data["rules"]),
    )
    return SchemaVersion(schema, data["change"], data["time"])


def _part(kind: type[T], data: Mapping[str, Any]) -> T:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    if "kind" in values:
        values["kind"] = ClassKind(values["kind"])
    made: T = kind(**values)
    return made
