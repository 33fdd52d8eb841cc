"""Schemas in TOML: `schema.toml` with a table for each class, property and rule."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from lgm_core.errors import SchemaError, shown, unknown_settings
from lgm_core.model.schema import ClassKind, Rule, Schema, SchemaClass, SchemaProperty
from lgm_core.schema.schema_checks import check_schema

__all__ = ["parse_schema", "schema_text"]

T = TypeVar("T", SchemaClass, SchemaProperty, Rule)

_PARTS: dict[str, type[SchemaClass] | type[SchemaProperty] | type[Rule]] = {
    "class": SchemaClass,
    "property": SchemaProperty,
    "rule": Rule,
}
"""The tables of a file."""

_LISTS = frozenset(("labels", "parents", "headings", "examples", "when"))
_FIELD = re.compile(r"([A-Za-z_]+)\s*=\s*(.*)")
_SYNTAX = re.compile(r"\(at line (\d+), column \d+\)")


def parse_schema(text: str) -> Schema:
    """Return the schema in a TOML text.

    Raises:
        SchemaError: the text is not TOML, has an unknown or wrong field, or contradicts itself; with the line.
    """
    try:
        tables = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        line = _SYNTAX.search(str(error))
        problem = _SYNTAX.sub("", str(error)).strip()
        raise SchemaError(f"not TOML: {problem}", line=int(line[1]) if line else 0) from None
    try:
        schema = _schema(tables)
        check_schema(schema)
    except SchemaError as error:
        line_number = _line_of(text, error)
        raise SchemaError(error.problem, error.part, error.name, error.field, line_number) from None
    return schema


def schema_text(schema: Schema) -> str:
    """Return a schema as TOML, which `parse_schema` reads back as the same."""
    head = [f"{key} = {_quoted(value)}" for key, value in (("domain", schema.domain), ("base", schema.base)) if value]
    blocks = ["\n".join(head)] if head else []
    for part, members in (("class", schema.classes), ("property", schema.properties), ("rule", schema.rules)):
        for member in members:
            lines = [f"[[{part}]]"]
            for field in fields(member):
                value = getattr(member, field.name)
                if field.default is MISSING or value != field.default:
                    lines.append(f"{field.name} = {_quoted(value)}")
            blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _quoted(value: object) -> str:
    """Return a text or list of texts as TOML, whose strings are written as those of JSON."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _schema(tables: Mapping[str, Any]) -> Schema:
    known = ["domain", "base", *_PARTS]
    if unknown := tables.keys() - set(known):
        raise SchemaError(str(unknown_settings("a schema has", sorted(unknown), known)), field=min(unknown))
    for key in ("domain", "base"):
        if not isinstance(tables.get(key, ""), str):
            raise SchemaError(f"{shown(tables[key])} is no text", field=key)
    return Schema(
        tables.get("domain", ""),
        tables.get("base", ""),
        _parts(tables, "class", SchemaClass),
        _parts(tables, "property", SchemaProperty),
        _parts(tables, "rule", Rule),
    )


def _parts(tables: Mapping[str, Any], part: str, kind: type[T]) -> tuple[T, ...]:
    given = tables.get(part, [])
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise SchemaError(f"write [[{part}]], a table for each", part)
    return tuple(_part(each, part, kind) for each in given)


def _part(table: Mapping[str, Any], part: str, kind: type[T]) -> T:
    name = table.get("name", "")
    if not isinstance(name, str):
        raise SchemaError(f"{shown(name)} is no text", part, "", "name")
    known = [field.name for field in fields(kind)]
    if unknown := sorted(table.keys() - set(known)):
        raise SchemaError(str(unknown_settings(f"a {part} has", unknown, known)), part, name, unknown[0])
    values = {key: _value(value, key, part, name) for key, value in table.items()}
    if missing := [field.name for field in fields(kind) if field.default is MISSING and field.name not in values]:
        raise SchemaError(f"has no {missing[0]}", part, name, missing[0])
    if "kind" in values and values["kind"] in tuple(ClassKind):
        values["kind"] = ClassKind(values["kind"])
    made: T = kind(**values)
    return made


def _value(value: object, key: str, part: str, name: str) -> Any:  # noqa: ANN401 - a field
    if key not in _LISTS:
        if not isinstance(value, str):
            raise SchemaError(f"{shown(value)} is no text", part, name, key)
        return value
    values: Sequence[object] = [value] if isinstance(value, str) else value if isinstance(value, list) else [None]
    if not all(isinstance(each, str) for each in values):
        raise SchemaError(f"{shown(value)} is no list of texts", part, name, key)
    return tuple(values)


def _line_of(text: str, error: SchemaError) -> int:
    """Return the line of a file that an error is about: that of the field, else of its table; 0 if neither is found.

    Of two tables with the name, the later one is meant.
    """
    part, name, start, lines = "", "", 0, dict[str, int]()
    found = 0
    for number, line in enumerate([*text.splitlines(), "["], 1):
        bare = line.strip()
        if bare.startswith("["):
            if (part, name) == (error.part, error.name) and (start or error.field in lines):
                found = lines.get(error.field, start)
            part, name, start, lines = bare.strip("[] "), "", number, {}
        elif match := _FIELD.match(bare):
            lines.setdefault(match[1], number)
            if match[1] == "name":
                name = _text_of(match[2])
    return found


def _text_of(value: str) -> str:
    try:
        return str(tomllib.loads(f"x = {value}")["x"])
    except tomllib.TOMLDecodeError:
        return ""
