"""Whole graphs as JSON Lines, one record per line: written in a stable order, and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from lgm_core.errors import InputError, shown
from lgm_core.graph.canonical import graph_concepts
from lgm_core.graph.codecs.document_records import DocumentReader, document_records
from lgm_core.graph.codecs.packing import compact_json
from lgm_core.graph.codecs.schema_codec import packed_schema, unpacked_schema
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.stored_format import check_format
from lgm_core.model import Concept, DocumentGraph, SchemaVersion
from lgm_core.progress import counted

__all__ = ["export_jsonl", "read_jsonl"]

FORMAT = 1
"""The format number in the first line of an export; it changes when older lines cannot be read."""

_PAGE = 2000
"""Concepts read from the store at a time; bounds memory at the cost of a query per page."""


def export_jsonl(store: LanguageGraphStore, out: BinaryIO) -> None:
    """Write one JSON object per line, for `graph.import_graph`.

    Each object has its `type`. The first is the `graph` with the number of its `format`, the last the `end` with the
    number of `documents`. The `schema`, if there is one, comes second, with its versions. Each `document` (its
    `language` is an ISO 639-1 code) is followed by its parts: `section`, `sentence` (with its mentions, what its
    pronouns refer to, its clauses if it was parsed, the numbers of its paragraph and its page, if known, and whether it
    is code), `profile` (the document's description of a concept), `predicate_group` (synonymous predicates of its
    facts), `relation` (with its evidence in this document, and its verdict, including rejected ones) and `fact` (the
    same; an end is an object with its `concept`, its `section`, or its `value` and the value's meaning). After all
    documents comes each `concept` with its name, its forms and the number of its sentences.
    """
    keys: set[str] = set()
    documents = 0
    _write_line(out, {"type": "graph", "format": FORMAT})
    if versions := store.read_schema():
        _write_line(out, {"type": "schema", "versions": packed_schema(versions)})
    for graph in counted(store.scan(), "exporting", "documents", store.statistics().documents):
        keys |= graph_concepts(graph)
        documents += 1
        for record in document_records(graph):
            _write_line(out, record)
    for concept in counted(_concepts(store, sorted(keys)), "exporting concepts", "concepts", len(keys)):
        data = {"key": concept.key, "name": concept.name, "frequency": concept.frequency, "forms": concept.forms}
        _write_line(out, {"type": "concept", **data})
    _write_line(out, {"type": "end", "documents": documents})


def _concepts(store: LanguageGraphStore, keys: Sequence[str]) -> Iterator[Concept]:
    """Yield concepts in the order of the given keys."""
    for first in range(0, len(keys), _PAGE):
        yield from store.find_concepts(keys[first : first + _PAGE])


def _write_line(out: BinaryIO, record: Mapping[str, object]) -> None:
    out.write(compact_json(record).encode() + b"\n")


_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def read_jsonl(lines: Iterable[bytes], name: str, schema: list[SchemaVersion]) -> Iterator[DocumentGraph]:
    """Yield the graphs of all documents of an export, one at a time, in the order of its lines.

    Derived lines, such as concepts, are not read. The versions of its schema are added to `schema`.

    Raises:
        InputError: a line is not part of an export (the message has its number), the end is missing, or a document
            occurs twice.
        SchemaVersionError: the export has another format.
    """
    number, export = 0, _Export(schema)
    for number, line in enumerate(lines, 1):
        try:
            if number == 1:
                _check_first(line, name)
                continue
            finished = export.take(*_parsed(line))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from error.__cause__
        if finished is not None:
            yield finished
    if not export.is_ended:
        raise InputError(f"line {number + 1}: is missing; the last line of an export has the type 'end'")


class _Export:
    """The state of reading an export."""

    def __init__(self, schema: list[SchemaVersion]) -> None:
        self.is_ended = False
        self._schema = schema
        self._ids: set[str] = set()
        self._reader: DocumentReader | None = None

    def take(self, record: dict[str, Any], type: str) -> DocumentGraph | None:
        """Process the object of a line; return the graph of a document that ends before it."""
        if self.is_ended:
            raise InputError("comes after the end")
        if type == "concept":
            return None
        if type == "schema":
            self._schema += unpacked_schema(str(record.get("versions")))
            return None
        if type not in ("document", "end"):
            if self._reader is None:
                raise InputError(f"has the type {shown(type)}, and comes before any document")
            self._reader.add(type, record)
            return None
        finished = None if self._reader is None else self._reader.graph()
        if type == "document":
            self._reader = DocumentReader(record)
            if (id := self._reader.document.id) in self._ids:
                raise InputError(f"is a second document with the identifier {shown(id)}")
            self._ids.add(id)
        elif record.get("documents") != len(self._ids):
            raise InputError(f"tells of {shown(record.get('documents'))} documents, but there are {len(self._ids)}")
        self.is_ended = type == "end"
        return finished


def _parsed(line: bytes) -> tuple[dict[str, Any], str]:
    """Return the object of a line, and its type."""
    try:
        record = json.loads(line.decode("utf-8-sig"), parse_constant=_refused)
        if _SURROGATE.search(line):
            compact_json(record).encode()
    except UnicodeError:
        raise InputError("is not UTF-8, or holds half a character") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {error}") from error
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        raise InputError("is not an object with a type")
    return record, record["type"]


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is not a number")


def _check_first(line: bytes, name: str) -> None:
    try:
        record, type = _parsed(line)
    except InputError:
        record, type = {}, ""
    if type != "graph" or not isinstance(record.get("format"), int):
        raise InputError(
            "is not the first line of a graph in JSON Lines, as `lgm export` writes it; RDF and text files are "
            "learned with `lgm build`"
        )
    check_format(name, record["format"], FORMAT)
