"""The JSON schemas that replies of language models are asked to have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["entries_schema", "list_schema", "object_schema"]

Kind = str | Mapping[str, Any]
"""The name of a JSON type, or a schema."""


def object_schema(**members: Kind) -> dict[str, Any]:
    """Return the schema of an object with these members, all required, and no others."""
    properties = {name: _schema(kind) for name, kind in members.items()}
    return {"type": "object", "properties": properties, "required": list(members), "additionalProperties": False}


def list_schema(items: Kind) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": _schema(items)}


def entries_schema(member: str, **values: Kind) -> dict[str, Any]:
    """Return the schema `{member: [{value: …, …}]}`; each call makes an object of its own."""
    return object_schema(**{member: list_schema(object_schema(**values))})


def _schema(kind: Kind) -> Mapping[str, Any]:
    return {"type": kind} if isinstance(kind, str) else kind
