"""Where the graph of an index is: what a user names as its place, and its part of a LlamaIndex storage context."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
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

from lgm_core import InputError, Neo4jStore, SQLiteStore
from lgm_core.hosts import open_store as open_engine_store
from lgm_core.ports import LanguageGraphStore

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

_FILE, _FOLDER = "file", "folder"
"""What is noted of a persisted graph: its file's name, and once it is loaded, the folder that it was loaded from."""


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

    Persisting writes a copy of a graph file beside its own, in which it notes that file's name. A graph on a server is
    where it was; nothing is written.
    """

    _store: LanguageGraphStore = PrivateAttr()

    @classmethod
    def of(cls, store: LanguageGraphStore) -> Self:
        part = cls()
        part._store = store
        return part

    @property
    def store(self) -> LanguageGraphStore:
        """Return the store of the graph."""
        return self._store

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
        noted = SimpleVectorStoreData(metadata_dict={_NAMESPACE: {_FILE: path.name}})
        SimpleVectorStore(noted).persist(persist_path)


def add_graph(storage_context: StorageContext, store: LanguageGraphStore) -> None:
    """Let a storage context persist a graph with its other parts.

    Raises:
        InputError: it has another graph to persist, which would be lost.
    """
    other = storage_context.vector_stores.get(_NAMESPACE)
    if isinstance(other, _GraphPart) and str(other.store) != str(store):
        raise InputError(
            f"the storage context persists the graph {other.store} already, and holds no second one; give this index "
            "a storage context of its own"
        )
    storage_context.add_vector_store(_GraphPart.of(store), _NAMESPACE)


def persisted_graph(storage_context: StorageContext) -> GraphPlace:
    """Return the graph that was persisted with a storage context: the file in the folder that was loaded.

    Raises:
        InputError: there is none, or it cannot be told which folder was loaded.
    """
    part = storage_context.vector_stores.get(_NAMESPACE)
    if isinstance(part, _GraphPart):
        return part.store
    noted = part.data.metadata_dict.get(_NAMESPACE, {}) if isinstance(part, SimpleVectorStore) else {}
    if _FILE not in noted:
        raise InputError(
            "the storage context has no graph file; say where the graph is: load_index_from_storage(…, store=…)"
        )
    if _FOLDER not in noted:
        raise InputError(
            "the storage context was loaded before llama_index_lgm was imported, so its folder is not known; import it "
            f"first, or say where the graph is: load_index_from_storage(…, store='…/{GRAPH_FILE}')"
        )
    path = Path(noted[_FOLDER], noted[_FILE])
    if not path.exists():
        raise InputError(
            f"{path} is not there; copy it with the other files of its folder, or say where the graph is: "
            f"load_index_from_storage(…, store='…/{GRAPH_FILE}')"
        )
    return path


def _remember_folders() -> None:
    """Let the part of a graph that LlamaIndex loads remember from which folder, which its storage contexts do not tell.

    A folder may have been copied or moved since it was persisted, so no path that was written then will do.
    """
    load = SimpleVectorStore.from_persist_path.__func__  # type: ignore[attr-defined]  # of a class method

    @wraps(load)
    def from_persist_path(cls: type[SimpleVectorStore], persist_path: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # the host's signature
        part = load(cls, persist_path, *args, **kwargs)
        noted = part.data.metadata_dict.get(_NAMESPACE) if part.data.metadata_dict else None
        if isinstance(noted, dict) and _FILE in noted:
            noted[_FOLDER] = str(Path(persist_path).absolute().parent)
        return part

    SimpleVectorStore.from_persist_path = classmethod(from_persist_path)  # type: ignore[assignment, method-assign]


_remember_folders()


def _is_local(fs: object) -> bool:
    return "file" in (getattr(fs, "protocol", ()) or ())
