"""A document is shown to whom the filter lets see it; to others it is as one that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.cli.application import app


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    graph = LanguageGraph(tmp_path_factory.mktemp("shown") / "it.lgm")
    graph.build([Document.from_text("A quince is a fruit.", id="quince", metadata={"reader": "ash"})], workers=1)
    return graph


def test_who_may_see_a_document_is_shown_it(graph: LanguageGraph) -> None:
    assert graph.show_document("quince", where={"reader": "ash"}) == graph.show_document("quince")


def test_to_others_it_is_not_there(graph: LanguageGraph) -> None:
    told = []
    for id in ("quince", "quinces"):
        with pytest.raises(InputError) as raised:
            graph.show_document(id, where={"reader": "birch"})
        told.append(str(raised.value).replace("quinces", "quince"))
    assert told[0] == told[1]


def test_the_command_has_the_filter_too(graph: LanguageGraph, tmp_path: Path) -> None:
    line = ["show", "--document", "quince", "--graph", str(graph.store), "--output", str(tmp_path / "page.html")]
    assert CliRunner().invoke(app, [*line, "--where", '{"reader": "birch"}']).exit_code != 0
    assert CliRunner().invoke(app, [*line, "--where", '{"reader": "ash"}']).exit_code == 0


@pytest.mark.parametrize("at", ["1", 0.5, True, None])
def test_a_position_that_is_no_number_is_told(graph: LanguageGraph, at: object) -> None:
    with pytest.raises(InputError, match="no whole number"):
        graph.show_document("quince", at=at)  # type: ignore[arg-type]
