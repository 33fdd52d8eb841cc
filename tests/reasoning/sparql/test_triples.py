"""What stands in the triples of a graph: values with their units, one node for all names, closures, no kinds."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.model import ClassKind, Schema, SchemaClass, SchemaProperty
from lgm_core.reasoning.sparql.triples import payload_of
from lgm_core.retrieval.concepts.graph_view import GraphView

SCHEMA = Schema(
    base="https://example.org/sea#",
    classes=(
        SchemaClass("Vessel"),
        SchemaClass("Ferry", parents=("Vessel",), iri="https://example.org/other/ferry"),
        SchemaClass("Company"),
        SchemaClass("Licence", kind=ClassKind.CONCEPT),
    ),
    properties=(
        SchemaProperty("operator", ("operated by",), "Vessel", "Company", inverse="operates"),
        SchemaProperty("operates", (), "Company", "Vessel"),
        SchemaProperty("weight", ("weighs",), "", "quantity kg"),
        SchemaProperty("launched", ("launched in", "launched on"), "", "date"),
        SchemaProperty("fee", ("costs",), "Licence", "quantity EUR"),
    ),
)
TEXT = """
The Aurora is a ferry. The Aurora is also called the Old Lady. The Old Lady was operated by Norline.
The Aurora weighs 3 tonnes. The Aurora was launched in 1931. The Borealis was launched in June 1950.
The Corona was launched on 4 May 1960. The Corona weighs at least 5 kg. The Corona was operated by Sealine.
A licence costs 20 euros. A ferry is a vessel.
"""


def triples(tmp_path: Path, text: str = TEXT) -> set[tuple[str, str, str]]:
    with LanguageGraph(tmp_path / "sea.lgm") as graph:
        graph.load_schema(SCHEMA)
        graph.build([Document.from_text(text, id="sea")], facts="open")
        quads = zlib.decompress(payload_of(GraphView(graph.store))).split(b"\0")[1].decode().splitlines()
    found = [re.fullmatch(r"<(\S+)> <(\S+)> (.+) <\S+> \.", quad) for quad in quads]
    parts = [each.groups() for each in found if each is not None]
    assert len(parts) == len(quads) == len(set(parts))  # each triple once
    return {tuple(_short(part) for part in three) for three in parts}  # type: ignore[misc]


def _short(term: str) -> str:
    return re.sub(r"<?(?:urn|https?):[^\s>]*[/#:]([^\s>/#:]+)>?", r"\1", term)


def test_values_are_typed_and_bounds_are_left_out(tmp_path: Path) -> None:
    values = {(subject, name, end) for subject, name, end in triples(tmp_path) if '"^^' in end}
    assert values == {
        ("aurora", "weight", '"3000"^^decimal'),
        ("aurora", "launched", '"1931"^^gYear'),
        ("borealis", "launched", '"1950-06"^^gYearMonth'),
        ("corona", "launched", '"1960-05-04"^^date'),
        ("licence", "fee", '"20"^^decimal'),
    }


def test_all_names_of_a_thing_have_one_node(tmp_path: Path) -> None:
    found = triples(tmp_path)
    assert {end for subject, name, end in found if (subject, name) == ("aurora", "label")} == {'"Aurora"', '"Old Lady"'}
    assert ("aurora", "operator", "norline") in found
    assert {subject for subject, _, _ in found} == {"aurora", "borealis", "corona", "norline", "sealine", "licence"}


def test_classes_and_inverses_are_closed_and_kinds_are_no_members(tmp_path: Path) -> None:
    found = triples(tmp_path)
    assert {(subject, end) for subject, name, end in found if name == "type"} == {
        *(("aurora", "ferry"), ("aurora", "Vessel")),  # stated
        *(("norline", "Company"), ("corona", "Vessel"), ("sealine", "Company")),  # by domain and range
        ("licence", "Licence"),  # a term is of its own class; a ferry in general is no member
    }
    assert {("norline", "operates", "aurora"), ("sealine", "operates", "corona")} <= found


def test_a_term_that_is_only_named_is_cited_where_it_is_named(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "sea.lgm") as graph:
        graph.load_schema(SCHEMA)
        graph.build([Document.from_text("A licence is a permit. The licence hangs in the hall.", id="sea")])
        found = graph.sparql("SELECT ?x { ?x a :Licence }")
        assert [(row.values, row.sentences) for row in found.rows] == [(("licence",), ("sea#0",))]


def test_names_that_would_break_triples_are_escaped(tmp_path: Path) -> None:
    name = 'Odd "x\\y" <Name> {1} Ferry'
    text = f"{name} was operated by Norline."
    with LanguageGraph(tmp_path / "sea.lgm") as graph:
        graph.load_schema(SCHEMA)
        graph.build([Document.from_text(text, id="odd", title="Odd")])
        graph.import_facts([{"id": "odd", "triples": [[name, "operated by", "Norline"]]}])
        found = graph.sparql("SELECT ?v ?l { ?c :operates ?v . ?v rdfs:label ?l }")
        assert [row.values for row in found.rows] == [(name, name)]
        assert [each.text for each in found.citations] == [text]
