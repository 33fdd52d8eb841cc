"""Graphs of documents as Turtle and JSON-LD, written one document after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from lgm_core.model import DocumentGraph
from lgm_core.rdf.iris import DEFAULT_BASE, Iris, checked_base
from lgm_core.rdf.write.jsonld_lines import jsonld_context, jsonld_node
from lgm_core.rdf.write.knowledge_resources import knowledge_resources, things_of
from lgm_core.rdf.write.resources import Resource
from lgm_core.rdf.write.text_resources import mention_resources, text_resources
from lgm_core.rdf.write.turtle_lines import turtle_head, turtle_lines

__all__ = ["write_jsonld", "write_turtle"]


def write_turtle(graphs: Iterable[DocumentGraph], out: BinaryIO, *, base: str = DEFAULT_BASE) -> None:
    """Write documents as Turtle; `docs/guides/rdf.md` tells the vocabulary.

    Args:
        graphs: documents with all that is known of them, as `LanguageGraphStore.scan` gives them: equal ones give
            equal bytes. They are read one at a time.
        out: a binary stream.
        base: what the IRIs of documents and predicates begin with, such as `https://example.org/papers/`.

    Raises:
        InputError: `base` is no beginning of IRIs.
    """
    checked_base(base)
    out.write(turtle_head().encode())
    for graph in graphs:
        iris = Iris(base, graph.document.id)
        for line in turtle_lines(iris.document, base, _resources(graph, iris)):
            out.write(line.encode())


def write_jsonld(graphs: Iterable[DocumentGraph], out: BinaryIO, *, base: str = DEFAULT_BASE) -> None:
    """Write documents as JSON-LD, a resource a line; arguments and errors are those of `write_turtle`."""
    checked_base(base)
    out.write(f'{{"@context":{jsonld_context()},\n"@graph":['.encode())
    separator = b"\n"
    for graph in graphs:
        for resource in _resources(graph, Iris(base, graph.document.id)):
            out.write(separator + jsonld_node(resource).encode())
            separator = b",\n"
    out.write(b"\n]}\n")


def _resources(graph: DocumentGraph, iris: Iris) -> Iterator[Resource]:
    things = things_of(graph, iris)
    yield from text_resources(graph, iris)
    yield from mention_resources(graph, iris, things.iris)
    yield from knowledge_resources(graph, iris, things)
