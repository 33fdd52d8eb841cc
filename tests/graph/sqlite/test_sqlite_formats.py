"""Graph files of another format: refused with the way out, and left as they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lgm_core.errors import SchemaVersionError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.schema import FORMAT
from tests.support.store_graphs import APPLES


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("other", [FORMAT - 1, FORMAT + 1])
def test_a_file_of_another_format_is_refused_with_the_way_out_and_not_changed(
    path: Path, other: int, read_only: bool
) -> None:
    with SQLiteStore(path) as store:
        store.write(APPLES)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {other}")
    before = path.read_bytes()
    wanted = rf"graph\.lgm has format {other}, .* reads format {FORMAT} alone\..* lgm build DOCUMENTS --graph PLACE"
    with pytest.raises(SchemaVersionError, match=wanted):
        SQLiteStore.open(path, read_only=read_only)
    if not read_only:
        with SQLiteStore(path) as store, pytest.raises(SchemaVersionError, match=wanted):
            store.write(APPLES)
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT}")
    with SQLiteStore(path) as store:
        assert list(store.scan()) == [APPLES]
