"""What is written as RDF is read by another library, and says the same in both syntaxes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

import networkx
import rdflib
from hypothesis import HealthCheck, given, settings
from rdflib import Literal, URIRef
from rdflib.compare import isomorphic
from rdflib.plugins.parsers.jsonld import to_rdf

from benchmarks.construction.graph_figures import constructed_shape
from lgm_core import Document, LanguageGraph
from lgm_core.graph.canonical import canonical
from lgm_core.hosts import LocalGraphConstructor
from lgm_core.model import DocumentGraph
from lgm_core.rdf.rdf_parsing import parsed_rdf
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


# What documents state in circles and twice over is exported as a tree, and all of it stays as statements.

TEXT = (
    "A barge is a boat. A river barge is a barge. A boat is a vessel. A barge is a vessel. A river barge is a vessel. "
    "Sloops are boats. A boat is a barge. Orford has a river barge. A vessel is a boat. A vessel is a thing."
)


def is_tree(edges: list[tuple[str, str]]) -> bool:
    graph = networkx.DiGraph(edges)
    return networkx.is_directed_acyclic_graph(graph) and sorted(edges) == sorted(
        networkx.transitive_reduction(graph).edges
    )


def test_kinds_in_circles_are_exported_as_a_tree_and_stay_as_statements(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "one.lgm") as graph:
        graph.construct(Document.from_text(TEXT, id="boats", title="Boats"))
        graph.export(tmp_path / "boats.ttl")
        shape = constructed_shape(next(graph.store.scan()))
    triples = rdflib.Graph().parse(tmp_path / "boats.ttl")
    broader = [(str(narrow), str(broad)) for narrow, broad in triples.subject_objects(rdflib.SKOS.broader)]
    stated = {*triples.subjects(rdflib.RDF.predicate, rdflib.SKOS.broader)}
    assert broader
    assert is_tree(broader)
    assert is_tree([(str(narrow), str(broad)) for narrow, broad in shape.broader])
    assert not any(broad.endswith("entity-thing") for _, broad in broader)
    assert len(stated) > len(broader)


def test_hosts_get_the_tree_too() -> None:
    (graph,) = LocalGraphConstructor().learn([Document.from_text(TEXT, id="boats")])
    edges = [(relation.source, relation.target) for relation in graph.relations if relation.label == "IS_A"]
    assert len(edges) == len({*edges}) >= 3
    assert is_tree(edges)


# What is kept of the triples of a file: each once, under names that are kept once.

TURTLE = b"""
@prefix : <urn:t:> .
:a a :Ferry ; :calls :b, :b, "b"@en, "b" ; :near :b .
:a :calls :b .
:b a :Quay ; :near :a .
"""


def test_each_triple_is_kept_once() -> None:
    triples = parsed_rdf(TURTLE, "turtle")
    (ferry,) = triples.of_class("urn:t:Ferry")
    assert [(str(name)[6:], value) for name, value in triples.about(ferry)][1:] == [
        ("calls", URIRef("urn:t:b")),
        ("calls", Literal("b", lang="en")),
        ("calls", Literal("b")),
        ("near", URIRef("urn:t:b")),
    ]
    assert not [*triples.about(URIRef("urn:t:c")), *triples.of_class("urn:t:Boat")]


def test_a_name_is_kept_once() -> None:
    triples = parsed_rdf(TURTLE, "turtle")
    near = [pair for node in ("a", "b") for pair in triples.about(URIRef(f"urn:t:{node}")) if pair[0].endswith("near")]
    quays = {id(value) for _, value in triples.about(URIRef("urn:t:a")) if value == URIRef("urn:t:b")}
    assert len(near) == 2
    assert near[0][0] is near[1][0]
    assert len(quays) == 1


# What `docs/guides/rdf.md` shows in Turtle is learned, and it names every word of the vocabulary.

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guides" / "rdf.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)[number]


def test_the_paper_in_turtle_is_learned(tmp_path: Path) -> None:
    (tmp_path / "paper.ttl").write_text(block("turtle"), encoding="utf-8")
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        report = graph.build(tmp_path / "paper.ttl", workers=1)
        assert (report.learned, report.sentences) == (1, 2)
        (record,) = graph.documents()
        assert (record.id, record.title) == ("paper.ttl", "Combs")
        assert record.metadata == {"authors": ["A. Reed"], "keywords": ["comb", "wax"]}


def test_the_guide_names_every_word_that_is_written() -> None:
    words: set[str] = set()
    for source in (ROOT / "lgm_core" / "rdf" / "write").glob("*.py"):
        words.update(re.findall(r"\{LGM\}([A-Za-z]+)", source.read_text(encoding="utf-8")))
    assert len(words) > 40
    assert {word for word in words if not re.search(rf"lgm:{word}\b", GUIDE)} == set()
