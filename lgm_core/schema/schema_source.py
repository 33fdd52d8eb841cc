"""Schemas in files of any syntax, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Literal

from lgm_core.errors import InputError
from lgm_core.model.schema import Schema
from lgm_core.schema.rdf_schema import RdfSyntax, parse_rdf_schema, rdf_schema
from lgm_core.schema.schema_file import parse_schema, schema_text

__all__ = ["read_schema_file", "schema_in_syntax"]

_SYNTAXES: Mapping[str, RdfSyntax | Literal["toml"]] = {
    ".toml": "toml",
    ".ttl": "turtle",
    ".nt": "nt",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".jsonld": "json-ld",
}


def read_schema_file(path: str | PathLike[str]) -> Schema:
    """Return the schema in a file; its name becomes the origin of classes and properties that have none.

    Args:
        path: TOML (`.toml`), Turtle (`.ttl`, `.nt`), RDF/XML (`.rdf`, `.xml`), JSON-LD (`.jsonld`), or `.owl`, which
            may be RDF/XML or Turtle.

    Raises:
        InputError: the suffix is unknown, the file cannot be read, or it is not of its syntax; with the line.
        SchemaError: the schema contradicts itself; with the line if the file is TOML.
        MissingDependencyError: RDF needs rdflib, which is not installed.
    """
    path = Path(path)
    syntax, origin = _syntax(path), f"file:{path.name}"
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig") if syntax == "toml" else ""
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}: line {line}: is not UTF-8; convert the file first") from error
    try:
        if syntax == "toml":
            schema = parse_schema(text)
        elif syntax == "xml" and (path.suffix.lower() != ".owl" or data.lstrip().startswith((b"<?", b"<!", b"<rdf"))):
            schema = parse_rdf_schema(data, "xml")
        else:
            schema = parse_rdf_schema(data, "jsonld" if syntax == "json-ld" else "turtle")
    except InputError as error:
        error.args = (f"{path}: {error}",)
        raise
    return replace(
        schema,
        classes=tuple(replace(each, origin=each.origin or origin) for each in schema.classes),
        properties=tuple(replace(each, origin=each.origin or origin) for each in schema.properties),
    )


def schema_in_syntax(schema: Schema, path: str | PathLike[str]) -> str:
    """Return a schema in the syntax that a file's suffix names.

    Raises:
        InputError: the suffix is unknown.
        MissingDependencyError: RDF needs rdflib, which is not installed.
    """
    syntax = _syntax(Path(path))
    return schema_text(schema) if syntax == "toml" else rdf_schema(schema, syntax)


def _syntax(path: Path) -> RdfSyntax | Literal["toml"]:
    syntax = _SYNTAXES.get(path.suffix.lower())
    if syntax is None:
        raise InputError(f"{path}: a schema is a file with one of the suffixes {', '.join(_SYNTAXES)}")
    return syntax
