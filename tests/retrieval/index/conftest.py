"""A graph of sailors with its ranking index."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core.retrieval.index.index_cache import current_index
from tests.support.kept_indexes import TEXTS, CountingStore, graph_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CountingStore]:
    with CountingStore(tmp_path / "g.lgm") as store:
        store.write_many([graph_of(title, text) for title, text in TEXTS.items()])
        current_index(store, revision=store.revision())
        store.scans = 0
        yield store
