"""Schemas in files of any syntax, chosen by the suffix."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path

from lgm_core.errors import InputError, SchemaError
from lgm_core.model.schema import Schema
from lgm_core.rdf.rdf_parsing import RdfFormat, decoded
from lgm_core.schema.rdf_schema import RdfSyntax, parse_rdf_schema, rdf_schema
from lgm_core.schema.schema_file import parse_schema, schema_text

__all__ = ["read_schema_file", "schema_in_syntax"]

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
