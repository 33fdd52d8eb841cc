"""Reading a property graph built by LlamaIndex: its texts, and those of its relations that are meta-relations.

This works with every property graph store through its generic `get` and `get_triplets`, which load all results into
memory and, in LlamaIndex's default store, look at everything: slow for large graphs, so do it once. The property graph
is not changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from llama_index.core.graph_stores.types import TRIPLET_SOURCE_KEY, ChunkNode, EntityNode, PropertyGraphStore
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node

from lgm_core.hosts import ImportedRelation
from lgm_core.model import RelationKind

__all__ = ["ORIGIN", "read_property_graph", "read_relations"]

ORIGIN = "graph:property-graph"
"""The origin in the evidence of relations from a property graph."""

_PHRASES = {
    RelationKind.IS_A: ("is a", "is an", "kind of", "type of", "instance of", "subclass of"),
    RelationKind.HAS_PART: ("has part", "consists of", "contains"),
    RelationKind.ALIAS_OF: ("alias of", "also known as", "also called", "same as"),
}
_PARTS = ("part of", "component of")
"""The relation from a part to its whole."""


def _spelled(phrase: str) -> set[str]:
    cased = {phrase, phrase.capitalize(), phrase.title(), phrase.upper()}
    return cased | {spelling.replace(" ", "_") for spelling in cased}


_KINDS = {label: kind for kind, phrases in _PHRASES.items() for phrase in phrases for label in _spelled(phrase)}
_REVERSED = {label for phrase in _PARTS for label in _spelled(phrase)}


def read_property_graph(store: PropertyGraphStore) -> Iterator[BaseNode]:
    """Yield the chunks of a property graph as the nodes they were made from, ordered by id.

    Sentences that a language graph wrote into the same Neo4j database are skipped.
    """
    chunks = [node for node in store.get() if isinstance(node, ChunkNode) and node.text.strip()]
    for chunk in sorted(chunks, key=lambda chunk: chunk.id):
        if "_node_content" in chunk.properties:
            yield metadata_dict_to_node(chunk.properties, text=chunk.text)
        elif chunk.id_ is not None and not _is_ours(chunk):
            yield TextNode(id_=chunk.id_, text=chunk.text, metadata=dict(chunk.properties))


def read_relations(store: PropertyGraphStore) -> dict[str, list[ImportedRelation]]:
    """Return the is-a, has-part and alias relations by the chunk they come from.

    They are recognised by their labels, such as `IS_A`, `Part of` or `also known as`.
    """
    relations: dict[str, list[ImportedRelation]] = defaultdict(list)
    for subject, relation, object_ in store.get_triplets(relation_names=sorted(_REVERSED | _KINDS.keys())):
        chunk = relation.properties.get(TRIPLET_SOURCE_KEY)
        if isinstance(subject, EntityNode) and isinstance(object_, EntityNode) and chunk:
            names = (subject.name, object_.name)
            whole, part = reversed(names) if relation.label in _REVERSED else names
            kind = _KINDS.get(relation.label, RelationKind.HAS_PART)
            relations[chunk].append(ImportedRelation(kind, whole, part))
    return relations


def _is_ours(chunk: ChunkNode) -> bool:
    return str(chunk.id_).startswith(f"{chunk.properties.get('graph')}/sentence/")
