"""What is written as RDF is read by another library, and says the same in both syntaxes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from typing import BinaryIO

import rdflib
from hypothesis import HealthCheck, given, settings
from rdflib.compare import isomorphic
from rdflib.plugins.parsers.jsonld import to_rdf

from lgm_core.graph.canonical import canonical
from lgm_core.model import DocumentGraph
from lgm_core.rdf.write.graph_writing import turtle_head, write_jsonld, write_turtle
from tests.support.any_graphs import document_graphs
from tests.support.store_graphs import APPLES, BOATS, ORCHARD


def written(write: Callable[[Iterable[DocumentGraph], BinaryIO], None], *graphs: DocumentGraph) -> bytes:
    out = io.BytesIO()
    write(graphs, out)
    return out.getvalue()


def check_triples(*graphs: DocumentGraph) -> None:
    turtle = rdflib.Graph().parse(data=written(write_turtle, *graphs).decode(), format="turtle")
    jsonld = rdflib.Graph()
    to_rdf(json.loads(written(write_jsonld, *graphs)), jsonld)
    assert isomorphic(turtle, jsonld)


def test_both_syntaxes_hold_the_same_triples() -> None:
    check_triples(APPLES, BOATS, ORCHARD)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph=document_graphs().map(canonical))
def test_both_syntaxes_of_any_graph_hold_the_same_triples(graph: DocumentGraph) -> None:
    check_triples(graph)


def test_a_document_is_written_the_same_whatever_stands_beside_it() -> None:
    alone = written(write_turtle, BOATS)
    together = written(write_turtle, APPLES, BOATS, ORCHARD)
    assert alone[len(turtle_head()) :] in together
    assert written(write_jsonld, BOATS).split(b'"@graph":[')[1][:-4] in written(write_jsonld, APPLES, BOATS, ORCHARD)


def test_a_base_of_ones_own_begins_all_names() -> None:
    out = io.BytesIO()
    write_turtle([ORCHARD], out, base="https://example.org/papers/")
    assert b"<https://example.org/papers/document/orchard> a lgm:Document" in out.getvalue()
    assert b"urn:lgm:document" not in out.getvalue()
