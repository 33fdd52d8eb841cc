"""What a user of a host framework gives: a list of documents, or a graph, and often something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, Protocol, TypeVar

from lgm_core.errors import InputError, shown
from lgm_core.facade.language_graph import LanguageGraph

__all__ = ["GivenGraph", "HasGraph", "each_document", "given_graph"]

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
        graph.existing()
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
        raise InputError(f"{shown(given)} was given where a list of documents is wanted; each is a {name}")
    for document in given:
        if not isinstance(document, kind):
            raise InputError(f"{shown(document)} was given as a document, but is none; give a {name} of the framework")
        yield document
