"""Constructing documents of a graph, without a language model: what is there then, and what is told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import ConstructionOptions, Document, FeedbackOptions, InputError, LanguageGraph
from lgm_core.errors import LanguageModelSetupError
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import EntityClass, TraceStep
from tests.support.papers import PAPER, export_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "ferries.md").write_text(PAPER, encoding="utf-8")
    return folder


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        yield graph


def test_a_file_is_learned_and_constructed(graph: LanguageGraph, folder: Path) -> None:
    report = graph.construct(folder / "ferries.md")
    assert report.document == "ferries.md"
    assert set(report.additions) >= {"mentions", "entities", "relations"}
    names = {entity.name: entity for entity in graph.entities("ferries.md")}
    assert names["Saltmarsh Ferries"].entity_class is EntityClass.NAMED
    assert graph.store.facts(concept=names["Saltmarsh Ferries"].key)
    (record,) = graph.constructions()
    assert (record.document, record.is_stale, record.additions) == ("ferries.md", False, report.additions)


def test_a_document_is_named_by_its_id_its_path_or_itself(graph: LanguageGraph, folder: Path) -> None:
    graph.build(folder)
    by_id = graph.construct("ferries.md")
    by_path = graph.construct(str(folder / "ferries.md"))
    assert by_path.additions == by_id.additions
    assert graph.statistics().documents == 1
    other = graph.construct(Document.from_text("Orford has a quay. Orford is a town.", id="orford"))
    assert other.document == "orford"
    assert [record.document for record in graph.constructions()] == ["ferries.md", "orford"]


def test_a_folder_is_constructed_document_by_document(graph: LanguageGraph, folder: Path) -> None:
    (folder / "quays.md").write_text("# Quays\n\nOrford has a quay. The quay belongs to Ada Lindqvist.\n")
    reports = graph.construct_all(folder)
    assert [report.document for report in reports] == ["ferries.md", "quays.md"]
    with pytest.raises(InputError, match="2 documents; use construct_all"):
        graph.construct(folder)


def test_everything_can_be_taken_back(graph: LanguageGraph, folder: Path, tmp_path: Path) -> None:
    graph.build(folder)
    before = export_of(graph, tmp_path / "before")
    report = graph.construct("ferries.md")
    graph.undo(report.additions["relations"])
    assert not graph.store.facts()
    graph.undo(graph.additions())
    assert export_of(graph, tmp_path / "after") == before
    assert graph.constructions() == []


def test_again_changes_nothing(graph: LanguageGraph, folder: Path) -> None:
    first = graph.construct(folder / "ferries.md")
    revision = graph.store.revision()
    assert graph.construct(folder / "ferries.md") == first
    assert graph.store.revision() == revision


def test_an_edited_document_is_stale_until_it_is_constructed_again(graph: LanguageGraph, folder: Path) -> None:
    first = graph.construct(folder / "ferries.md")
    (folder / "ferries.md").write_text(PAPER.replace("Jonas Berg", "Mira Voss"), encoding="utf-8")
    graph.build(folder)
    assert [record.is_stale for record in graph.constructions()] == [True]
    left = {record.id for record in graph.additions()}
    assert first.additions["entities"] in left
    second = graph.construct("ferries.md")
    assert set(second.taken_back) == left
    assert [record.is_stale for record in graph.constructions()] == [False]
    names = {entity.name for entity in graph.entities("ferries.md")}
    assert "Mira Voss" in names
    assert "Jonas Berg" not in names


def test_an_edited_file_is_learned_anew_first(graph: LanguageGraph, folder: Path) -> None:
    graph.construct(folder / "ferries.md")
    (folder / "ferries.md").write_text(PAPER.replace("Jonas Berg", "Mira Voss"), encoding="utf-8")
    graph.construct(folder / "ferries.md")
    assert graph.statistics().documents == 1
    assert "Mira Voss" in {entity.name for entity in graph.entities("ferries.md")}


def test_sync_and_async_are_equal(graph: LanguageGraph, folder: Path, tmp_path: Path) -> None:
    report = graph.construct(folder / "ferries.md")
    with LanguageGraph(tmp_path / "other.lgm") as other:
        assert asyncio.run(other.aconstruct(folder / "ferries.md")) == report
        assert export_of(other, tmp_path / "b") == export_of(graph, tmp_path / "a")
        assert other.entities("ferries.md") == graph.entities("ferries.md")
        assert [record.additions for record in other.constructions()] == [report.additions]


def test_each_stage_is_told(graph: LanguageGraph, folder: Path) -> None:
    steps: list[TraceStep] = []
    graph.construct(folder / "ferries.md", ConstructionOptions(stages=["entities"]), on_step=steps.append)
    told = [step.details["stage"] for step in steps if step.name == "construction stage"]
    assert told == ["mentions", "entities"]


def test_entities_of_a_document_that_is_not_constructed_are_its_concepts(graph: LanguageGraph, folder: Path) -> None:
    graph.build(folder)
    assert {"Orford", "Jonas Berg"} <= {entity.name for entity in graph.entities("ferries.md")}


def test_what_is_no_document_is_refused(graph: LanguageGraph, folder: Path) -> None:
    graph.build(folder)
    with pytest.raises(InputError, match=r"perhaps 'ferries\.md' is meant"):
        graph.construct("feries.md")
    with pytest.raises(InputError, match="'quays'"):
        graph.entities("quays")
    with pytest.raises(InputError, match="ConstructionOptions"):
        graph.construct("ferries.md", "all")  # type: ignore[arg-type]


def test_a_model_that_is_not_there_and_a_backend_that_does_not_parse_are_told(folder: Path, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm", annotator="lite") as graph:
        with pytest.raises(LanguageModelSetupError, match="use_llm"):
            graph.construct(folder / "ferries.md", ConstructionOptions(use_llm=True))
        with pytest.raises(InputError, match="parse"):
            graph.construct(folder / "ferries.md")


def test_questions_are_answered_from_constructed_facts_with_their_sentences(graph: LanguageGraph, folder: Path) -> None:
    graph.construct(folder / "ferries.md")
    question = "Who built the boats?"
    found = graph.retrieve_facts(question)
    sentences = {sentence.text for restored in found.facts for sentence in restored.sentences}
    assert "The boats were built by Jonas Berg in Orford." in sentences
    model = ScriptedChatModel(lambda _: "Jonas Berg [1].")
    answer = graph.with_llm(model).ask(question, FeedbackOptions(max_rounds=0))
    assert any("built by Jonas Berg" in message.content for message in model.requests[0].messages)
    assert any("built by Jonas Berg" in citation.text for citation in answer.citations)


def test_what_cannot_be_read_keeps_nothing_else_from_being_constructed(graph: LanguageGraph, folder: Path) -> None:
    (folder / "broken.md").write_bytes(b"Orford\x00 has a quay.")
    (folder / "code.md").write_text("```python\nx = 1\n```\n")
    reports = {report.document.rpartition("/")[2]: report for report in graph.construct_all(folder)}
    assert reports["ferries.md"].ok
    assert "no sentence with words" in reports["code.md"].refused
    assert reports["broken.md"].refused
    with pytest.raises(InputError):
        graph.construct(folder / "broken.md")
    with pytest.raises(InputError):
        graph.construct("")


def test_a_text_in_a_language_that_is_not_parsed_is_told_as_such(graph: LanguageGraph) -> None:
    german = Document.from_text("Die Fähre fährt jeden Tag nach Orford. Jonas Berg baute das Boot.", id="de")
    assert "another language (de)" in str(graph.construct(german))
