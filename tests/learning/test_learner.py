"""Learning: from documents to a durable graph, whatever happens on the way."""

import io
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Cancelled, Document, LanguageGraph
from lgm_core.graph.export import export_jsonl
from lgm_core.model import MentionSource, RelationKind
from tests.support.texts import APPLES, BOATS, ORCHARD, many_documents, write_corpus


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        yield graph


def exported(graph: LanguageGraph) -> bytes:
    out = io.BytesIO()
    export_jsonl(graph.store, out)
    return out.getvalue()


def relations_with_texts(graph: LanguageGraph) -> dict[tuple[str, str, str], list[str]]:
    """Return the relations of a graph, each with the texts of its evidence."""
    return {
        relation.key: [
            sentence.text
            for sentence in graph.store.sentences([evidence.sentence_id for evidence in relation.evidence])
        ]
        for relation in graph.store.relations()
    }


def test_the_example_of_the_paper_gives_its_relations_with_their_sentences(graph: LanguageGraph) -> None:
    graph.build(APPLES)
    assert relations_with_texts(graph) == {
        ("is_a", "apple", "fruit"): ["Apples are a type of fruit."],
        ("has_part", "fruit", "vitamin"): ["Fruits contain many vitamins."],
    }


def test_classes_that_run_in_circles_are_told_with_what_is_used_of_them(graph: LanguageGraph, caplog) -> None:
    first = graph.build([Document.from_text("An owl is a bird. A bird is an animal. Brass is a metal.", id="a")])
    assert (first.circular, first.circles) == ((), "")
    report = graph.build([Document.from_text("An animal is an owl. An owl is a bird. A bird is an animal.", id="b")])
    assert [(each.subject, each.object) for each in report.circular] == [
        ("animal", "owl"),
        ("bird", "animal"),
        ("owl", "bird"),
    ]
    assert report.circles == (
        "Is-a relations in cycles: animal is a kind or instance of owl (1 sentence; not used), "
        "bird is a kind or instance of animal (2 sentences), owl is a kind or instance of bird (2 sentences)"
    )
    assert report.circles in caplog.text
    assert not graph.build([Document.from_text("Tin is a metal.", id="c")]).circular


def test_offsets_of_sentences_point_into_the_original_text(graph: LanguageGraph) -> None:
    graph.build([ORCHARD, BOATS])
    for document in (ORCHARD, BOATS):
        sentences = graph.store.sentences([f"{document.id}#{position}" for position in range(3)])
        assert len(sentences) == 3
        for sentence in sentences:
            assert document.text[sentence.start : sentence.end] == sentence.text


def test_mentions_point_into_their_sentence(graph: LanguageGraph) -> None:
    graph.build(ORCHARD)
    sentences = graph.store.sentences([f"orchard#{position}" for position in range(5)])
    texts = {sentence.id: sentence.text for sentence in sentences}
    mentions = graph.store.mentions(list(texts))
    assert {"orchard", "tree", "hedge", "pear", "lili marten"} <= {mention.concept for mention in mentions}
    for mention in mentions:
        if mention.source is not MentionSource.TITLE:
            assert texts[mention.sentence_id][mention.start : mention.end] == mention.surface


def test_a_pronoun_is_marked_and_mentions_whom_it_means(graph: LanguageGraph) -> None:
    graph.build(ORCHARD)
    (sentence,) = graph.store.sentences(["orchard#2"])
    assert sentence.resolved == "She [: Lili Marten] grows pears."
    sources = {(mention.concept, mention.source) for mention in graph.store.mentions([sentence.id])}
    assert ("lili marten", MentionSource.COREFERENCE) in sources


def test_the_title_is_a_concept_of_every_sentence(graph: LanguageGraph) -> None:
    graph.build(ORCHARD)
    assert len(graph.store.sentences_about(["orchard"])) == 5


def test_a_second_build_does_nothing(graph: LanguageGraph) -> None:
    documents = [APPLES, ORCHARD, BOATS]
    graph.build(documents)
    before = graph.store.revision()
    report = graph.build(documents)
    assert (report.learned, report.skipped) == (0, 3)
    assert graph.store.revision() == before


def test_one_changed_document_is_learned_alone_and_replaces_its_old_self(graph: LanguageGraph) -> None:
    graph.build([APPLES, ORCHARD])
    changed = replace(APPLES, text="Plums are a type of fruit.")
    report = graph.build([changed, ORCHARD])
    assert str(report).startswith(f"learned 1 documents ({report.sentences} sentences, ")
    assert (report.learned, report.skipped) == (1, 1)
    assert ("is_a", "plum", "fruit") in relations_with_texts(graph)
    assert graph.store.find_concepts(["apple", "vitamin"]) == []


def test_a_changed_title_or_metadata_is_a_change(graph: LanguageGraph) -> None:
    graph.build(APPLES)
    assert graph.build(replace(APPLES, metadata={"year": 2024})).learned == 1
    assert graph.build(replace(APPLES, title="Apples", metadata={"year": 2024})).learned == 1


def test_the_order_of_learning_leaves_no_trace(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "a.lgm") as graph, LanguageGraph(tmp_path / "b.lgm") as other:
        graph.build([APPLES, ORCHARD, BOATS])
        other.build([BOATS, APPLES])
        other.build([ORCHARD])
        assert exported(graph) == exported(other)


