"""What documents state in circles and twice over is exported as a tree, and all of it stays as statements."""

from __future__ import annotations

from pathlib import Path

import networkx
import rdflib

from benchmarks.construction.graph_figures import constructed_shape
from lgm_core import Document, LanguageGraph
from lgm_core.hosts import LocalGraphConstructor

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
