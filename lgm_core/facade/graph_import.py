"""Importing: the graphs of documents from JSON Lines into a store, all of them or none."""

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
from lgm_core.model import DocumentGraph
from lgm_core.progress import counted

__all__ = ["ImportReport", "import_from"]

_COUNTED = ("sentences", "mentions", "relations", "facts", "profiles", "predicate_groups")


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import brought in.

    Attributes:
        documents: the ids of the documents, sorted.
        replaced: those that the graph held before.
        sentences: how many sentences they have.
        mentions: how many mentions.
        relations: how many meta-relations.
        facts: how many facts.
        profiles: how many profiles of entities.
        predicate_groups: how many groups of predicates.
    """

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
        noun = "document" if len(self.documents) == 1 else "documents"
        return f"{len(self.documents)} {noun} ({len(self.replaced)} replaced): {counts}"


def import_from(source: BinaryIO | str | PathLike[str], store: LanguageGraphStore) -> ImportReport:
    """Write the documents of a file or binary stream of JSON Lines into a store, in one transaction.

    Args:
        source: the path or stream.
        store: the graph; it is made if there is none.

    Raises:
        InputError: the file or a line of it cannot be read, or a document is not whole; nothing is written then.
        SchemaVersionError: the export has another format.
        StoreError: the graph cannot be written.
    """
    is_path = isinstance(source, str | PathLike)
    name = f"{source}: " if is_path else ""
    held = {record.id for record in store.documents()} if store.exists() else set[str]()
    ids: list[str] = []
    counts: Counter[str] = Counter()

    def read(lines: Iterable[bytes]) -> Iterator[DocumentGraph]:
        for graph in counted(read_jsonl(lines, str(source) if is_path else "the export"), "importing", "documents"):
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
    store.create()  # also where no document came in
    ids.sort()
    return ImportReport(tuple(ids), tuple(id for id in ids if id in held), *(counts[part] for part in _COUNTED))
