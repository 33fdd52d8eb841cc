"""Questions and titles in scripts that are written in other ways than with words between spaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    return LanguageGraph(tmp_path / "graph.lgm")


def test_a_title_with_a_joined_emoji_can_be_named(graph: LanguageGraph) -> None:
    graph.build([Document.from_text("Plain text here.", id="a", title="👨‍👩‍👧 Smith Family")])
    assert [passage.document.id for passage in graph.retrieve_passages("The 👨‍👩‍👧 Smith Family")] == ["a"]


def test_a_name_behind_a_middle_dot_is_found(graph: LanguageGraph) -> None:
    graph.build([Document.from_text("俳優のトム・クルーズは来日した。", id="tom")])
    assert graph.retrieve_passages("クルーズはいつ来日した？")


def test_what_a_filter_leaves_out_tells_no_language(graph: LanguageGraph, tmp_path: Path) -> None:
    english = [
        Document.from_text("The tram stations of Elmford were built in 1911.", id="e1", metadata={"l": "en"}),
        Document.from_text("A church stands on the hill of Elmford.", id="e2", metadata={"l": "en"}),
    ]
    german = "Die Kirche von Ulm wurde in der Stadt von den Bürgern und mit dem Geld der Händler gebaut."
    graph.build([*english, Document.from_text(german * 3, id="d", metadata={"l": "de"})])
    alone = LanguageGraph(tmp_path / "alone.lgm")
    alone.build(english)
    for question in ("Stations", "die Kirche", "Elmford church"):
        filtered = graph.retrieve_passages(question, where={"l": "en"})
        assert [(hit.id, hit.score) for hit in filtered] == [
            (hit.id, hit.score) for hit in alone.retrieve_passages(question)
        ]
