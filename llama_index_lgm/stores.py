"""Where the graph of an index is: what a user names as its place, and its part of a LlamaIndex storage context."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self, cast

from llama_index.core.data_structs.data_structs import IndexStruct
from llama_index.core.data_structs.registry import INDEX_STRUCT_TYPE_TO_INDEX_STRUCT_CLASS
from llama_index.core.data_structs.struct_type import IndexStructType
from llama_index.core.graph_stores.types import PropertyGraphStore
from llama_index.core.storage.storage_context import StorageContext
from llama_index.core.vector_stores.simple import SimpleVectorStore, SimpleVectorStoreData
from pydantic import PrivateAttr

from lgm_core import InputError, LanguageGraphStore, Neo4jStore, SQLiteStore
from lgm_core.hosts import open_store as open_engine_store

__all__ = [
    "GRAPH_FILE",
    "STRUCT_TYPE",
    "GraphPlace",
    "LanguageGraphStruct",
    "add_graph",
    "open_store",
    "persisted_graph",
]

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


GRAPH_FILE = "language_graph.lgm"
"""The name of the graph file in a persisted storage context."""

STRUCT_TYPE = cast(IndexStructType, "language_graph")
"""LlamaIndex looks structs and indexes up by the text of their type; its enumeration has no members for others."""

_NAMESPACE = "language_graph"


@dataclass
class LanguageGraphStruct(IndexStruct):
    """What an index store keeps of a `LanguageGraphIndex`: its id."""

    @classmethod
    def get_type(cls) -> IndexStructType:
        """Return the type by which LlamaIndex finds the class of the index."""
        return STRUCT_TYPE


INDEX_STRUCT_TYPE_TO_INDEX_STRUCT_CLASS[STRUCT_TYPE] = LanguageGraphStruct


class _GraphPart(SimpleVectorStore):
    """Holds no vectors: it stands among the vector stores of a storage context, which takes any number of them.

    Persisting writes a copy of a graph file beside its own, in which it notes where that is. A graph on a server is
    where it was; nothing is written.
    """

    _store: LanguageGraphStore = PrivateAttr()

    @classmethod
    def of(cls, store: LanguageGraphStore) -> Self:
        part = cls()
        part._store = store
        return part

    def persist(self, persist_path: str = "", fs: Any = None) -> None:  # noqa: ANN401  # the host's signature
        """Write the graph into the folder of `persist_path`.

        Raises:
            InputError: the folder is none of this machine's.
            StoreError: the graph cannot be read or the copy not written.
        """
        if not isinstance(self._store, SQLiteStore):
            return
        if fs is not None and not _is_local(fs):
            raise InputError("a graph is a file on this machine: persist it to a local folder and copy that")
        path = Path(persist_path).with_name(GRAPH_FILE)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._store.copy_to(path)
        noted = SimpleVectorStoreData(metadata_dict={_NAMESPACE: {"path": str(path)}})
        SimpleVectorStore(noted).persist(persist_path)


def add_graph(storage_context: StorageContext, store: LanguageGraphStore) -> None:
    """Let a storage context persist a graph with its other parts."""
    storage_context.add_vector_store(_GraphPart.of(store), _NAMESPACE)


def persisted_graph(storage_context: StorageContext) -> Path:
    """Return the graph file that was persisted with a storage context.

    Raises:
        InputError: there is none, or it is no longer where it was.
    """
    part = storage_context.vector_stores.get(_NAMESPACE)
    noted = part.data.metadata_dict.get(_NAMESPACE, {}) if isinstance(part, SimpleVectorStore) else {}
    if "path" not in noted:
        raise InputError(
            "the storage context has no graph file; say where the graph is: load_index_from_storage(…, store=…)"
        )
    path = Path(noted["path"])
    if not path.exists():
        raise InputError(
            f"{path} is no longer there; if its folder was moved, say where the graph is now: "
            f"load_index_from_storage(…, store='…/{GRAPH_FILE}')"
        )
    return path


def _is_local(fs: object) -> bool:
    return "file" in (getattr(fs, "protocol", ()) or ())
