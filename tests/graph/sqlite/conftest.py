"""Where the tests of the embedded store keep a graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core.graph.sqlite import SQLiteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graph.lgm"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(path) as store:
        yield store
