"""From what a LangChain user names as the place of a graph to a store of the engine."""

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

Of the last, the graph named `default` in its database; `Neo4jStore.from_langchain(graph, graph=...)` is any other.
"""


def open_store(place: GraphPlace | None) -> LanguageGraphStore:
    """Return the engine's store for a place; None is a temporary file that is removed with the last user.

    Raises:
        InputError: the place is none of these.
    """
    if isinstance(place, Neo4jGraphLike):
        return Neo4jStore.from_langchain(place)
    return open_engine_store(place)
