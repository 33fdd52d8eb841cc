"""Which facts conform to a schema, told for facts that the parse finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Value
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.schema_file import parse_schema

FILMS = """
[[class]]
name = "Person"
labels = ["person", "human"]
[[class]]
name = "Director"
parents = ["Person"]
[[class]]
name = "Film"
labels = ["film", "movie"]
[[class]]
name = "Town"
[[class]]
name = "Ghost"
status = "proposed"
[[property]]
name = "director"
labels = ["directed by"]
domain = "Film"
range = "Person"
[[property]]
name = "birthDate"
labels = ["born", "date of birth"]
domain = "Person"
range = "date"
[[property]]
name = "visited"
range = "Town"
status = "proposed"
"""

TEXT = (
    "Laura is a film. Laura was directed by Otto Preminger. Otto Preminger is a film director. "
    "Otto Preminger was born on 5 December 1905. Gilda was directed by Charles Vidor in 1946. "
    "Bonn is a town. Bonn was directed by Ann Kim. Vertigo is a film. Vertigo was directed by Kim Town. "
    "Kim Town is a town. Otto Preminger visited Bonn."
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("films") / "films.lgm") as graph:
        graph.load_schema(parse_schema(FILMS))
        graph.build([Document.from_text(TEXT, id="films", metadata={"year": 1950})], facts="open")
        yield graph


@pytest.fixture(scope="module")
def conformance(graph: LanguageGraph) -> Conformance:
    found = GraphView(graph.store).conformance
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("subject", "predicate", "property", "is_stated"),
    [
        ("laura", "direct by", "director", True),
        ("otto preminger", "bear on", "birthDate", True),
        ("gilda", "direct by", "director", False),  # nothing is stated of either end
        ("bonn", "direct by", None, None),  # a town is no film
        ("vertigo", "direct by", None, None),  # a town is no person
        ("otto preminger", "visit", None, None),  # only proposed
        ("laura", "be", None, None),
    ],
)
def test_a_fact_conforms_by_its_predicate_and_both_ends(
    graph: LanguageGraph,
    conformance: Conformance,
    subject: str,
    predicate: str,
    property: str | None,
    is_stated: bool | None,
) -> None:
    (fact,) = [each for each in graph.store.facts() if (each.subject, each.predicate) == (subject, predicate)]
    found = conformance.conforming(fact)
    assert (found and found.property.name, found and found.is_stated) == (property, is_stated)


def test_a_value_of_another_kind_does_not_conform(graph: LanguageGraph, conformance: Conformance) -> None:
    (when,) = [each for each in graph.store.facts() if (each.subject, each.predicate) == ("gilda", "direct in")]
    assert isinstance(when.object, Value)
    assert conformance.conforming(when) is None


def test_classes_are_those_that_texts_state_and_their_heads_name(conformance: Conformance) -> None:
    assert conformance.classes_of("otto preminger") == {"Director"}
    assert conformance.classes_of("charles vidor") == frozenset()
    assert conformance.class_of_type("German film director") == "Director"
    assert conformance.class_of_type("silent movies") == "Film"
    assert conformance.class_of_type("ghost") == ""
    assert conformance.fit("otto preminger", ["Person"]) == "stated"
    assert conformance.fit("otto preminger", ["Film"]) == "other"
    assert conformance.fit("charles vidor", ["Film"]) == "unknown"


def test_what_a_filter_hides_states_no_class(graph: LanguageGraph) -> None:
    hidden = GraphView(graph.store, where={"year": 1800}).conformance
    assert hidden is not None
    assert hidden.classes_of("otto preminger") == frozenset()


def test_facts_conform_by_what_the_filter_lets_through_alone(tmp_path: Path) -> None:
    texts = {"open": "Bonn was directed by Ann Kim. Bonn was praised by Di Fox.", "secret": "Bonn is a town."}
    with LanguageGraph(tmp_path / "x.lgm") as graph:
        graph.load_schema(parse_schema(FILMS))
        graph.build(
            [Document.from_text(text, id=id, metadata={"kind": id}) for id, text in texts.items()], facts="open"
        )
        assert graph.facts("Bonn", conforming=True) == []
        seen = graph.facts("Bonn", conforming=True, where={"kind": "open"}, limit=1)
        assert [(each.fact.predicate, each.property) for each in seen] == [("direct by", "director")]
        assert {each.property for each in graph.facts("Bonn", where={"kind": "open"})} == {"director", ""}


def test_the_most_facts_are_counted_among_those_that_conform(graph: LanguageGraph) -> None:
    found = graph.facts("Otto Preminger", conforming=True)
    assert {each.property for each in found} == {"director", "birthDate"}
    assert graph.facts("Otto Preminger", conforming=True, limit=1) == found[:1]
