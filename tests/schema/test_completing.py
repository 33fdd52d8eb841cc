"""Completion and condensation of a schema from the facts of a graph."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError, StoreError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from tests.support.embedders import hashed_words

NAMES = "Alsund Borvik Corby Drenes Elstad Fosund Garvik Helby".split()
SHIPS = [f"MV {name}" for name in "Anisor Belana Corior Danith Eloris Fenuna Goreth Hilana".split()]
FIRMS = [f"{name} Freight" for name in "Alta Breda Corvo".split()]


def ship_texts() -> list[str]:
    """Return texts in which each fact is stated twice in other words."""
    things = [(SHIPS, "ship"), (NAMES, "harbour"), (FIRMS, "company")]
    texts = [" ".join(f"{name} is a {noun}." for name in names) for names, noun in things]
    for wordings in (("calls at", "stops at"), ("was operated by", "was run by")):
        objects = NAMES[1:] + NAMES[:1] if wordings[0] == "calls at" else cycle(FIRMS)
        pairs = list(zip(SHIPS, objects, strict=False))
        texts += [" ".join(f"{ship} {wording} {object}." for ship, object in pairs) for wording in wordings]
    return texts


SCHEMA = Schema(
    "ships",
    classes=(SchemaClass("Ship"), SchemaClass("Harbour"), SchemaClass("Company")),
    properties=(SchemaProperty("portOfCall", ("calls at",), "Ship", "Harbour"),),
)


def learned(place: Path, texts: Sequence[str], schema: Schema | None = SCHEMA) -> LanguageGraph:
    graph = LanguageGraph(place)
    if schema is not None:
        graph.load_schema(schema)
    graph.build([Document.from_text(text, id=f"d{number}") for number, text in enumerate(texts)], facts="open")
    return graph


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    return learned(tmp_path / "ships.lgm", ship_texts())


def test_what_facts_say_and_the_schema_lacks_is_proposed(graph: LanguageGraph) -> None:
    (new,) = graph.complete_schema().properties
    assert (set(new.labels), new.domain, new.range) == ({"operated by", "run by"}, "Ship", "Company")
    assert (new.status, new.origin.split()[0]) == ("proposed", "completion")
    assert "MV Anisor was operated by Alta Freight." in new.examples
    # Other words for what the schema has are nothing new, and neither is what is already proposed.
    assert graph.complete_schema() == Schema()
    assert graph.undo_schema() == "complete with 1 property"
    assert graph.schema() == SCHEMA


def test_a_class_that_the_schema_lacks_is_proposed(tmp_path: Path) -> None:
    classes = tuple(each for each in SCHEMA.classes if each.name != "Company")
    operator = SchemaProperty("operator", ("operated by",), "Ship")
    held = Schema(classes=classes, properties=(*SCHEMA.properties, operator))
    new = learned(tmp_path / "x.lgm", ship_texts(), held).complete_schema()
    assert [each.name for each in new.classes] == ["Company"]
    assert new.properties == ()


def test_proposals_are_accepted_from_a_score(graph: LanguageGraph) -> None:
    assert graph.complete_schema(accept_at=10**6).properties[0].status == "proposed"
    graph.undo_schema()
    (new,) = graph.complete_schema(accept_at=0).properties
    assert new.status == "accepted"
    assert {each.property for each in graph.facts("Alta Freight", conforming=True)} == {new.name}


def test_the_result_is_the_same_each_time_and_with_an_embedding_model_too(graph: LanguageGraph) -> None:
    first = graph.complete_schema()
    graph.undo_schema()
    assert graph.complete_schema() == first
    graph.undo_schema()
    embedding = LanguageGraph(graph.store, embed=hashed_words)
    assert {each.range for each in embedding.complete_schema().properties} == {"Company"}


def test_a_property_that_says_two_things_is_proposed_as_two(tmp_path: Path) -> None:
    people = [f"{name} Ostermann" for name in "Ada Ben Cleo Dora Emil".split()]
    houses = [f"{name} Institute" for name in "Alta Breda Corvo Delta Elbe".split()]
    texts = [
        " ".join(f"{name} is a {noun}." for name in of) for of, noun in ((people, "person"), (houses, "institute"))
    ]
    pairs = list(zip(people, houses, houses[1:] + houses[:1], strict=True))
    texts += [" ".join(f"{person} works at {now}. {person} worked at {then}." for person, now, then in pairs)]
    held = Schema(
        classes=(SchemaClass("Person"), SchemaClass("Institute")),
        properties=(SchemaProperty("affiliation", ("works at",), "Person", "Institute"),),
    )
    graph = learned(tmp_path / "x.lgm", texts, held)
    new = graph.complete_schema()
    assert {each.labels for each in new.properties} == {("works at",), ("worked at",)}
    assert all(each.origin.endswith(", replaces affiliation") for each in new.properties)
    accepted = graph.accept_schema([each.name for each in new.properties])
    assert next(each for each in accepted.properties if each.name == "affiliation").labels == ()
    assert {each.property for each in graph.facts("Ada Ostermann", conforming=True)} == {"worksAt", "workedAt"}


def test_wordings_come_under_a_property_and_facts_that_coincide_are_shown_once(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    graph.export(tmp_path / "before.json")
    assert [fact.property for fact in graph.facts("MV Anisor") if "Borvik" in fact.text] == ["portOfCall", ""]
    (changed,) = graph.condense_schema().properties
    assert changed.labels == ("calls at", "stops at")
    (fact,) = [fact for fact in graph.facts("MV Anisor") if "Borvik" in fact.text]
    assert {each.text for each in fact.sentences} == {"MV Anisor calls at Borvik.", "MV Anisor stops at Borvik."}
    assert graph.condense_schema() == Schema()
    assert graph.undo_schema() == "condense 1 wording"
    graph.export(tmp_path / "after.json")
    assert (tmp_path / "before.json").read_bytes() == (tmp_path / "after.json").read_bytes()


@pytest.mark.parametrize("same", [True, False])
def test_a_model_judges_what_rules_leave_open(tmp_path: Path, *, same: bool) -> None:
    things = [(SHIPS, "ship"), (NAMES, "harbour")]
    texts = [" ".join(f"{name} is a {noun}." for name in names) for names, noun in things]
    texts += [" ".join(f"{ship} calls at {name}." for ship, name in zip(SHIPS[:4], NAMES, strict=False))]
    texts += [" ".join(f"{ship} docks at {name}." for ship, name in zip(SHIPS[4:], NAMES, strict=False))]
    shown: list[str] = []

    def reply(messages: Sequence[Message]) -> str:
        shown.append(messages[-1].content)
        return json.dumps({"labels": [{"n": 1, "same": same}]})

    store = learned(tmp_path / "x.lgm", texts).store
    assert LanguageGraph(store).condense_schema() == Schema()
    changed = LanguageGraph(store, llm=ScriptedChatModel(reply)).condense_schema()
    assert [each.labels for each in changed.properties] == ([("calls at", "docks at")] if same else [])
    assert "1. portOfCall (calls at) = docks at [MV Eloris docks at Alsund.]" in shown[0]


def test_what_changes_in_the_schema_while_a_model_judges_stays(tmp_path: Path) -> None:
    things = [(SHIPS, "ship"), (NAMES, "harbour")]
    texts = [" ".join(f"{name} is a {noun}." for name in names) for names, noun in things]
    for wording, ships in (("calls at", SHIPS[:4]), ("docks at", SHIPS[4:])):
        texts.append(" ".join(f"{ship} {wording} {name}." for ship, name in zip(ships, NAMES, strict=False)))
    store = learned(tmp_path / "x.lgm", texts).store
    (port,) = SCHEMA.properties
    kept = replace(SCHEMA, domain="ports", properties=(replace(port, labels=("calls at", "moors at")),))
    meanwhile = [kept, replace(kept, properties=(replace(port, name="stop"),))]

    def reply(messages: Sequence[Message]) -> str:
        LanguageGraph(store).load_schema(meanwhile.pop(0))
        return json.dumps({"labels": [{"n": 1, "same": True}]})

    graph = LanguageGraph(store, llm=ScriptedChatModel(reply))
    (changed,) = graph.condense_schema().properties
    assert changed.labels == ("calls at", "moors at", "docks at")
    assert graph.schema() == replace(kept, properties=(changed,))
    assert graph.undo_schema() == "condense 1 wording"
    # Without the property, its label has no place.
    graph.load_schema(SCHEMA)
    versions = len(store.read_schema())
    assert graph.condense_schema() == Schema()
    assert len(store.read_schema()) == versions + 1
    assert graph.schema() == replace(kept, properties=(replace(port, name="stop"),))


def test_nothing_is_proposed_for_a_schema_that_stands_no_more(graph: LanguageGraph) -> None:
    def embed(texts: list[str]) -> list[list[float]]:
        LanguageGraph(graph.store).load_schema(replace(SCHEMA, domain="ports"))
        return hashed_words(texts)

    with pytest.raises(InputError, match="changed meanwhile"):
        LanguageGraph(graph.store, embed=embed).complete_schema()
    assert graph.schema() == replace(SCHEMA, domain="ports")


def test_a_denial_and_another_direction_are_no_labels(tmp_path: Path) -> None:
    pairs = list(zip(SHIPS, NAMES, strict=True))
    texts = [
        *ship_texts()[:4],
        " ".join(f"{name} awaits {ship}. {ship} never stops at {name}." for ship, name in pairs),
    ]
    graph = learned(tmp_path / "x.lgm", texts)
    labels = {label for each in graph.condense_schema().properties for label in each.labels}
    assert labels <= {"calls at", "stops at"}


def test_what_cannot_be_compared_is_refused_and_nothing_is_stored(graph: LanguageGraph, tmp_path: Path) -> None:
    bare = learned(tmp_path / "bare.lgm", ["Laura is a film."], None)
    reading = LanguageGraph(SQLiteStore(tmp_path / "bare.lgm", read_only=True))
    for method in ("complete_schema", "condense_schema"):
        with pytest.raises(StoreError, match="reading only"):
            getattr(reading, method)()
        with pytest.raises(InputError, match="load or propose one first"):
            getattr(bare, method)()
    bare.load_schema(SCHEMA)
    with pytest.raises(InputError, match="no facts"):
        learned(tmp_path / "empty.lgm", []).complete_schema()
    with pytest.raises(InputError, match="rounds=0"):
        graph.complete_schema(rounds=0)
    with pytest.raises(InputError, match="accept_at='high'"):
        graph.complete_schema(accept_at="high")  # type: ignore[arg-type]
    assert len(graph.store.read_schema()) == 1
