"""A graph whose concepts have names that are hard to find in a question."""

from collections.abc import Iterator

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.retrieval.concepts.graph_view import GraphView

_TEXTS = {
    "Salt or Sand": "Salt or Sand is a 1962 film directed by Inês Moura.",
    "Rain and Wind": "Rain and Wind is a 1971 film directed by Rui Dias.",
    "ingen annen vei": "ingen annen vei is a 1958 film from Norway. The film ingen annen vei was shot in Bergen.",
    "No, No, Nora": "No, No, Nora is a 1930 film.",
    "Inês Moura": "Inês Moura was born in Setúbal on 4 May 1904. She married Rui Dias in 1931.",
}


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    with LanguageGraph(tmp_path_factory.mktemp("planning") / "graph.lgm") as graph:
        graph.build([Document.from_text(text, id=title, title=title) for title, text in _TEXTS.items()], workers=1)
        yield GraphView(graph.store, languages=("en",))
