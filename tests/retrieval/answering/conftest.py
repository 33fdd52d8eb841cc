"""What the tests of answering share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from tests.support.small_graphs import APPLES, BRIDGES


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LanguageGraphStore]:
    store = SQLiteStore(tmp_path / "graph.lgm")
    store.write(APPLES)
    store.write(BRIDGES)
    yield store
    store.close()
