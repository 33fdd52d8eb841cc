"""The page of a schema in a real browser, and the counts of each layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.pages.schema_page import read_layers
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.browser import DESKTOP, PHONE, Browser

HOSTILE = "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"
SCHEMA = Schema(
    "harbours",
    classes=(
        SchemaClass("Vessel", ("vessel", HOSTILE)),
        SchemaClass("Ferry", ("ferry",), ("Vessel",)),
        SchemaClass("Company", ("company",)),
    ),
    properties=(
        SchemaProperty("operator", ("operator", "operated by"), "Vessel", "Company"),
        SchemaProperty("launched", ("launched",), "Vessel", "date"),
        SchemaProperty("christenedBy", ("christened by",), "Vessel", status="proposed"),
    ),
)
TEXTS = {
    "aldis": "The Aldis is operated by Brell Lines. The Aldis was christened by Anna Dorn. The Aldis rocks gently.",
    "borea": "The Borea is operated by Brell Lines. Olga Falk painted it. The Cressa is operated by Brell Lines.",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    documents = [Document.from_text(text, id=id, metadata={"pier": id}) for id, text in TEXTS.items()]
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "it.lgm") as graph:
        graph.build(documents, facts="open", workers=1)
        graph.load_schema(SCHEMA)
        yield graph


def test_each_layer_is_counted(graph: LanguageGraph) -> None:
    layers = read_layers(GraphView(graph.store), SCHEMA)
    assert layers.support == {"operator": 3, "christenedBy": 1}
    assert layers.facts == (3, graph.statistics().facts - 3)
    assert layers.sentences[0] == 3
    assert sum(layers.sentences) == graph.statistics().sentences == 6
    unread = read_layers(GraphView(graph.store), Schema())
    assert (unread.facts[0], unread.sentences[0], unread.support) == (0, 0, {})


def test_a_filter_counts_only_what_passes_it(graph: LanguageGraph, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "own.lgm") as own:
        own.build([Document.from_text(TEXTS["aldis"], id="aldis")], facts="open", workers=1)
        own.load_schema(SCHEMA)
        assert graph.show(schema=True, where={"pier": "aldis"}) == own.show(schema=True)
    assert graph.show(schema=True, where={"pier": "aldis"}) != graph.show(schema=True)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_classes_are_drawn_and_properties_listed(browser: Browser, graph: LanguageGraph, size: tuple[int, int]) -> None:
    browser.open(graph.show(schema=True), size)
    browser.wait_for("return document.documentElement.dataset.ready")
    assert browser.run("return document.title") == "Schema: harbours"
    edges = browser.run(
        """const { renderer, graph } = graphPage.picture;
        const key = (node) => graphData.concepts[node].key, head = (edge) => renderer.getEdgeDisplayData(edge).head;
        return graph.mapEdges((edge, _, a, b) => [[key(a), key(b)].sort().join(" "), head(edge)]);"""
    )
    assert sorted(edges) == [["Company Vessel", 1], ["Ferry Vessel", 1]]
    rows = [row.text for row in browser.all("#told tr")]
    assert "operator operator, operated by Vessel Company 3" in rows
    assert "launched launched Vessel date 0" in rows
    assert "christenedBy christened by Vessel 1 proposed" in rows
    browser.run("graphPage.choose(graphData.byKey.get('Vessel').number)")
    panel = browser.find("#panel").text
    assert HOSTILE in panel
    assert "Kinds of it 1" in panel
    assert "Properties 3" in panel
    assert "christenedBy anything (1 facts)" in panel
    assert "proposed" in panel
    assert "Mentioned" not in panel
    assert not browser.is_wider_than_window()
    assert [line for line in browser.log() if "GL Driver Message" not in line] == []


def test_a_schema_without_classes_has_no_picture(browser: Browser, graph: LanguageGraph) -> None:
    only = replace(SCHEMA, classes=(), properties=(SchemaProperty("operator", (HOSTILE,)),))
    with LanguageGraph(graph.store.path.with_name("only.lgm")) as other:  # type: ignore[attr-defined]
        other.load_schema(only)
        browser.open(other.show(schema=True))
        assert "operator" in browser.find("#figures").text
        assert HOSTILE in browser.find("#figures").text
        assert browser.all("#stage") == []
        assert browser.log() == []


def test_a_schema_is_shown_alone_and_only_where_there_is_one(graph: LanguageGraph, tmp_path: Path) -> None:
    for what, document in (("Aldis", None), (None, "aldis")):
        with pytest.raises(InputError, match="leave it out"):
            graph.show(what, document=document, schema=True)
    with LanguageGraph(tmp_path / "bare.lgm") as bare:
        bare.build([Document.from_text("Tea is hot.", id="tea")], workers=1)
        with pytest.raises(InputError, match="no schema"):
            bare.show(schema=True)
