"""A filter as access control: under it, a graph is the one that never had the other documents, in all that it tells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Document, Embeddings, LanguageGraph
from lgm_core.graph.port import Where
from lgm_core.model import DocumentRecord
from lgm_core.ports import Message
from tests.support.counting_store import CountingStore
from tests.support.filtered_graphs import (
    OURS,
    QUESTIONS,
    SECRET,
    THEIRS,
    WHERE,
    letters,
    take_all,
    told,
    without_stamps,
)


@pytest.fixture(params=["words", "vectors"])
def graphs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple]:
    """Return a graph of all documents, and one of ours alone."""
    embed = Embeddings(letters, letters) if request.param == "vectors" else None
    with (
        LanguageGraph(tmp_path / "all.lgm", embed=embed) as everything,
        LanguageGraph(tmp_path / "ours.lgm", embed=embed) as ours,
    ):
        everything.build([*OURS, *THEIRS], workers=1)
        ours.build(OURS, workers=1)
        yield everything, ours


def test_a_filtered_graph_tells_what_a_graph_without_the_others_tells(graphs: tuple) -> None:
    everything, ours = graphs
    filtered, alone = told(everything, WHERE), told(ours, None)
    for result, expected in zip(filtered, alone, strict=True):
        assert result == expected
        assert without_stamps(result) == without_stamps(expected)
    assert everything.documents(where=WHERE) == ours.documents()


def test_nothing_readable_of_the_others_is_told(graphs: tuple) -> None:
    everything, _ = graphs
    asked = {word for question in (*QUESTIONS, take_all([Message("user", "")])) for word in SECRET.findall(question)}
    found = {word for result in told(everything, WHERE) for word in SECRET.findall(repr(result))}
    assert found <= asked
    assert {word for result in told(everything, None) for word in SECRET.findall(repr(result))} > asked


def test_a_changed_document_is_seen_by_a_filter_that_was_used_before(graphs: tuple) -> None:
    everything, _ = graphs
    assert "jelly" in {hit.document.id for hit in everything.retrieve_passages("jelly", where=WHERE)}
    everything.build(replace(OURS[2], metadata={"readers": ["harbour"]}), workers=1)
    assert "jelly" not in {hit.document.id for hit in everything.retrieve_passages("jelly", where=WHERE)}
    everything.delete("washing")
    assert {hit.document.id for hit in everything.retrieve_passages("fruits", where=WHERE)} == {"quinces"}


def test_filters_of_many_tenants_are_kept_within_bounds(tmp_path: Path) -> None:
    documents = [
        Document(f"d{number}", f"Fruit number {number} is red. It is sold.", metadata={"owner": number})
        for number in range(6)
    ]
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(documents, workers=1)
        first = graph.ranker({"owner": 0})
        assert graph.ranker({"owner": {"$in": [0]}}) is first
        assert graph.ranker({"owner": {"$gte": 0}}) is graph.ranker()
        wide = graph.ranker({"owner": {"$gt": 0}})
        assert graph.ranker({"owner": 0}) is first
        assert graph.ranker({"owner": {"$gt": 1}}) is not wide
        assert graph.ranker({"owner": {"$gt": 0}}) is not wide
        assert graph.ranker({"owner": "nobody"}).passages("fruit") == []


def test_which_documents_pass_a_filter_is_found_out_once_until_the_graph_changes(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([replace(document, id=f"{document.id}{n}") for document in OURS for n in range(3)], workers=1)
        asked: list[dict[str, object]] = []
        store = graph.store

        class Watched(CountingStore):
            def documents(self, ids: Sequence[str] | None = None, where: Where | None = None) -> list[DocumentRecord]:
                asked.append({"ids": ids, "where": where})
                return store.documents(ids, where)

        graph.store = Watched(store)  # type: ignore[assignment]
        for question in QUESTIONS:
            for where in (WHERE, {**WHERE, "title": {"$ne": 1}}, {**WHERE, "title": {"$ne": True}}):
                graph.retrieve_passages(question, where=where)
                graph.ask(question, where=where)
        scanned = [call["where"] for call in asked if call["ids"] is None and call["where"] is not None]
        assert len(scanned) == 3  # 1 and True are equal in Python, and not in a filter
        graph.delete(f"{OURS[0].id}0")
        graph.retrieve_passages(QUESTIONS[0], where=WHERE)
        assert [call["where"] for call in asked if call["ids"] is None and call["where"] is not None][3:] == [WHERE]
