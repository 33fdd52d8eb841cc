"""Importing graphs of documents from JSON Lines into a store, all of them or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from lgm_core.errors import InputError
from lgm_core.graph.export import read_jsonl
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.alignment.alignment_flow import forget_incomplete
from lgm_core.model import DocumentGraph, SchemaVersion
from lgm_core.model.trace import count_of
from lgm_core.progress import counted
from lgm_core.schema.schema_checks import check_schema

__all__ = ["ImportReport", "import_from"]

_COUNTED = ("sentences", "mentions", "relations", "facts", "profiles", "predicate_groups")


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The counts of an import; `documents` are sorted ids, `replaced` those that the graph held before."""

    documents: tuple[str, ...]
    replaced: tuple[str, ...]
    sentences: int
    mentions: int
    relations: int
    facts: int
    profiles: int
    predicate_groups: int

    def __str__(self) -> str:
        """Return the report as a line of text."""
        counts = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in _COUNTED)
        return f"{count_of(len(self.documents), 'document')} ({len(self.replaced)} replaced): {counts}"


def import_from(source: BinaryIO | str | PathLike[str], store: LanguageGraphStore) -> ImportReport:
    """Import documents, creating the graph if there is none; see `LanguageGraph.import_graph`."""
    is_path = isinstance(source, str | PathLike)
    name = f"{source}: " if is_path else ""
    held = {record.id for record in store.documents()} if store.exists() else set[str]()
    ids: list[str] = []
    counts: Counter[str] = Counter()

    schema: list[SchemaVersion] = []

    def read(lines: Iterable[bytes]) -> Iterator[DocumentGraph]:
        for graph in counted(
            read_jsonl(lines, str(source) if is_path else "the export", schema), "importing", "documents"
        ):
            for version in schema if not ids else ():
                check_schema(version.schema)
            yield graph
            ids.append(graph.document.id)
            counts.update({part: len(getattr(graph, part)) for part in _COUNTED})

    try:
        with Path(source).open("rb") if isinstance(source, str | PathLike) else nullcontext(source) as lines:
            store.write_many(read(lines))
    except InputError as error:
        raise InputError(f"{name}{error}") from error.__cause__
    except OSError as error:
        raise InputError(f"{name}cannot be read: {error.strerror or error}") from error
    for version in schema if not ids else ():
        check_schema(version.schema)
    store.create()  # also if there were no documents
    if schema:
        store.write_schema([*store.read_schema(), *schema])
    ids.sort()
    replaced = tuple(id for id in ids if id in held)
    if replaced:
        forget_incomplete(store)
    return ImportReport(tuple(ids), replaced, *(counts[part] for part in _COUNTED))
