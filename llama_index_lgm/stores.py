"""From what a LlamaIndex user names as the place of a graph to a store of the engine."""

from __future__ import annotations

from os import PathLike

from llama_index.core.graph_stores.types import PropertyGraphStore

from lgm_core import InputError, LanguageGraphStore, Neo4jStore
from lgm_core.hosts import open_store as open_engine_store

__all__ = ["GraphPlace", "open_store"]

GraphPlace = LanguageGraphStore | PropertyGraphStore | str | PathLike[str]
"""The path of a graph file, a store of the engine, or LlamaIndex's `Neo4jPropertyGraphStore`.

Of the last, the graph named `default` in its database; `Neo4jStore.from_llama_index(store, graph=...)` is any other.
"""


def open_store(place: GraphPlace | None) -> LanguageGraphStore:
    """Return the engine's store for a place; None is a temporary file that is removed with the last user.

    Raises:
        InputError: the place is none of these, such as a property graph store that cannot hold a language graph.
    """
    if not isinstance(place, PropertyGraphStore):
        return open_engine_store(place)
    if type(place).__name__ != "Neo4jPropertyGraphStore":  # its package need not be installed
        raise InputError(
            f"a {type(place).__name__} cannot hold a language graph; give `store` a path and let "
            "`LanguageGraphIndex.enrich` read the property graph"
        )
    return Neo4jStore.from_llama_index(place)
