"""Under which ids a graph holds the nodes for which LlamaIndex has made up ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from llama_index.core.schema import BaseNode

from lgm_core import Document, LanguageGraph
from lgm_core.hosts import each_document, nearest_name
from llama_index_lgm._conversion import to_engine

__all__ = ["NodeIds", "nearest_id"]


def nearest_id(id: str, held: Iterable[str]) -> str:
    """Return the id held of the same file, else the one spelt most like it; empty where none is like it.

    A graph names a file by the end of its path, so that the whole path, or one from another folder, names it too.
    """
    ids = list(held)
    path = "/" + id.replace("\\", "/")
    same_file = [other for other in ids if path.endswith(f"/{other}")]
    return max(same_file, key=len, default="") or nearest_name(id, ids)


class NodeIds:
    """Remembers, while an index is open, the ids in its graph of nodes that nobody gave an id.

    Args:
        graph: the graph of the index.
    """

    def __init__(self, graph: LanguageGraph) -> None:
        self._graph = graph
        self._ids: dict[str, str] = {}

    def in_graph(self, node_id: str) -> str:
        """Return the id under which the graph holds a node."""
        return self._ids.get(node_id, node_id)

    def documents(self, nodes: Iterable[BaseNode], *, add: bool = False) -> list[Document]:
        """Return nodes as documents with their ids in the graph; `add` is that of `LanguageGraph.build`."""
        nodes = list(each_document(nodes, BaseNode))
        converted = to_engine(nodes, keeps_random_ids=False)
        proposed = [self._known(node, document) for node, document in zip(nodes, converted, strict=True)]
        return self._graph.identified(proposed, add=add)

    def remember(self, nodes: Iterable[BaseNode], documents: Iterable[Document]) -> None:
        """Remember under which ids nodes were learned."""
        for node, document in zip(nodes, documents, strict=True):
            if node.node_id != document.id:
                self._ids[node.node_id] = document.id

    def _known(self, node: BaseNode, document: Document) -> Document:
        """Return a document under the id that it has had since it came first."""
        id = self._ids.get(node.node_id)
        return document if id is None else replace(document, id=id, location=None)
