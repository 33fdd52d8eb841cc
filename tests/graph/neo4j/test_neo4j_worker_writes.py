"""Builds whose workers write what they analysed: the graph and the report are those of a single writer."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import uuid4

import pytest

from lgm_core import BuildReport, Document, LanguageGraph
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.learning import outdated_documents
from tests.graph.store_contract import exported
from tests.support.fatal_documents import FATAL, FatalAnnotator
from tests.support.neo4j_server import Server
from tests.support.texts import many_documents

DOCUMENTS = many_documents(40)
FORMER = [Document.from_text(f"{each.text} So it was.", id=each.id) for each in DOCUMENTS[:10]]
QUESTION = "Where was the lantern number 7 made?"


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outdated_documents, "CHUNK_DOCUMENTS", 5)


@pytest.fixture
def address(neo4j_server: Server) -> str:
    login = f"{neo4j_server.username}:{quote(neo4j_server.password, safe='')}"
    return f"bolt://{login}@{urlsplit(neo4j_server.uri).netloc}?graph=workers-{uuid4().hex}"


class Loses(ThreadPoolExecutor):
    """An executor one of whose workers writes, and is lost before it can tell."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        done = super().submit(work, *arguments, **named)
        if arguments[-1] != 2:
            return done
        done.result()
        lost: Future[Any] = Future()
        lost.set_exception(BrokenExecutor("a machine was taken away"))
        return lost


def built(place: str | Path, **options: Any) -> tuple[bytes, Any, Any, BuildReport]:
    """Return what a graph is after two builds: its export, its counts, what a question finds, and the report."""
    with LanguageGraph(place) as graph:
        graph.build(FORMER, workers=1)
        report = graph.build(DOCUMENTS, facts="open", **options)
        hits = [(hit.section.id, round(hit.score, 6)) for hit in graph.retrieve_passages(QUESTION, 5)]
        return exported(graph.store), graph.statistics(), hits, dataclasses.replace(report, seconds={})


def test_who_writes_leaves_no_trace(address: str, tmp_path: Path) -> None:
    with Loses(3) as executor:
        by_workers = built(address, executor=executor, write_in_workers=True)
    assert by_workers == built(tmp_path / "graph.lgm", workers=1)


def test_processes_made_for_a_build_write_what_they_analyse(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [*DOCUMENTS, Document.from_text(f"A {FATAL} word.", id="fatal")]

    def refuse(store: Neo4jStore, graphs: object) -> None:
        pytest.fail("the process that builds has written itself")

    monkeypatch.setattr(Neo4jStore, "write_many", refuse)
    with LanguageGraph(address, annotator=FatalAnnotator()) as graph:
        report = graph.build(documents, workers=2, write_in_workers=True)
        assert [failed.name for failed in report.failed] == ["fatal"]
        assert [record.id for record in graph.documents()] == [document.id for document in DOCUMENTS]


def test_workers_are_told_no_password_unless_it_is_asked_for(address: str) -> None:
    class Listens(ThreadPoolExecutor):
        def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
            told.append(arguments)
            return super().submit(work, *arguments, **named)

    told: list[Any] = []
    with LanguageGraph(address) as graph, Listens(2) as executor:
        graph.build(DOCUMENTS[:12], executor=executor)
        assert not [each for each in told if "Neo4jStore" in repr(each)]
        graph.build(DOCUMENTS[12:], executor=executor, write_in_workers=True)
    assert [each for each in told if "Neo4jStore" in repr(each)]
    password = urlsplit(address).password or ""
    assert not [each for each in told if password in repr(each)], "it would be in the logs of executors"
