"""Whoever asks waits for nobody who writes: neither for the graph file nor for the index beside it."""

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from lgm_core import AskOptions, LanguageGraph, OpenAIChatModel, SQLiteStore
from lgm_core.retrieval.index.index_cache import current_state, surviving_index
from lgm_core.retrieval.index.index_places import place_of
from tests.support.counting_store import CountingStore
from tests.support.openai_server import OpenAIServer, completion
from tests.support.texts import many_documents

T = TypeVar("T")
FOREVER = 3600.0
"""Seconds for which a store waits for other writers here: a test that comes to wait is one that hangs."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(many_documents(40), workers=1)
    return tmp_path / "g.lgm"


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Write to a graph as another process does, in a transaction that does not end before the block."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def without_waiting(call: Callable[[], T]) -> T:
    """Return what a call does; fail if it waits."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(call()), daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive(), "it waits for who writes"
    (result,) = results
    return result


def found(graph: LanguageGraph, number: int) -> bool:
    passages = without_waiting(lambda: graph.retrieve_passages(f"What is number {number}?", 3))
    return f"d{number:05}" in {passage.document.id for passage in passages}


def test_a_question_whose_index_cannot_be_kept_since_another_writes_is_answered(path: Path) -> None:
    shutil.rmtree(path.with_name("g.lgm-index"))
    store = CountingStore(SQLiteStore(path, timeout=FOREVER))
    with LanguageGraph(store) as graph, LanguageGraph(path) as other:
        with written(path):
            assert found(graph, 3)
        other.build(many_documents(45), workers=1, index=False)
        with written(path):
            assert found(graph, 43)
        assert store.calls["scan"] == 1, "it goes on from what it holds"
        assert not list(path.with_name("g.lgm-index").glob("[!l]*")), "nothing is left of what was not kept"
        other.delete(["d00003"])
        with written(path):
            assert not found(graph, 3)
            assert found(graph, 43)


def test_what_changed_is_found_while_another_writes_and_kept_when_nobody_does(path: Path) -> None:
    folder = path.with_name("g.lgm-index")
    with LanguageGraph(SQLiteStore(path, timeout=FOREVER)) as graph, LanguageGraph(path) as other:
        assert found(graph, 3)
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        other.build(many_documents(49), workers=1, index=False)
        for documents in ([], many_documents(58)):
            other.build(documents, workers=1, index=False)
            with written(path):
                assert found(graph, 48)
            assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
        other.build(many_documents(59), workers=1, index=False)
        assert found(graph, 57)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} != before


def test_a_question_does_not_wait_for_who_keeps_an_index(path: Path) -> None:
    with LanguageGraph(SQLiteStore(path, timeout=FOREVER)) as graph, LanguageGraph(path) as other:
        other.delete(["d00003"])
        other.build(many_documents(50)[40:], workers=1, index=False)
        with place_of(other.store).lock():
            assert found(graph, 45)
            assert not found(graph, 3)


def test_the_first_index_is_made_while_another_deletes(path: Path) -> None:
    shutil.rmtree(path.with_name("g.lgm-index"))
    with LanguageGraph(path) as graph, SQLiteStore(path) as store:
        with surviving_index(store, ["d00003"]):
            assert found(graph, 3)
            store.delete(["d00003"])
        assert not list(path.with_name("g.lgm-index").glob("[!l]*")), "the deleted document was in it"
        assert not found(graph, 3)
        assert found(graph, 5)


def test_a_first_index_from_before_a_deletion_that_is_kept_after_it_has_nothing_of_the_document(path: Path) -> None:
    shutil.rmtree(path.with_name("g.lgm-index"))
    with SQLiteStore(path) as store:
        with surviving_index(store, ["d00003"]):
            state = replace(current_state(store, revision=store.revision()), base_file="")
            store.delete(["d00003"])
            with place_of(store).lock():
                place_of(store).save(state)
        kept = place_of(store).load()
        assert kept is not None
        assert (len(kept.deleted), list(kept.base.columns.document_ids).count("d00003")) == (1, 0)


def test_an_answer_does_not_wait_to_keep_a_reply(path: Path) -> None:
    with OpenAIServer([completion("A lantern [1].")]) as server:
        model = OpenAIChatModel("m", base_url=server.base_url)
        with LanguageGraph(SQLiteStore(path, timeout=FOREVER), llm=model) as graph:

            def calls() -> int:
                return without_waiting(lambda: graph.ask("What is number 3?", AskOptions(max_iterations=1))).usage.calls

            with written(path):
                assert [calls(), calls()] == [1, 1]
            assert [calls(), calls()] == [1, 0]
