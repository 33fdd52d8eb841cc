"""Schemas in files of any syntax, chosen by the suffix."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Literal

from lgm_core.errors import InputError
from lgm_core.model.schema import Schema
from lgm_core.rdf.rdf_parsing import RdfFormat, decoded
from lgm_core.schema.rdf_schema import RdfSyntax, parse_rdf_schema, rdf_schema
from lgm_core.schema.schema_file import parse_schema, schema_text

__all__ = ["read_schema_file", "schema_in_syntax"]

_RDF: dict[str, RdfSyntax] = {
    ".ttl": "turtle",
    ".nt": "nt",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".jsonld": "json-ld",
}


_FORMATS: dict[RdfSyntax, RdfFormat] = {"turtle": "turtle", "nt": "turtle", "xml": "xml", "json-ld": "jsonld"}
_XML = (b"<?", b"<!", b"<rdf")


def read_schema_file(path: str | PathLike[str]) -> Schema:
    """Return the schema in a file; the file is the origin of classes and properties that name none.

    Args:
        path: `.toml`, or RDF: `.ttl`, `.nt`, `.rdf`, `.xml`, `.jsonld`, and `.owl` in RDF/XML or Turtle.

    Raises:
        InputError: the suffix is unknown, the file cannot be read, or it is not of its syntax; with the line.
        SchemaError: the schema contradicts itself; with the line if the file is TOML.
        MissingDependencyError: RDF needs rdflib, which is not installed.
    """
    path = Path(path)
    syntax = _syntax(path)
    try:
        data = path.read_bytes()
        if syntax == "toml":
            schema = parse_schema(decoded(data))
        elif path.suffix.lower() == ".owl" and not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_XML):
            schema = parse_rdf_schema(data, "turtle")
        else:
            schema = parse_rdf_schema(data, _FORMATS[syntax])
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
    syntax = _syntax(Path(path))
    return schema_text(schema) if syntax == "toml" else rdf_schema(schema, syntax)


def _syntax(path: Path) -> RdfSyntax | Literal["toml"]:
    suffix = path.suffix.lower()
    if suffix != ".toml" and suffix not in _RDF:
        raise InputError(f"{path}: a schema is a file with one of the suffixes .toml, {', '.join(_RDF)}")
    return _RDF.get(suffix, "toml")
