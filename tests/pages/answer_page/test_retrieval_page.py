"""The page of a retrieval leads on to other pages where there is a server for them."""

from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.pages.answer_page.retrieval_page import retrieval_page
from lgm_core.pages.shell import PageLinks
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_reasons import ranking_reasons

QUESTION = "Where was the director of Salt Harbour born?"
DOCUMENTS = [
    Document.from_text("Salt Harbour is a film directed by Inês Moura.", id="film", title="Salt Harbour"),
    Document.from_text("Inês Moura was born in Setúbal.", id="director", title="Inês Moura"),
]


def test_on_a_server_passages_and_concepts_lead_to_their_pages(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build(DOCUMENTS, workers=1)
        found = graph.retrieve_passages(QUESTION, 2)
        reasons = ranking_reasons(QUESTION, [passage.id for passage in found], graph.ranker())
        with_links, without = (
            retrieval_page(QUESTION, found, reasons, GraphView(graph.store), links=links).html
            for links in (PageLinks(), None)
        )
    for address in ("/document?id=film&amp;at=0#s0", "/graph?start=In%C3%AAs+Moura", "/graph?start=Salt+Harbour"):
        assert f'href="{address}"' in with_links
    assert "/document" not in without
    assert "/graph" not in without
