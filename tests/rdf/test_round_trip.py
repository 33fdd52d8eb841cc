"""What is written as RDF and read again, also by way of another library and syntax, is the same graph."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import BinaryIO

import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lgm_core.graph.canonical import canonical
from lgm_core.model import DocumentGraph
from lgm_core.rdf.read.graph_reading import read_graphs
from lgm_core.rdf.read.rdf_parsing import RdfFormat
from lgm_core.rdf.write.graph_writing import write_jsonld, write_turtle
from tests.support.rdf_graphs import document_graphs

Write = Callable[[Iterable[DocumentGraph], BinaryIO], None]


def written(write: Write, *graphs: DocumentGraph) -> bytes:
    out = io.BytesIO()
    write(graphs, out)
    return out.getvalue()


def exactly(graph: DocumentGraph) -> str:
    """Return everything of a graph as text, in which 1 is not 1.0, nor 0.0 the same as -0.0."""
    return repr(canonical(graph))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    graph=document_graphs().map(canonical), form=st.sampled_from([(write_turtle, "turtle"), (write_jsonld, "jsonld")])
)
def test_any_graph_comes_back(graph: DocumentGraph, form: tuple[Write, RdfFormat]) -> None:
    write, format = form
    (read,) = read_graphs(written(write, graph), format)
    assert exactly(read) == exactly(graph)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph=document_graphs().map(canonical), syntax=st.sampled_from(["nt", "turtle", "json-ld"]))
def test_any_graph_comes_back_by_way_of_another_library(graph: DocumentGraph, syntax: str) -> None:
    triples = rdflib.Graph().parse(data=written(write_turtle, graph).decode(), format="turtle")
    rewritten = triples.serialize(format=syntax, encoding="utf-8")
    (read,) = read_graphs(rewritten, "jsonld" if syntax == "json-ld" else "turtle")
    assert exactly(read) == exactly(graph)
