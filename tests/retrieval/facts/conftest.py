"""A small graph of a film, its director and somebody of nearly the same name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.graph.port import LanguageGraphStore

TEXTS = {
    "film": (
        "Salt Harbour",
        "Salt Harbour is a 1962 film directed by Inês Moura. It was shot in Setúbal. Rui Dias wrote the music.",
    ),
    "director": (
        "Inês Moura",
        "Inês Moura (4 May 1904 – 12 June 1987) was a Portuguese director. She married the composer Rui Dias in 1931. "
        "Her films were shown in Paris.",
    ),
    "reviews": (
        "Film reviews",
        "Salt Harbour by Inês Moura was praised in Paris. Others found Salt Harbour too slow.",
    ),
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LanguageGraphStore]:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build(
            Document.from_text(text, id=id, title=title, metadata={"kind": id}) for id, (title, text) in TEXTS.items()
        )
        yield graph.store
