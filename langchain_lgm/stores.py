"""Opening the store of a graph that a LangChain user names by its place."""

from __future__ import annotations

from os import PathLike
from typing import Protocol, runtime_checkable

from lgm_core import Neo4jStore
from lgm_core.hosts import open_store as open_engine_store
from lgm_core.ports import LangChainGraph, LanguageGraphStore

__all__ = ["GraphPlace", "Neo4jGraphLike", "open_store"]


@runtime_checkable
class Neo4jGraphLike(LangChainGraph, Protocol):
    """LangChain's `Neo4jGraph`, or anything with its `query`."""


GraphPlace = LanguageGraphStore | Neo4jGraphLike | str | PathLike[str]
"""The path of a graph file, a store of the engine, or LangChain's `Neo4jGraph`.

A `Neo4jGraph` means the graph named `default` in its database; `Neo4jStore.from_langchain(graph, graph=…)` opens
others.
"""


def open_store(place: GraphPlace | None, *, create: bool = True) -> LanguageGraphStore:
    """Return the engine's store for a place; None makes a temporary file that is removed with its last user.

    With `create` a path without a file gets an empty graph.

    Raises:
        InputError: the place is of another type.
    """
    if isinstance(place, Neo4jGraphLike):
        return Neo4jStore.from_langchain(place)
    return open_engine_store(place, create=create)
