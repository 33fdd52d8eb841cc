"""Schemas in TOML: `schema.toml` with a table for each class, property and rule."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from lgm_core.errors import SchemaError, unknown_settings
from lgm_core.model.schema import Rule, Schema, SchemaClass, SchemaProperty, part_of, stated_fields
from lgm_core.schema.schema_checks import check_schema

__all__ = ["parse_schema", "schema_text"]

T = TypeVar("T", SchemaClass, SchemaProperty, Rule)

_PARTS: dict[str, type[Any]] = {"class": SchemaClass, "property": SchemaProperty, "rule": Rule}
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
        raise SchemaError(error.problem, error.part, error.name, error.field, _line_of(text, error)) from None
    return schema


def schema_text(schema: Schema) -> str:
    """Return a schema as TOML, which `parse_schema` reads back as the same."""
    head = {key: value for key, value in (("domain", schema.domain), ("base", schema.base)) if value}
    blocks = [_lines(head)] if head else []
    for part, members in schema.parts.items():
        blocks += [f"[[{part}]]\n{_lines(stated_fields(member))}" for member in members]
    return "\n\n".join(blocks) + "\n"


def _lines(values: Mapping[str, object]) -> str:
    """Return texts and lists of texts as lines of TOML, whose strings are written as those of JSON."""
    lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items())
    return "\n".join(lines).replace("\x7f", "\\u007f")


def _schema(tables: Mapping[str, Any]) -> Schema:
    known = ["domain", "base", *_PARTS]
    if unknown := sorted(tables.keys() - set(known)):
        raise SchemaError(str(unknown_settings("a schema has", unknown, known)), field=unknown[0])
    parts: list[Any] = []
    for part, kind in _PARTS.items():
        given = tables.get(part, [])
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise SchemaError(f"write [[{part}]], a table for each", part)
        parts.append(tuple(_part(each, part, kind) for each in given))
    return Schema(tables.get("domain", ""), tables.get("base", ""), *parts)


def _part(table: Mapping[str, Any], part: str, kind: type[T]) -> T:
    name = str(table.get("name", ""))
    known = {field.name: field for field in fields(kind)}
    if unknown := sorted(table.keys() - known.keys()):
        raise SchemaError(str(unknown_settings(f"a {part} has", unknown, list(known))), part, name, unknown[0])
    if missing := [key for key, field in known.items() if field.default is MISSING and key not in table]:
        raise SchemaError(f"has no {missing[0]}", part, name, missing[0])
    # One text stands for a list of it.
    values = {key: [value] if isinstance(value, str) and key in _LISTS else value for key, value in table.items()}
    return part_of(kind, values)


def _line_of(text: str, error: SchemaError) -> int:
    """Return the line of a file that an error is about: that of the field, else of its table; 0 if neither is found.

    Of two tables with the name, the later one is meant.
    """
    part, name, start, lines = "", "", 0, dict[str, int]()
    found = 0
    for number, line in enumerate([*text.split("\n"), "["], 1):
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
