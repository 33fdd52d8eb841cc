"""Opening the store of a graph by its place, or a temporary one without a place."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from os import PathLike
from pathlib import Path

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.store_opening import open_store as open_named_store

__all__ = ["open_store"]


def open_store(place: LanguageGraphStore | str | PathLike[str] | None, *, create: bool = True) -> LanguageGraphStore:
    """Return the store at a path or address, or the given store; None makes one with a temporary file.

    With `create` a path without a file gets an empty graph, so that reading before the first build is no error.

    Raises:
        InputError: the place is of another type.
        MissingDependencyError: the place is in Neo4j, and its driver is not installed.
    """
    if place is None:
        return _temporary_store()
    store = open_named_store(place)
    if create and store is not place and isinstance(store, SQLiteStore) and not store.path.exists():
        store.create()
    return store


def _temporary_store() -> SQLiteStore:
    folder = Path(tempfile.mkdtemp(prefix="language-graph-"))
    store = SQLiteStore(folder / "graph.lgm")
    store.create()
    weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    return store
