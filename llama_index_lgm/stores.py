"""Opening the store of an index, and persisting it with a LlamaIndex storage context."""

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

from lgm_core import InputError, LanguageGraph, Neo4jStore, SQLiteStore
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

A `Neo4jPropertyGraphStore` means the graph named `default` in its database;
`Neo4jStore.from_llama_index(store, graph=…)` opens others; with `labels=True` LlamaIndex's tools see what it writes.
"""


def open_store(place: GraphPlace | None, *, create: bool = True) -> LanguageGraphStore:
    """Return the engine's store for a place; None makes a temporary file that is removed with its last user.

    With `create` a path without a file gets an empty graph.

    Raises:
        InputError: the place is of another type, such as a property graph store that cannot hold a language graph.
    """
    if not isinstance(place, PropertyGraphStore):
        return open_engine_store(place, create=create)
    if type(place).__name__ != "Neo4jPropertyGraphStore":  # its package need not be installed
        raise InputError(
            f"a {type(place).__name__} cannot hold a language graph; give `store` a path and let "
            "`LanguageGraphIndex.enrich` read the property graph"
        )
    return Neo4jStore.from_llama_index(place)


GRAPH_FILE = "language_graph.lgm"
"""The name of the graph file in a persisted storage context."""

STRUCT_TYPE = cast(IndexStructType, "language_graph")
"""LlamaIndex finds structs and indexes by the text of their type, which its enumeration does not need to contain."""

_NAMESPACE = "language_graph"

_FILE, _FOLDER = "file", "folder"
"""What is recorded about a persisted graph: the name of its file and, once loaded, the folder it was loaded from."""


@dataclass
class LanguageGraphStruct(IndexStruct):
    """What an index store keeps of a `LanguageGraphIndex`: its id."""

    @classmethod
    def get_type(cls) -> IndexStructType:
        """Return the type by which LlamaIndex finds the class of the index."""
        return STRUCT_TYPE


INDEX_STRUCT_TYPE_TO_INDEX_STRUCT_CLASS[STRUCT_TYPE] = LanguageGraphStruct


class _GraphPart(SimpleVectorStore):
    """A vector store without vectors, since a storage context accepts any number of vector stores.

    Persisting it copies the graph file beside its own file and records the name there. A graph on a server stays where
    it is, and nothing is written.
    """

    _graph: LanguageGraph = PrivateAttr()

    @classmethod
    def of(cls, graph: LanguageGraph) -> Self:
        part = cls()
        part._graph = graph
        return part

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the graph, which LlamaIndex's own pickling loses."""
        return type(self).of, (self._graph,)

    @property
    def store(self) -> LanguageGraphStore:
        """Return the store of the graph."""
        return self._graph.store

    def persist(self, persist_path: str = "", fs: Any = None) -> None:  # noqa: ANN401  # the host's signature
        """Write the graph into the folder of `persist_path`.

        Raises:
            InputError: the folder is not on this machine.
            StoreError: the graph cannot be read, or the copy cannot be written.
        """
        if not isinstance(self.store, SQLiteStore):
            return
        if fs is not None and "file" not in (getattr(fs, "protocol", ()) or ()):
            raise InputError("a graph is a file on this machine: persist it to a local folder and copy that")
        path = Path(persist_path).with_name(GRAPH_FILE)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.store.copy_to(path)
        noted = SimpleVectorStoreData(metadata_dict={_NAMESPACE: {_FILE: path.name}})
        SimpleVectorStore(noted).persist(persist_path)


def add_graph(storage_context: StorageContext, graph: LanguageGraph) -> None:
    """Let a storage context persist a graph with its other parts.

    Raises:
        InputError: it already has another graph to persist, which would be lost.
    """
    other = storage_context.vector_stores.get(_NAMESPACE)
    if isinstance(other, _GraphPart) and str(other.store) != str(graph.store):
        raise InputError(
            f"the storage context already persists the graph {other.store} and can only hold one; give this index "
            "its own storage context"
        )
    storage_context.add_vector_store(_GraphPart.of(graph), _NAMESPACE)


def persisted_graph(storage_context: StorageContext) -> GraphPlace:
    """Return the graph that was persisted with a storage context: the file in the folder that was loaded.

    Raises:
        InputError: there is none, or the folder that was loaded is unknown.
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
            "the storage context was loaded before llama_index_lgm was imported, so its folder is unknown; import it "
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
    """Make LlamaIndex record the folder from which it loads a graph, which its storage contexts do not keep.

    A path recorded when persisting would be wrong once the folder was copied or moved.
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
