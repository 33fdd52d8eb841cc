"""Importing: the graphs of documents from RDF into a store, all of them or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from lgm_core.errors import InputError, shown
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph
from lgm_core.progress import tell_progress
from lgm_core.rdf.read.graph_reading import read_graphs
from lgm_core.rdf.read.rdf_parsing import RdfFormat, rdf_format

__all__ = ["ImportReport", "first_repeated", "import_from"]


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
        names = ("sentences", "mentions", "relations", "facts", "profiles", "predicate_groups")
        counts = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in names)
        noun = "document" if len(self.documents) == 1 else "documents"
        return f"{len(self.documents)} {noun} ({len(self.replaced)} replaced): {counts}"


def import_from(
    source: BinaryIO | str | PathLike[str], store: LanguageGraphStore, format: RdfFormat | None = None
) -> ImportReport:
    """Write the documents of a file or binary stream of RDF into a store, in one transaction.

    Args:
        source: the path or stream.
        store: the graph; it is made if there is none.
        format: the syntax; None takes that of the path's suffix, `turtle` of a stream.

    Raises:
        InputError: the file or its syntax cannot be read, or a document is not whole; nothing is written then.
        MissingDependencyError: rdflib is not installed.
        StoreError: the graph cannot be written.
    """
    if format not in (None, "turtle", "jsonld"):
        raise InputError(f"format={shown(format)} is not known; use one of: turtle, jsonld")
    if isinstance(source, str | PathLike):
        name = f"{source}: "
        format = format or rdf_format(source)
        try:
            data = Path(source).read_bytes()
        except OSError as error:
            raise InputError(f"{name}cannot be read: {error.strerror or error}") from error
    else:
        name, data = "", source.read()
    try:
        graphs = list(read_graphs(data, format or "turtle"))
        ids = [graph.document.id for graph in graphs]
        replaced = tuple(record.id for record in store.documents(ids)) if store.exists() else ()
        if (twice := first_repeated(ids)) is not None:
            raise InputError(f"holds several documents with the identifier {shown(twice)}")
        tell_progress("writing", 0)
        store.write_many(graphs)
        tell_progress("writing", 1, 1)
    except InputError as error:
        raise InputError(f"{name}{error}") from error.__cause__
    return _report(graphs, replaced)


def first_repeated(ids: Iterable[str]) -> str | None:
    """Return the least of the ids that come more than once, if any does."""
    return min((id for id, times in Counter(ids).items() if times > 1), default=None)


def _report(graphs: list[DocumentGraph], replaced: tuple[str, ...]) -> ImportReport:
    return ImportReport(
        documents=tuple(sorted(graph.document.id for graph in graphs)),
        replaced=replaced,
        sentences=sum(len(graph.sentences) for graph in graphs),
        mentions=sum(len(graph.mentions) for graph in graphs),
        relations=sum(len(graph.relations) for graph in graphs),
        facts=sum(len(graph.facts) for graph in graphs),
        profiles=sum(len(graph.profiles) for graph in graphs),
        predicate_groups=sum(len(graph.predicate_groups) for graph in graphs),
    )
