"""Schemas in files, whose suffix tells the syntax; in TOML with a table for each class, property and rule."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from lgm_core.errors import InputError, SchemaError, unknown_settings
from lgm_core.model.schema import Rule, Schema, SchemaClass, SchemaProperty, part_of, stated_fields
from lgm_core.rdf.rdf_parsing import RdfFormat, decoded
from lgm_core.schema.rdf_schema import RdfSyntax, parse_rdf_schema, rdf_schema
from lgm_core.schema.schema_checks import check_schema

__all__ = ["parse_schema", "read_schema_file", "schema_in_syntax", "schema_text"]

T = TypeVar("T", SchemaClass, SchemaProperty, Rule)

_PARTS: dict[str, type[Any]] = {"class": SchemaClass, "property": SchemaProperty, "rule": Rule}
"""The tables of a file."""

_RDF: dict[str, tuple[RdfSyntax, RdfFormat]] = {
    ".ttl": ("turtle", "turtle"),
    ".nt": ("nt", "turtle"),
    ".rdf": ("xml", "xml"),
    ".owl": ("xml", "xml"),
    ".xml": ("xml", "xml"),
    ".jsonld": ("json-ld", "jsonld"),
}
"""How the files of a suffix are written and read."""

_XML = (b"<?", b"<!", b"<rdf")

_LISTS = frozenset(("labels", "parents", "headings", "examples", "when"))
_FIELD = re.compile(r"([A-Za-z_]+)\s*=\s*(.*)")
_SYNTAX = re.compile(r"\(at line (\d+), column \d+\)")


def read_schema_file(path: str | PathLike[str]) -> Schema:
    """Return the schema in a file; the file is the origin of classes and properties that name none.

    Args:
        path: `.toml`, or RDF: `.ttl`, `.nt`, `.rdf`, `.xml`, `.jsonld`, and `.owl` in RDF/XML or Turtle.

    Raises:
        InputError: the suffix is unknown, the file cannot be read, or it is not of its syntax; with the line.
        SchemaError: the schema is empty or contradicts itself; with the line if the file is TOML.
        MissingDependencyError: RDF needs rdflib, which is not installed.
    """
    path = Path(path)
    suffix = _suffix(path)
    try:
        data = path.read_bytes()
        if suffix == ".toml":
            schema = parse_schema(decoded(data))
        else:
            is_turtle = suffix == ".owl" and not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_XML)
            schema = parse_rdf_schema(data, "turtle" if is_turtle else _RDF[suffix][1])
        if not any(schema.parts.values()):
            raise SchemaError("has no class, property or rule", line=1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except InputError as error:
        error.args = (f"{path}: {error}",)
        raise
    origin = f"file:{path.name}"
    return replace(
        schema,
        classes=tuple(replace(each, origin=each.origin or origin) for each in schema.classes),
        properties=tuple(replace(each, origin=each.origin or origin) for each in schema.properties),
    )


def schema_in_syntax(schema: Schema, path: str | PathLike[str]) -> str:
    """Return a schema in the syntax of a file's suffix; raises an `InputError` if that is unknown."""
    suffix = _suffix(Path(path))
    return schema_text(schema) if suffix == ".toml" else rdf_schema(schema, _RDF[suffix][0])


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix != ".toml" and suffix not in _RDF:
        raise InputError(f"{path}: a schema is a file with one of the suffixes .toml, {', '.join(_RDF)}")
    return suffix


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
