"""From what a LlamaIndex user names as graph store to a store of the engine."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from os import PathLike
from pathlib import Path

from llama_index.core.graph_stores.types import PropertyGraphStore

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore

__all__ = ["GraphStore", "open_store"]

GraphStore = LanguageGraphStore | PropertyGraphStore | str | PathLike[str]
"""The path of a graph file, a store of the engine, or LlamaIndex's `Neo4jPropertyGraphStore`.

Of the last, the graph named `default` in its database; `Neo4jStore.from_llama_index(store, graph=...)` is any other.
"""


def open_store(graph_store: GraphStore | None) -> LanguageGraphStore:
    """Return the engine's store for a graph store; None is a temporary file that is removed with the last user.

    Raises:
        InputError: it is a property graph store that cannot hold a language graph.
    """
    if graph_store is None:
        return _temporary_store()
    if isinstance(graph_store, str | PathLike):
        return SQLiteStore(graph_store)
    if not isinstance(graph_store, PropertyGraphStore):
        return graph_store
    if type(graph_store).__name__ != "Neo4jPropertyGraphStore":  # its package need not be installed
        raise InputError(
            f"a {type(graph_store).__name__} cannot hold a language graph; give `graph_store` a path and let "
            "`LanguageGraphIndex.enrich` read the property graph"
        )
    from lgm_core.graph.neo4j import Neo4jStore

    return Neo4jStore.from_llama_index(graph_store)


def _temporary_store() -> SQLiteStore:
    folder = Path(tempfile.mkdtemp(prefix="language-graph-"))
    store = SQLiteStore(folder / "graph.lgm")
    weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    return store
