"""Alignment of small graphs: what is one thing, what is of which class, and what stays apart."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lgm_core import Document, InputError, LanguageGraph, RequestLimits, SQLiteStore, StoreError
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Addition, EntityProfile, Evidence, Schema, SchemaClass, SchemaVersion, Verdict
from lgm_core.reports import AlignmentReport

IS_A, ALIAS, PART = "is_a", "alias_of", "has_part"
Edges = set[tuple[str, str]]


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    return LanguageGraph(tmp_path / "graph.lgm")


def learned(graph: LanguageGraph, *texts: str | tuple[str, str], triples: Sequence[Sequence[str]] = ()) -> None:
    """Learn texts, or titles with texts; triples are of the first."""
    pairs = [text if isinstance(text, tuple) else ("", text) for text in texts]
    graph.build([Document(f"d{number}", text, title) for number, (title, text) in enumerate(pairs)])
    if triples:
        graph.import_facts([{"id": "d0", "triples": triples}])


def found(graph: LanguageGraph, kind: str) -> Edges:
    """Return the ends of inferred relations."""
    relations = graph.store.relations()
    inferred = (each for each in relations if any(item.is_inferred for item in each.evidence))
    return {(each.subject, each.object) for each in inferred if each.kind == kind}


def exported(graph: LanguageGraph) -> bytes:
    out = io.BytesIO()
    graph.export(out, format="jsonl")
    return out.getvalue()


@pytest.mark.parametrize(
    ("texts", "alias"),
    [
        (("The colour of the sea is grey.", "A grey color is dull."), ("color", "colour")),
        (("We keep a data set.", "Each dataset is small."), ("data set", "dataset")),
        (("We met Sir John Temple. He was old.",), ("john temple", "sir john temple")),
        (
            ("Then Ada M. Brook came. She drew. The map by Ada Mary Brook is old.",),
            ("ada m brook", "ada mary brook"),
        ),
        (("Then Jonas Veldman arrived. He spoke. We listened to Veldman.",), ("jonas veldman", "veldman")),
        (("We work for Alder Media Inc and like Alder Media.",), ("alder media", "alder media inc")),
    ],
)
def test_names_of_one_thing_are_united(graph: LanguageGraph, texts: tuple[str, ...], alias: tuple[str, str]) -> None:
    learned(graph, *texts)
    report = graph.align()
    assert alias in found(graph, ALIAS)
    assert report.merges == len(found(graph, ALIAS))


@pytest.mark.parametrize(
    "texts",
    [
        ("Then Jonas Veldman arrived. He spoke.", "Then Mia Veldman arrived. She spoke. We listened to Veldman."),
        ("Then Jonas Veldman arrived. He spoke.", "We listened to Veldman."),
        ("We saw the Boeing 747 and the Boeing 737.",),
        ("We saw Prince Edward Island.", "They like Edward Island."),
        ("The old lacrosse is a game.", "We live in La Crosse."),
    ],
)
def test_names_of_which_the_graph_has_two_readings_stay_apart(graph: LanguageGraph, texts: tuple[str, ...]) -> None:
    learned(graph, *texts)
    graph.align()
    assert found(graph, ALIAS) == set()


def test_titles_that_differ_in_their_bracket_are_never_given_a_name(graph: LanguageGraph) -> None:
    """The name is both works; whatever else is said to be one of them must not become the other."""
    films = [("Laura (1944 film)", "They saw Laura and Old Laura."), ("Laura (1962 film)", "Laura is short.")]
    learned(graph, *films, triples=[["Laura", "also known as", "Old Laura"]])
    report = graph.align()
    assert found(graph, ALIAS) == found(graph, IS_A) == set()
    assert report.refused == {"a name of several things": 1}


def test_that_one_pair_and_another_are_the_same_makes_no_third(graph: LanguageGraph) -> None:
    triples = [["Lake Alder", "also known as", "Long Lake"], ["Long Lake", "also called", "Lake Birch"]]
    text = "It is said that Lake Alder, Long Lake and Lake Birch are blue."
    learned(graph, text, triples=triples)
    report = graph.align()
    assert len(found(graph, ALIAS)) == 1
    assert report.refused["part of no group in which all are the same"] == 1


CLASSES = "An otter is a mammal. A whale is a mammal. The Alder is a river. The Birch is a river. The Cedar is a river."


def test_a_title_and_a_fact_say_of_which_class_something_is(graph: LanguageGraph) -> None:
    river = ("Elm (river)", "It is said that the Elm is deep.")
    text = "They saw Oak and a tidal forest river."
    learned(graph, text, CLASSES, river, triples=[["Oak", "is", "tidal forest river"]])
    graph.align()
    assert {("elm", "river"), ("oak", "tidal forest river"), ("tidal forest river", "river")} <= found(graph, IS_A)


def test_types_lead_to_the_classes_of_the_schema(graph: LanguageGraph) -> None:
    classes = (SchemaClass("Animal"), SchemaClass("Mammal", ("mammal",), parents=("Animal",)))
    text = "The otter is a mammal. The whale is a mammal. They saw Bubbles and a river mammal."
    learned(graph, text, triples=[["Bubbles", "is", "river mammal"]])
    graph.store.write_schema([SchemaVersion(Schema("animals", classes=classes), "load", "2026-01-31T12:00:00Z")])
    graph.align()
    assert {("bubble", "river mammal"), ("river mammal", "mammal"), ("mammal", "animal")} <= found(graph, IS_A)
    edges = {(each.subject, each.object) for each in graph.store.relations() if each.kind == IS_A}
    assert not {(object, subject) for subject, object in edges} & edges


def test_a_class_of_the_schema_leads_to_those_above_although_its_last_word_is_a_class(graph: LanguageGraph) -> None:
    classes = (SchemaClass("Person"), SchemaClass("FilmDirector", ("film director",), parents=("Person",)))
    learned(graph, "Ben is a film director. Ann is a director. Eve is a director. They saw a film director.")
    graph.store.write_schema([SchemaVersion(Schema("films", classes=classes), "load", "2026-01-31T12:00:00Z")])
    graph.align()
    assert {("film director", "director"), ("film director", "person")} <= found(graph, IS_A)


def test_a_profile_says_of_which_class_something_is(graph: LanguageGraph) -> None:
    learned(graph, "They saw Oak.")
    profile = EntityProfile("d0", "oak", ("rivers",), "", (Evidence("d0#0", "phrases"),))
    graph.store.add(Addition("oaks", "construct", "oaks", "2026-01-31T12:00:00Z", profiles=(profile,)))
    assert graph.align().rules == {"profiles": 1}
    assert found(graph, IS_A) == {("oak", "river")}


def test_facts_of_parts_are_read_either_way(graph: LanguageGraph) -> None:
    text = "They saw Lower Alder, Upper Alder and Alder County."
    triples = [["Lower Alder", "is part of", "Alder County"], ["Alder County", "comprises", "Upper Alder"]]
    learned(graph, text, triples=triples)
    graph.align()
    assert found(graph, PART) == {("alder county", "lower alder"), ("alder county", "upper alder")}


PERSONS = ("Then Ada Brook arrived. She drew a map.", "Then Ada Mary Brook arrived. She drew a map.")


def judged(graph: LanguageGraph, *, same: bool) -> tuple[AlignmentReport, list[str]]:
    """Return the report, and the prompts that were shown."""
    shown: list[str] = []

    def reply(messages: Sequence[Message]) -> str:
        shown.append(messages[-1].content)
        return json.dumps({"pairs": [{"n": 1, "same": same}]})

    learned(graph, *PERSONS)
    asking = LanguageGraph(graph.store, llm=ScriptedChatModel(reply))
    return asking.align(), shown


def test_a_model_judges_what_rules_are_not_sure_of_with_the_sentences(graph: LanguageGraph) -> None:
    report, (shown,) = judged(graph, same=True)
    assert found(graph, ALIAS) == {("ada brook", "ada mary brook")}
    assert (report.requests.total, report.rules) == (1, {"scripted": 1})
    assert "Then Ada Mary Brook arrived." in shown
    assert "1. ada brook = ada mary brook [" in shown


def test_what_a_model_denies_is_not_added(graph: LanguageGraph) -> None:
    report, _ = judged(graph, same=False)
    assert report.addition == ""
    assert report.refused == {"denied by the language model": 1}


def test_pairs_that_are_not_answered_stay_apart(graph: LanguageGraph) -> None:
    learned(graph, *PERSONS)
    report = LanguageGraph(graph.store, llm=ScriptedChatModel(lambda _: "no idea")).align()
    assert (report.requests.failed, report.ok, report.refused) == (1, False, {"not answered": 1})


def test_a_spent_budget_leaves_what_rules_find(graph: LanguageGraph) -> None:
    learned(graph, *PERSONS, "We keep a data set, and each dataset is small.")
    limits = RequestLimits(tokens=1)
    report = LanguageGraph(graph.store, llm=ScriptedChatModel(lambda _: "{}"), limits=limits).align()
    assert report.stopped
    assert found(graph, ALIAS) == {("data set", "dataset")}


def test_what_reflection_rejected_is_not_inferred_again(graph: LanguageGraph) -> None:
    learned(graph, "We keep a data set, and each dataset is small.")
    graph.align()
    graph.store.set_verdicts({("alias_of", "data set", "dataset"): Verdict.INVALID})
    for _ in range(3):
        report = graph.align()
        assert (report.merges, report.refused) == (0, {"rejected by reflection": 1})
    assert graph.undo(report.addition) == 1
    assert graph.align().merges == 1


def test_an_embedding_model_proposes_what_a_model_judges(graph: LanguageGraph) -> None:
    """All names look alike to it; only pairs that the model accepts are united."""
    learned(graph, "They saw Lake Alder.", "They saw Long Water.")

    def reply(messages: Sequence[Message]) -> str:
        return json.dumps({"pairs": [{"n": 1, "same": True}]})

    asking = LanguageGraph(graph.store, llm=ScriptedChatModel(reply), embed=lambda texts: [[1.0, 0.0] for _ in texts])
    assert asking.align().rules == {"scripted": 1}
    assert found(graph, ALIAS) == {("lake alder", "long water")}


def test_no_model_is_asked_where_that_is_switched_off(graph: LanguageGraph) -> None:
    learned(graph, *PERSONS)
    asking = LanguageGraph(graph.store, llm=ScriptedChatModel([]))
    assert asking.align(most_asked=0).requests.total == 0


def test_a_filter_hides_what_only_several_documents_show(tmp_path: Path) -> None:
    """Otherwise the names in one tenant's documents would be told to another."""
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        texts = {"a": "The colour of the sea is grey.", "b": "A grey color is dull."}
        graph.build([Document(id, text, "", {"tenant": id}) for id, text in texts.items()])
        graph.align()
        assert graph.relations("colour", where={"tenant": "a"}) == []
        assert len(graph.relations("colour")) == 1
        assert all("color" not in entity.keys for entity in graph.entities("a"))
        assert "inferred" not in graph.show(document="a").html
        graph.delete("b")
        assert graph.relations("colour") == []
        assert b"color" not in exported(graph).replace(b"colour", b"")


