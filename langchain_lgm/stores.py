"""From what a LangChain user names as the place of a graph to a store of the engine."""

from __future__ import annotations

from os import PathLike
from typing import Protocol, runtime_checkable

from lgm_core.errors import InputError
from lgm_core.graph.neo4j.connection import LangChainGraph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore

__all__ = ["GraphPlace", "Queried", "open_store"]


@runtime_checkable
class Queried(LangChainGraph, Protocol):
    """LangChain's `Neo4jGraph`, or anything with its `query`."""


GraphPlace = LanguageGraphStore | Queried | str | PathLike[str]
"""The path of a graph file, a store of the engine, or LangChain's `Neo4jGraph`."""


def open_store(place: GraphPlace) -> LanguageGraphStore:
    """Return the engine's store for a place; of a `Neo4jGraph`, the graph named `default` in its database.

    Raises:
        InputError: it is none of these.
    """
    if isinstance(place, str | PathLike):
        return SQLiteStore(place)
    if isinstance(place, Queried):
        from lgm_core.graph.neo4j import Neo4jStore

        return Neo4jStore.from_langchain(place)
    if not hasattr(place, "write_many"):
        raise InputError(f"store={place!r} is neither a path, nor a store of the engine, nor a `Neo4jGraph`")
    return place