def test_worker_processes_change_nothing(tmp_path: Path) -> None:
    documents = many_documents(150)
    with LanguageGraph(tmp_path / "a.lgm") as graph, LanguageGraph(tmp_path / "b.lgm") as other:
        graph.build(documents, workers=1)
        other.build(documents, workers=2)
        assert exported(graph) == exported(other)


def test_an_alias_is_one_relation_whichever_way_it_is_stated(graph: LanguageGraph) -> None:
    graph.build(
        [
            Document.from_text("Sodium chloride is also known as table salt.", id="a"),
            Document.from_text("Table salt is also known as sodium chloride.", id="b"),
        ]
    )
    (alias,) = graph.store.relations(kind=RelationKind.ALIAS_OF)
    assert (alias.subject, alias.object) == ("sodium chloride", "table salt")
    assert [evidence.sentence_id for evidence in alias.evidence] == ["a#0", "b#0"]


def test_a_document_that_comes_twice_in_one_build_is_reported(graph: LanguageGraph) -> None:
    report = graph.build([APPLES, replace(APPLES, text="Something else.")])
    assert report.learned == 1
    assert [failure.name for failure in report.failed] == ["apples"]


class CollidingId(str):
    """An id with the same hash as all others of its kind."""

    def __hash__(self) -> int:
        return 1


def test_documents_whose_ids_have_equal_hashes_are_different_documents(graph: LanguageGraph) -> None:
    apples, boats = replace(APPLES, id=CollidingId("apples")), replace(BOATS, id=CollidingId("boats"))
    report = graph.build([apples, boats], workers=1)
    assert (report.learned, report.failed) == (2, ())
    assert [record.id for record in graph.documents()] == ["apples", "boats"]


@pytest.mark.parametrize(
    "document",
    [
        Document(" ", "Some text."),
        Document("a\ud800", "Some text."),
        Document("a", "Some text.", metadata={"authors": [["Lili", "Jan"]]}),  # type: ignore[dict-item]
        Document("a", "Some text.", metadata={"score": float("nan")}),
        Document("a", "Some text.", title="\udfff"),
    ],
)
def test_a_document_that_no_store_can_hold_is_reported_and_the_others_are_learned(
    graph: LanguageGraph, document: Document
) -> None:
    report = graph.build([document, APPLES])
    assert report.learned == 1
    assert [failure.name for failure in report.failed] == [document.id]


def test_half_characters_in_a_text_do_not_stop_learning(graph: LanguageGraph) -> None:
    assert graph.build(Document("a", "A cart \ud83d is a vehicle.")).learned == 1


def test_a_file_that_cannot_be_read_does_not_stop_the_others(graph: LanguageGraph, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "good.txt").write_text("A cart is a vehicle.", encoding="utf-8")
    (folder / "bad.txt").write_bytes(b"\xff\xfe\x00broken\x00\x01")
    (folder / "empty.md").write_text("", encoding="utf-8")
    report = graph.build(folder)
    assert report.learned == 1
    assert [Path(failed.name).name for failed in report.failed] == ["bad.txt"]
    assert report.ignored
    assert ("is_a", "cart", "vehicle") in relations_with_texts(graph)


def test_cancelling_keeps_what_was_learned_and_the_next_build_goes_on(tmp_path: Path) -> None:
    documents = many_documents(200)
    cancel = threading.Event()
    with LanguageGraph(tmp_path / "a.lgm") as graph, LanguageGraph(tmp_path / "b.lgm") as other:
        with pytest.raises(Cancelled):
            graph.build(documents, workers=1, on_step=lambda step: cancel.set(), cancel=cancel)
        stored = graph.statistics().documents
        assert 0 < stored < 200
        report = graph.build(documents, workers=1)
        assert report.skipped == stored
        other.build(documents, workers=1)
        assert exported(graph) == exported(other)


def build_command(corpus: Path, graph: Path) -> Sequence[str]:
    return [sys.executable, "-m", "lgm_core.cli", "build", str(corpus), "--graph", str(graph), "--workers", "1"]


@pytest.mark.thorough
def test_a_build_killed_at_a_random_moment_is_completed_by_the_next(tmp_path: Path) -> None:
    documents = many_documents(1200 if os.environ.get("LGM_FULL") else 500)
    corpus = write_corpus(tmp_path / "corpus.jsonl", documents)
    with LanguageGraph(tmp_path / "undisturbed.lgm") as undisturbed:
        undisturbed.build(corpus)
        expected = exported(undisturbed)
    random_ = random.Random()
    path = tmp_path / "killed.lgm"
    for _ in range(3):
        process = subprocess.Popen(build_command(corpus, path), stdout=subprocess.DEVNULL)
        while not path.exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(random_.uniform(0, 0.5))
        process.kill()
        process.wait()
    with LanguageGraph(path) as graph:
        graph.build(corpus)
        assert exported(graph) == expected


@pytest.mark.thorough
def test_ctrl_c_ends_a_build_cleanly(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "corpus.jsonl", many_documents(6000))
    path = tmp_path / "stopped.lgm"
    process = subprocess.Popen(build_command(corpus, path), stderr=subprocess.PIPE, text=True)
    while not path.exists() and process.poll() is None:
        time.sleep(0.005)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped" in output
    assert "Traceback" not in output
