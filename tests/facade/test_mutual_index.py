"""From a section to what it tells of, and from concepts, classes and facts to their sections."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError
from lgm_core.schema.schema_file import parse_schema

SCHEMA = """
domain = "boats"
base = "https://example.org/boats#"
[[class]]
name = "Boat"
labels = ["boat", "ship"]
[[class]]
name = "Person"
labels = ["person"]
[[class]]
name = "Captain"
labels = ["captain"]
parents = ["Person"]
[[property]]
name = "steers"
domain = "Person"
range = "Boat"
"""

HARBOUR = """# Harbour

Lark is a boat. Ann Reef is a captain.

## Crew

Ann Reef steers Lark. Ann Reef likes tea.

## Repairs

Lark was painted by Bo Finn. Lark and Lark's mast are new.
"""
OTHER = "# Elsewhere\n\nWren is a ship. Ann Reef visited Wren. Bo Finn is a person."


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("boats") / "boats.lgm") as graph:
        documents = [
            Document.from_text(text, id=id, media_type="text/markdown", metadata={"city": id})
            for id, text in (("harbour", HARBOUR), ("other", OTHER))
        ]
        graph.build(documents, facts="open", workers=1)
        graph.load_schema(parse_schema(SCHEMA))
        yield graph


def test_a_section_has_its_sentences_facts_and_neighbours(graph: LanguageGraph) -> None:
    crew = graph.section("harbour#s1")
    assert crew.section.title == "Crew"
    assert [sentence.text for sentence in crew.sentences] == ["Ann Reef steers Lark.", "Ann Reef likes tea."]
    assert {(fact.subject, fact.predicate, fact.object) for fact in crew.facts} == {
        ("ann reef", "steer", "lark"),
        ("ann reef", "like", "tea"),
    }
    assert crew.before is not None
    assert crew.after is not None
    assert (crew.before.title, crew.after.title) == ("Harbour", "Repairs")


def test_first_and_last_sections_have_one_neighbour(graph: LanguageGraph) -> None:
    first, last = graph.section("harbour#s0"), graph.section("harbour#s2")
    assert (first.before, last.after) == (None, None)
    assert first.after is not None
    assert last.before is not None
    assert first.after.id == last.before.id == "harbour#s1"


def test_concepts_come_with_their_classes_in_the_schema(graph: LanguageGraph) -> None:
    concepts = graph.section("harbour#s1").concepts
    assert concepts["lark"] == ("Boat",)
    assert concepts["ann reef"] == ("Captain",)
    assert concepts["tea"] == ()


def test_a_section_of_the_ids_of_passages_is_known(graph: LanguageGraph) -> None:
    for passage in graph.retrieve_passages("Who steers Lark?", 3):
        assert graph.section(passage.id).section == passage.section


@pytest.mark.parametrize("id", ["harbour#s9", "harbour#sx", "harbour", "", "#s0", "nowhere#s0", "harbour#1"])
def test_what_is_no_section_is_refused(graph: LanguageGraph, id: str) -> None:
    with pytest.raises(InputError, match="no section"):
        graph.section(id)


def test_a_section_of_a_document_that_the_filter_leaves_out_is_refused(graph: LanguageGraph) -> None:
    assert graph.section("harbour#s1", where={"city": "harbour"}).section.title == "Crew"
    with pytest.raises(InputError, match="no section"):
        graph.section("harbour#s1", where={"city": "other"})


def test_classes_that_only_left_out_documents_state_are_not_told(graph: LanguageGraph) -> None:
    assert graph.section("other#s0").concepts["ann reef"] == ("Captain",)
    assert graph.section("other#s0", where={"city": "other"}).concepts["ann reef"] == ()


def test_a_concept_leads_to_its_sections_those_that_say_most_first(graph: LanguageGraph) -> None:
    assert [section.id for section in graph.sections("Ann Reef")] == ["harbour#s1", "harbour#s0", "other#s0"]
    assert [section.id for section in graph.sections("Ann Reef", where={"city": "other"})] == ["other#s0"]
    assert graph.sections("unicorn") == []


def test_a_class_leads_to_the_sections_about_its_members(graph: LanguageGraph) -> None:
    assert {section.id for section in graph.sections("Boat")} == {"harbour#s0", "harbour#s1", "harbour#s2", "other#s0"}
    assert {section.id for section in graph.sections("ship", where={"city": "other"})} == {"other#s0"}
    by_class_below = {section.id for section in graph.sections("Person")}
    assert by_class_below >= {"harbour#s1", "harbour#s2"}  # a captain, and one who is called a person elsewhere


def test_a_class_leads_to_the_sections_about_its_labels(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "labels.lgm") as graph:
        graph.build([Document.from_text("The ferry is late. The harbour is full.", id="news")], workers=1)
        graph.load_schema(parse_schema(SCHEMA.replace('"Boat"', '"Vessel"').replace('"ship"', '"ferry"')))
        for name in ("Vessel", "boat", "ferry"):
            assert [section.id for section in graph.sections(name)] == ["news#s0"]
        assert graph.sections("Person") == []


def test_a_fact_leads_to_the_sections_that_state_it(graph: LanguageGraph) -> None:
    (fact,) = [each for each in graph.section("harbour#s1").facts if each.predicate == "steer"]
    assert [section.id for section in graph.sections(fact)] == ["harbour#s1"]
    assert graph.sections(fact, where={"city": "other"}) == []
    (stated,) = [each for each in graph.facts("Lark") if each.fact.key == fact.key]
    assert graph.sections(stated) == graph.sections(fact)


def test_what_names_nothing_is_refused(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="does not name a concept"):
        graph.sections("the")
    with pytest.raises(InputError, match="neither text nor a fact"):
        graph.sections(5)  # type: ignore[arg-type]


def test_without_a_schema_there_are_no_classes(tmp_path_factory: pytest.TempPathFactory) -> None:
    with LanguageGraph(tmp_path_factory.mktemp("plain") / "plain.lgm") as plain:
        plain.build([Document.from_text(HARBOUR, id="harbour", media_type="text/markdown")], facts="open", workers=1)
        assert set(plain.section("harbour#s0").concepts.values()) == {()}
        assert [section.id for section in plain.sections("boat")] == ["harbour#s0"]
