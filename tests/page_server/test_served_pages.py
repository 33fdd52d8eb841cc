"""What the pages of a server keep from one request to the next."""

from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.page_server.http_server import ServedPages
from tests.support.counting_store import CountingStore
from tests.support.texts import APPLES, ORCHARD


def test_relations_are_counted_once_until_the_graph_changes(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build([APPLES, ORCHARD], workers=1)
        store = CountingStore(graph.store)
        graph.store = store  # type: ignore[assignment]  # it passes on every method of the port
        pages = ServedPages(graph)
        shown = [pages.page("/graph", parameters).html for parameters in ({}, {}, {"start": "apples"})]
        assert shown[0] == shown[1] != shown[2]
        assert store.calls["most_related"] == 1
        graph.build(Document.from_text("A quince is a pome.", id="quince"), workers=1)
        assert "quince" in pages.page("/graph", {}).html
        assert store.calls["most_related"] == 2
