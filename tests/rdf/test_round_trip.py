"""What is written as RDF and read again, also by way of another library and syntax, is the same graph."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from typing import BinaryIO

import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rdflib.compare import isomorphic
from rdflib.plugins.parsers.jsonld import to_rdf

from lgm_core import LanguageGraph
from lgm_core.graph.canonical import canonical
from lgm_core.model import DocumentGraph
from lgm_core.rdf.read.graph_reading import read_graphs
from lgm_core.rdf.read.rdf_parsing import RdfFormat
from lgm_core.rdf.write.graph_writing import write_jsonld, write_turtle
from lgm_core.rdf.write.turtle_lines import turtle_head
from tests.support.rdf_graphs import NAMES, document_graphs
from tests.support.store_graphs import APPLES, BOATS, ORCHARD

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


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_stored_graph_is_exported_and_imported_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    ids = data.draw(st.lists(NAMES, min_size=1, max_size=2, unique=True))
    folder = tmp_path_factory.mktemp("graphs")
    suffix = data.draw(st.sampled_from([".ttl", ".jsonld"]))
    with LanguageGraph(folder / "one.lgm") as graph, LanguageGraph(folder / "other.lgm") as other:
        graph.store.write_many([data.draw(document_graphs(id)) for id in ids])
        graph.export(folder / f"graph{suffix}")
        report = other.import_graph(folder / f"graph{suffix}")
        assert report.documents == tuple(sorted(ids))
        for name, exported in (("one", graph), ("other", other)):
            exported.export(folder / f"{name}.jsonl")
        assert (folder / "one.jsonl").read_bytes() == (folder / "other.jsonl").read_bytes()


def test_both_syntaxes_hold_the_same_triples() -> None:
    graphs = (APPLES, BOATS, ORCHARD)
    turtle = rdflib.Graph().parse(data=written(write_turtle, *graphs).decode(), format="turtle")
    jsonld = rdflib.Graph()
    to_rdf(json.loads(written(write_jsonld, *graphs)), jsonld)
    assert isomorphic(turtle, jsonld)


def test_a_document_is_written_the_same_whatever_stands_beside_it() -> None:
    alone = written(write_turtle, BOATS)
    together = written(write_turtle, APPLES, BOATS, ORCHARD)
    assert alone[len(turtle_head()) :] in together
    assert written(write_jsonld, BOATS).split(b'"@graph":[')[1][:-4] in written(write_jsonld, APPLES, BOATS, ORCHARD)


def test_a_base_of_ones_own_changes_no_graph() -> None:
    out = io.BytesIO()
    write_turtle([ORCHARD], out, base="https://example.org/papers/")
    assert b"<https://example.org/papers/document/orchard> a lgm:Document" in out.getvalue()
    (read,) = read_graphs(out.getvalue(), "turtle")
    assert exactly(read) == exactly(ORCHARD)
