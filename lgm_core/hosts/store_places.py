"""Opening the store of a graph from what a user names as its place: a path, a store, or nothing."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from os import PathLike
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore

__all__ = ["open_store"]


def open_store(place: LanguageGraphStore | str | PathLike[str] | None) -> LanguageGraphStore:
    """Return the store at a path, a store as it is, or for None a store whose temporary file is deleted with it.

    Raises:
        InputError: the place is none of these.
    """
    if place is None:
        return _temporary_store()
    if isinstance(place, str | PathLike):
        return SQLiteStore(place)
    if not hasattr(place, "write_many"):
        raise InputError(f"store={place!r} is neither a path, nor a store of lgm_core, nor one of the framework's own")
    return place


def _temporary_store() -> SQLiteStore:
    folder = Path(tempfile.mkdtemp(prefix="language-graph-"))
    store = SQLiteStore(folder / "graph.lgm")
    weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    return store
