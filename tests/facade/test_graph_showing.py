"""A graph shows itself: as a page, and at the end of a notebook's cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lgm_core import Document, InputError, LanguageGraph, StoreError
from lgm_core.facade import page_showing
from tests.support.filtered_graphs import OURS, SECRET, THEIRS, WHERE


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    graph = LanguageGraph(tmp_path_factory.mktemp("shown") / "it.lgm")
    graph.build([*OURS, *THEIRS])
    return graph


def test_the_page_tells_what_it_is_about(graph: LanguageGraph) -> None:
    assert graph.show().title == "Graph"
    assert graph.show("quince").title == "Graph: quince"


def test_nothing_of_documents_that_the_filter_keeps_out_is_in_the_page(graph: LanguageGraph) -> None:
    assert SECRET.search(_data(graph.show().html))
    for shown in (graph.show(where=WHERE), graph.show("quinces", where=WHERE), graph.show(where=WHERE, limit=3)):
        assert not SECRET.search(_data(shown.html))


def test_a_notebook_shows_counts_and_the_page(graph: LanguageGraph) -> None:
    shown = graph._repr_html_()
    assert "6 documents" in shown
    assert "<iframe" in shown


def test_a_notebook_keeps_a_part_of_a_large_graph(graph: LanguageGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_showing, "PART", 2)
    assert "the best connected ones" in graph._repr_html_()
    assert "the best connected ones" not in graph.show().html


def test_a_graph_that_is_not_there_says_so(tmp_path: Path) -> None:
    missing = LanguageGraph(tmp_path / "<none>.lgm")
    assert "there is no such graph" in missing._repr_html_()
    assert "<none>" not in missing._repr_html_()
    with pytest.raises(StoreError):
        missing.show()


def test_a_graph_without_relations_says_what_to_do(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "empty.lgm") as graph:
        graph.store.create()
        assert "lgm build" in graph.show().html
        graph.build([Document.from_text("Anna met Bert.")])
        assert "--facts open" in graph.show(facts=False).html


def test_a_limit_that_leaves_no_relation_leaves_concepts(graph: LanguageGraph) -> None:
    assert "Nothing to show yet" not in graph.show(limit=1).html


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"limit": 0}, "limit=0 asks for nothing"),
        ({"limit": 2.5}, "limit=2.5 is not a whole number"),
    ],
)
def test_wrong_arguments_are_told(graph: LanguageGraph, wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        graph.show(**wrong)


def _data(html: str) -> str:
    return html.partition('id="data">')[2].partition("</script>")[0]