@pytest.mark.parametrize("is_imported", [False, True])
def test_a_name_that_a_new_text_no_longer_has_is_forgotten(
    tmp_path: Path, graph: LanguageGraph, *, is_imported: bool
) -> None:
    learned(graph, "The colour of the sea is grey.", "A grey color is dull.")
    graph.align()
    other = LanguageGraph(tmp_path / "other.lgm") if is_imported else graph
    other.build([Document("d1", "A grey hue is dull.")])
    if is_imported:
        graph.import_graph(io.BytesIO(exported(other)))
    assert b"color" not in exported(graph).replace(b"colour", b"")


async def test_an_alignment_replaces_the_one_before_and_is_taken_back(graph: LanguageGraph) -> None:
    learned(graph, "The colour of the sea is grey.", "A grey color is dull.")
    first = await graph.aalign()
    graph.build([Document("d2", "We keep a data set, and each dataset is small.")])
    before = exported(graph)
    second = graph.align()
    assert second.taken_back == (first.addition,)
    assert [record.kind for record in graph.additions()] == ["align"]
    graph.undo(second.addition)
    assert b"inferred" not in exported(graph)
    assert exported(graph) != before


def test_a_graph_that_cannot_be_aligned_is_refused(tmp_path: Path, graph: LanguageGraph) -> None:
    with pytest.raises(StoreError, match="no such graph"):
        graph.align()
    graph.store.create()
    with pytest.raises(InputError, match="no documents"):
        graph.align()
    learned(graph, "The sea is grey.")
    read_only = LanguageGraph(SQLiteStore.open(tmp_path / "graph.lgm", read_only=True))
    with pytest.raises(StoreError, match="reading only"):
        read_only.align()
    with pytest.raises(InputError, match="most_asked"):
        graph.align(most_asked=-1)
