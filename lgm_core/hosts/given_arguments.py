"""What a user of a host framework gives: a list of documents, or a graph, and often something else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, TypeVar

from lgm_core.errors import InputError, shown
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.opened_graph import existing_store
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.document_names import DocumentNames
from lgm_core.model import Document
from lgm_core.model.source_path import local_path

__all__ = ["GivenGraph", "HasGraph", "each_document", "given_graph", "refuse_parts_of_sources"]

T = TypeVar("T")


class HasGraph(Protocol):
    """What holds a graph: a builder or an index."""

    @property
    def graph(self) -> LanguageGraph:
        """Return the graph."""
        ...


GivenGraph = LanguageGraph | HasGraph | str | PathLike[str]
"""A graph, the builder or index that holds it, or the path or address of one that was built before."""


def given_graph(given: GivenGraph) -> LanguageGraph:
    """Return the graph that was given; one that is named by its place has no language model.

    Raises:
        InputError: what was given is none.
        StoreError: there is no graph at the place.
    """
    if isinstance(given, LanguageGraph):
        return given
    if isinstance(given, str | PathLike):
        graph = LanguageGraph(given)
        existing_store(graph.store)
        return graph
    held = getattr(given, "graph", None)
    if isinstance(held, LanguageGraph):
        return held
    raise InputError(
        f"graph={shown(given)} is no graph; give a LanguageGraph, the builder or index that holds it, or its path"
    )


def each_document(given: Iterable[T], kind: type[Any]) -> Iterator[T]:
    """Yield the documents given, all of which are of the framework's kind.

    Raises:
        InputError: a single document, a text or nothing was given in place of a list, or something else is in it.
    """
    name = kind.__name__
    if isinstance(given, kind):
        raise InputError(f"a single {name} was given where several are wanted; put it into a list: [document]")
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(
            f"{shown(given)} was given where a list of documents is wanted; each is a {name}. "
            "`LanguageGraph(PLACE).build(PATH)` of lgm_core learns files and folders"
        )
    for document in given:
        if not isinstance(document, kind):
            raise InputError(f"{shown(document)} was given as a document, but is none; give a {name} of the framework")
        yield document


def refuse_parts_of_sources(
    store: LanguageGraphStore,
    documents: Sequence[Document],
    *,
    advice: str,
    are_whole_files: bool = True,
    outdated: Collection[str] = (),
) -> None:
    """Refuse documents that would take the place of others of their source, which the graph holds and nobody gave.

    Args:
        store: the graph.
        documents: all that are given, under the ids that a build would learn them under.
        advice: what a user of the host calls instead.
        are_whole_files: of a file that is there, all is given, so that what it no longer holds may go.
        outdated: ids of held documents that may go.

    Raises:
        InputError: the graph holds further documents of a source.
    """
    names = DocumentNames(store)
    names.named(documents)
    paths = {document.source: local_path(document.location.place) for document in documents if document.location}
    files = {source for source, path in paths.items() if are_whole_files and path and Path(path).is_file()}
    left = [record for record in names.superseded() if record.source not in files and record.id not in outdated]
    if left:
        ids = [record.id for record in left if record.source == left[0].source]
        raise InputError(
            f"the graph holds more documents of the source {shown(left[0].source)} than were given, and would lose: "
            f"{shown(', '.join(ids))}; give all documents of a source together, or {advice}"
        )
