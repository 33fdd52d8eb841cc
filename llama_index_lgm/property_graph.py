"""Read the texts of a property graph that LlamaIndex built, so that a language graph can be learned from them."""

from __future__ import annotations

from collections.abc import Iterator

from llama_index.core.graph_stores.types import ChunkNode, PropertyGraphStore
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node

__all__ = ["read_property_graph"]


def read_property_graph(store: PropertyGraphStore) -> Iterator[BaseNode]:
    """Yield the chunks of a property graph as the nodes they were made from, ordered by id; nothing is written.

    Works with every store through its generic `get`, which brings the whole graph into memory at once: slow for large
    graphs, and to be done once, not for every question. Nodes that a language graph put into the same Neo4j database
    are passed over.
    """
    chunks = [node for node in store.get() if isinstance(node, ChunkNode) and node.text.strip()]
    for chunk in sorted(chunks, key=lambda one: one.id):
        if "_node_content" in chunk.properties:
            yield metadata_dict_to_node(chunk.properties, text=chunk.text)
        elif chunk.id_ is not None and not _is_ours(chunk):
            yield TextNode(id_=chunk.id_, text=chunk.text, metadata=dict(chunk.properties))


def _is_ours(chunk: ChunkNode) -> bool:
    return {"graph", "document", "lemmas"} <= chunk.properties.keys()
