"""A small graph of a film, its director and somebody who wrote about it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.graph.port import LanguageGraphStore
from tests.support.film_facts import DOCUMENTS


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LanguageGraphStore]:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build(DOCUMENTS, workers=1)
        yield graph.store
