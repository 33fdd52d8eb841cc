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


def open_store(place: LanguageGraphStore | str | PathLike[str] | None) -> LanguageGraphStore:
    """Return the store at a path or address, or the given store; None makes one with a temporary file.

    Raises:
        InputError: the place is of another type.
        MissingDependencyError: the place is in Neo4j, and its driver is not installed.
    """
    return _temporary_store() if place is None else open_named_store(place)


def _temporary_store() -> SQLiteStore:
    folder = Path(tempfile.mkdtemp(prefix="language-graph-"))
    store = SQLiteStore(folder / "graph.lgm")
    store.create()  # so that reading from it before the first build is no error
    weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    return store
