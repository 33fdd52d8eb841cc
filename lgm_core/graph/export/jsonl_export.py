"""A whole graph as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from lgm_core.graph.canonical import graph_concepts
from lgm_core.graph.codecs.compact_json import compact_json
from lgm_core.graph.codecs.document_records import document_records
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Concept
from lgm_core.progress import counted

__all__ = ["FORMAT", "export_jsonl"]

FORMAT = 1
"""The number of the format, which the first line of an export says; it changes when older lines cannot be read."""

_PAGE = 2000
"""Concepts read from the store at a time; bounds memory, and costs a query for each page."""


def export_jsonl(store: LanguageGraphStore, out: BinaryIO) -> None:
    """Write one JSON object a line: what `graph.import_graph` reads again.

    Each object says its `type`. The first is the `graph` with the number of its `format`, the last the `end` with the
    number of `documents`. Behind each `document` (its `language` is an ISO 639-1 code) stand its parts: `section`,
    `sentence` (with its mentions, what its pronouns refer to, its clauses if it was parsed, the number of its paragraph
    if that is known, and whether it is code), `profile` (what the document says a concept is), `predicate_group` (which
    predicates of its facts say the same), `relation` (with its evidence in this document, and its verdict; rejected
    ones too) and `fact` (the same; an end is an object with its `concept`, its `section`, or its `value` and what that
    means). Behind all documents stands each `concept` with its name, its forms and in how many sentences it is.
    """
    keys: set[str] = set()
    documents = 0
    _write_line(out, {"type": "graph", "format": FORMAT})
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
    """Yield concepts in the order of their keys as given."""
    for first in range(0, len(keys), _PAGE):
        yield from store.find_concepts(keys[first : first + _PAGE])


def _write_line(out: BinaryIO, record: Mapping[str, object]) -> None:
    out.write(compact_json(record).encode() + b"\n")
