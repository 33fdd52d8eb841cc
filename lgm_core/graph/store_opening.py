"""Opening a graph's store from a path, an address, or a store itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from os import PathLike

from lgm_core.errors import InputError
from lgm_core.graph.neo4j.address import is_neo4j_address
from lgm_core.graph.neo4j.neo4j_store import Neo4jStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore

__all__ = ["open_store", "reopener_for_workers"]

_OTHER_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")


def open_store(place: LanguageGraphStore | str | PathLike[str]) -> LanguageGraphStore:
    """Return the store at a graph file's path or a Neo4j address; a store is returned as is.

    Raises:
        InputError: the place is none of these.
        MissingDependencyError: the place is in Neo4j, and its driver is not installed.
    """
    if isinstance(place, str) and is_neo4j_address(place):
        return Neo4jStore.from_address(place)
    if isinstance(place, str) and (scheme := _OTHER_ADDRESS.match(place)):
        raise InputError(
            f"store={scheme.group()}… is not a supported address; give the path of a graph file, or "
            "an address of Neo4j: bolt://HOST:7687/DATABASE?graph=NAME"
        )
    if isinstance(place, str | PathLike):
        return SQLiteStore(place)
    if not hasattr(place, "write_many"):
        raise InputError(
            f"store={place!r} is neither the path of a graph file, nor an address of Neo4j, nor a store of a graph"
        )
    return place


def reopener_for_workers(store: LanguageGraphStore) -> Callable[[], Neo4jStore]:
    """Return a function that opens a graph in worker processes that write it.

    Raises:
        InputError: the graph cannot be opened elsewhere.
    """
    reopener = store.reopener() if isinstance(store, Neo4jStore) else None
    if reopener is None:
        raise InputError(
            "write_in_workers=True is for graphs that several processes can open by address, as in "
            f"LanguageGraph('bolt://HOST:7687'); {store} is not, so leave it out"
        )
    return reopener
