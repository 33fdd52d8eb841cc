"""Schemas proposed from a graph: its frequent classes, and the properties of their members."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError, StoreError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Schema, SchemaClass, SchemaProperty

DIRECTORS = {"Laura": "Otto Preminger", "Gilda": "Charles Vidor", "Vertigo": "Alfred Hitchcock", "Rope": "Ida Lupino"}
BORN = {"Otto Preminger": "5 December 1905", "Charles Vidor": "27 July 1900", "Alfred Hitchcock": "13 August 1899"}
FILMS = " ".join(f"{film} is a film. {film} was directed by {person}." for film, person in DIRECTORS.items())
PEOPLE = " ".join(f"{person} is a director. {person} was born on {date}." for person, date in BORN.items())
REST = "A director is a person. Bonn is a town. Ulm is a town. Bonn was praised by Ulm. Laura did not win Gilda."


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "films.lgm")
    texts = {"films": FILMS, "people": PEOPLE, "rest": REST}
    graph.build([Document.from_text(text, id=id) for id, text in texts.items()], facts="open")
    return graph


def named(schema: Schema, name: str) -> SchemaProperty:
    return next(each for each in schema.properties if each.name == name)


def test_frequent_classes_and_the_properties_of_their_members_are_proposed(graph: LanguageGraph) -> None:
    new = graph.propose_schema()
    assert {each.name: each.parents for each in new.classes} == {"Director": ("Person",), "Film": (), "Person": ()}
    assert {each.name: (each.domain, each.range) for each in new.properties} == {
        "directedBy": ("Film", "Director"),
        "bornOn": ("Director", "date"),
    }
    parts: list[SchemaClass | SchemaProperty] = [*new.classes, *new.properties]
    assert {(each.status, each.origin) for each in parts} == {("proposed", "graph")}
    assert named(new, "directedBy").labels == ("directed by",)
    assert len(named(new, "bornOn").examples) == 3
    assert set(named(new, "bornOn").examples) <= {f"{person} was born on {date}." for person, date in BORN.items()}
    assert graph.schema() == new


def test_fewer_members_and_facts_propose_more(graph: LanguageGraph) -> None:
    new = graph.propose_schema(min_members=2, min_facts=1)
    assert "Town" in {each.name for each in new.classes}
    assert "praisedBy" in {each.name for each in new.properties}
    assert not any("not" in label for each in new.properties for label in each.labels)


def test_what_the_schema_has_is_not_proposed_again(graph: LanguageGraph) -> None:
    movie = SchemaClass("Movie", ("film",))
    director = SchemaProperty("director", ("directed by",), "Movie")
    graph.load_schema(Schema("films", "", (movie,), (director,)))
    new = graph.propose_schema()
    assert [each.name for each in new.classes] == ["Director", "Person"]
    assert [each.name for each in new.properties] == ["bornOn"]
    assert graph.propose_schema() == Schema()
    assert [version.change for version in graph.store.read_schema()] == [
        "load a schema",
        "propose 2 classes and 1 property",
    ]


def test_a_class_with_the_name_of_a_property_is_not_proposed(graph: LanguageGraph) -> None:
    # In RDF both would have one identifier.
    graph.load_schema(Schema(properties=(SchemaProperty("Film"),)))
    assert "Film" not in {each.name for each in graph.propose_schema().classes}


def test_predicates_that_mean_the_same_are_one_property(tmp_path: Path) -> None:
    graph = LanguageGraph(tmp_path / "x.lgm")
    said = ["was founded by", "was founded by", "was established by", "was established by"]
    names = ["Acme", "Borel", "Corvo", "Dexia"]
    text = " ".join(
        f"{name} is a company. {name} {words} {person}."
        for name, words, person in zip(names, said, ["Ann Lee", "Bob Ray", "Cy Doe", "Di Fox"], strict=True)
    )
    graph.build([Document.from_text(text, id="x")], facts="open")
    (property,) = graph.propose_schema(min_facts=4).properties
    assert property.labels == ("established by", "founded by")


def test_examples_go_with_their_documents(graph: LanguageGraph) -> None:
    graph.propose_schema()
    graph.delete("people")
    schema = graph.schema()
    assert schema is not None
    assert named(schema, "bornOn").examples == ()
    assert len(named(schema, "directedBy").examples) == 3
    assert "5 December" not in repr(graph.store.read_schema())


def test_proposals_have_no_effect_until_they_are_accepted(graph: LanguageGraph) -> None:
    graph.propose_schema()
    assert graph.facts("Laura", conforming=True) == []
    accepted = graph.accept_schema("directedBy")
    # With the classes that it needs, and those above them.
    assert [each.name for each in accepted.classes] == ["Director", "Film", "Person"]
    assert [each.name for each in accepted.properties] == ["directedBy"]
    (fact,) = graph.facts("Laura", conforming=True)
    assert fact.property == "directedBy"
    assert str(fact).endswith("Laura — directed by — Otto Preminger  [directedBy]")
    assert all(not each.property for each in graph.facts("Charles Vidor") if each.fact.predicate == "bear on")


def test_proposals_are_accepted_by_their_number_of_facts(graph: LanguageGraph) -> None:
    graph.propose_schema()
    assert [each.name for each in graph.accept_schema(at_least=4).properties] == ["directedBy"]
    assert [each.name for each in graph.accept_schema(at_least=3).properties] == ["directedBy", "bornOn"]
    versions = len(graph.store.read_schema())
    graph.accept_schema(at_least=3)
    assert len(graph.store.read_schema()) == versions


def test_changes_are_taken_back_one_by_one(graph: LanguageGraph) -> None:
    new = graph.propose_schema()
    graph.accept_schema(["directedBy", "bornOn"])
    assert graph.undo_schema() == "accept 3 classes and 2 properties"
    assert graph.schema() == new
    assert graph.undo_schema() == "propose 3 classes and 2 properties"
    assert graph.schema() is None
    with pytest.raises(InputError, match="no change to take back"):
        graph.undo_schema()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"names": "directdBy"}, "did you mean 'directedBy'"),
        ({"names": ["directedBy", "Town"]}, "'Town' is proposed"),
        ({"names": [3]}, "3 is proposed"),
        ({}, "at_least"),
        ({"names": "Film", "at_least": 1}, "at_least"),
        ({"at_least": 0}, "at_least=0"),
    ],
)
def test_wrong_names_accept_nothing(graph: LanguageGraph, arguments: dict[str, Any], words: str) -> None:
    graph.propose_schema()
    with pytest.raises(InputError, match=words):
        graph.accept_schema(**arguments)
    assert len(graph.store.read_schema()) == 1


def test_a_graph_without_facts_has_nothing_to_propose(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such graph"):
        LanguageGraph(tmp_path / "none.lgm").propose_schema()
    graph = LanguageGraph(tmp_path / "x.lgm")
    graph.build([Document.from_text("Ice is cold.", id="x")])
    assert graph.propose_schema() == Schema()
    assert graph.schema() is None
    with pytest.raises(InputError, match="min_facts=0"):
        graph.propose_schema(min_facts=0)


def test_a_read_only_graph_is_refused_first(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.propose_schema()
    graph.close()
    reading = LanguageGraph(SQLiteStore.open(tmp_path / "films.lgm", read_only=True))
    for change in (
        lambda: reading.load_schema(tmp_path / "missing.toml"),
        lambda: reading.propose_schema(min_facts=0),
        lambda: reading.accept_schema("nothing"),
        reading.undo_schema,
    ):
        with pytest.raises(StoreError, match="for reading only"):
            change()
    assert reading.schema() is not None
    reading.export_schema(tmp_path / "films.toml")
