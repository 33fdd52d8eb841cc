"""The index of the ranking: made by the build, so that no question waits for it."""

import logging
import shutil
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from lgm_core import Cancelled, LanguageGraph, SQLiteStore
from lgm_core.model import TraceStep
from tests.support.counting_store import CountingStore
from tests.support.texts import many_documents

QUESTION = "What is a lantern?"


def reading(path: Path) -> CountingStore:
    """Open the graph as another process would, ask, and return what was asked of the store."""
    store = CountingStore(SQLiteStore(path))
    with LanguageGraph(store) as graph:
        assert graph.retrieve_passages(QUESTION)
    return store


def test_the_first_question_after_a_build_finds_the_index_made(tmp_path: Path) -> None:
    steps: list[TraceStep] = []
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        report = graph.build(many_documents(40), workers=1, on_step=steps.append)
    assert [step.name for step in steps][-1] == "indexing"
    assert report.seconds["index"] <= report.seconds["total"]
    calls = reading(tmp_path / "g.lgm").calls
    assert (calls["scan"], calls["write_blob"]) == (0, 0)


def test_many_small_additions_do_not_each_make_the_index_anew(tmp_path: Path) -> None:
    *most, last = many_documents(60)
    store = CountingStore(SQLiteStore(tmp_path / "g.lgm"))
    with LanguageGraph(store) as graph:
        graph.build(most, workers=1)
        written = store.calls["write_blob"]
        graph.build(last, workers=1)
        assert store.calls["write_blob"] == written
        assert graph.build(last, index=True).skipped == 1  # asked for, it is made
        assert store.calls["write_blob"] > written


def test_a_build_after_which_much_has_changed_makes_a_new_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lgm_core.retrieval.index.index_cache._LEAST_MERGED", 1)
    *most, third, second, last = many_documents(60)

    def bases() -> list[str]:
        return [path.name for path in (tmp_path / "g.lgm-index").glob("base-*")]

    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(most, workers=1)
        first = bases()
        graph.build(third, workers=1)
        assert graph.retrieve_passages(QUESTION)
        assert bases() == first
        graph.build(second, workers=1, index=False)
        assert graph.retrieve_passages(QUESTION)
        assert bases() == first
        graph.build(last, workers=1)
        assert bases() != first


def test_the_index_can_be_left_to_the_first_question(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(many_documents(5), workers=1, index=False)
    assert reading(tmp_path / "g.lgm").calls["write_blob"] > 0


def test_cancelling_while_the_index_is_due_keeps_the_documents(tmp_path: Path) -> None:
    cancel = threading.Event()

    def stop(step: TraceStep) -> None:
        if step.name == "indexing":
            cancel.set()

    with LanguageGraph(tmp_path / "g.lgm") as graph:
        with pytest.raises(Cancelled):
            graph.build(many_documents(5), workers=1, on_step=stop, cancel=cancel)
        assert len(graph.documents()) == 5


def test_an_embedding_model_that_fails_does_not_undo_a_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError("no network")

    with LanguageGraph(tmp_path / "g.lgm", embed=embed) as graph, caplog.at_level(logging.WARNING):
        assert graph.build(many_documents(5), workers=1).learned == 5
        assert "the first question will try again: no network" in caplog.text
        with pytest.raises(ConnectionError):
            graph.retrieve_passages(QUESTION)


def test_a_graph_that_is_only_read_is_searched_as_it_is_now_without_keeping_an_index(tmp_path: Path) -> None:
    path, documents = tmp_path / "graph.lgm", many_documents(60)
    with LanguageGraph(path) as writer, LanguageGraph(SQLiteStore(path, read_only=True)) as reader:

        def found(number: int) -> bool:
            passages = reader.retrieve_passages(f"What is number {number}?", 3)
            return f"d{number:05}" in {passage.document.id for passage in passages}

        writer.build(documents[:5], workers=1)
        shutil.rmtree(tmp_path / "graph.lgm-index", ignore_errors=True)
        before = path.read_bytes()
        assert found(3)
        assert not (tmp_path / "graph.lgm-index").exists()
        assert path.read_bytes() == before
        writer.build(documents[5:40], workers=1)
        assert found(30)
        writer.retrieve_passages("What is number 30?")
        assert found(30)
        writer.build(documents[40:], workers=1)
        assert found(3)
        assert found(55)
        writer.delete(["d00003"])
        assert not found(3)
        assert found(55)
