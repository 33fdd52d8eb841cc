"""Read a property graph that LlamaIndex built: its texts, and the relations in it that are meta-relations.

Works with every property graph store through its generic `get` and `get_triplets`, which bring what they find into
memory at once and, in LlamaIndex's default store, look at everything for it: slow for large graphs, and to be done
once, not for every question. Nothing is written to the property graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from llama_index.core.graph_stores.types import TRIPLET_SOURCE_KEY, ChunkNode, EntityNode, PropertyGraphStore
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.learning.extraction.claim_grounding import ClaimGrounder
from lgm_core.learning.extraction.claims import Claim
from lgm_core.learning.extraction.concept_grounding import ground_concept
from lgm_core.learning.extraction.extractor import Extraction
from lgm_core.learning.merge import with_extraction
from lgm_core.model import DocumentGraph, RelationKind

__all__ = ["Stated", "add_relations", "read_property_graph", "read_relations"]

Stated = tuple[RelationKind, str, str]
"""A meta-relation and the names of its ends."""

_ORIGIN = "graph:property-graph"

_PHRASES = {
    RelationKind.IS_A: ("is a", "is an", "kind of", "type of", "instance of", "subclass of"),
    RelationKind.HAS_PART: ("has part", "consists of", "contains"),
    RelationKind.ALIAS_OF: ("alias of", "also known as", "also called", "same as"),
}
_PARTS = ("part of", "component of")
"""The relation from a part to its whole."""


def _spelled(phrase: str) -> set[str]:
    cased = {phrase, phrase.capitalize(), phrase.title(), phrase.upper()}
    return cased | {one.replace(" ", "_") for one in cased}


_KINDS = {label: kind for kind, phrases in _PHRASES.items() for phrase in phrases for label in _spelled(phrase)}
_REVERSED = {label for phrase in _PARTS for label in _spelled(phrase)}


def read_property_graph(store: PropertyGraphStore) -> Iterator[BaseNode]:
    """Yield the chunks of a property graph as the nodes they were made from, ordered by id.

    Sentences that a language graph put into the same Neo4j database are passed over.
    """
    chunks = [node for node in store.get() if isinstance(node, ChunkNode) and node.text.strip()]
    for chunk in sorted(chunks, key=lambda one: one.id):
        if "_node_content" in chunk.properties:
            yield metadata_dict_to_node(chunk.properties, text=chunk.text)
        elif chunk.id_ is not None and not _is_ours(chunk):
            yield TextNode(id_=chunk.id_, text=chunk.text, metadata=dict(chunk.properties))


def read_relations(store: PropertyGraphStore) -> dict[str, list[Stated]]:
    """Return the relations that say what an is-a, has-part or alias relation says, by the chunk they come from.

    They are known by their labels, such as `IS_A`, `Part of` or `also known as`.
    """
    found: dict[str, list[Stated]] = defaultdict(list)
    for subject, relation, object_ in store.get_triplets(relation_names=sorted(_REVERSED | _KINDS.keys())):
        chunk = relation.properties.get(TRIPLET_SOURCE_KEY)
        if isinstance(subject, EntityNode) and isinstance(object_, EntityNode) and chunk:
            ends = (subject.name, object_.name)
            whole, part = reversed(ends) if relation.label in _REVERSED else ends
            found[chunk].append((_KINDS.get(relation.label, RelationKind.HAS_PART), whole, part))
    return found


def add_relations(store: LanguageGraphStore, stated: Mapping[str, Sequence[Stated]]) -> int:
    """Add stated relations to the documents they come from; return how many documents this changed.

    As evidence a relation gets the first sentence that names both ends; one without such a sentence is left out.
    """
    changed = []
    for graph in store.scan():
        richer = _with_relations(graph, stated.get(graph.document.id, ()))
        if set(richer.relations) != set(graph.relations):
            changed.append(richer)
    for graph in changed:
        store.write(graph)
    return len(changed)


def _with_relations(graph: DocumentGraph, stated: Sequence[Stated]) -> DocumentGraph:
    grounder, language = ClaimGrounder(graph, _ORIGIN), graph.document.language
    for kind, subject, object_ in dict.fromkeys(stated):
        keys = [concept_key(phrase, language) for phrase in (subject, object_)]
        supporting = (
            sentence
            for sentence in graph.sentences
            if all(key and ground_concept(key, sentence, (), language) for key in keys)
        )
        if (sentence := next(supporting, None)) is not None:
            grounder.ground(Claim(kind, subject, object_, 1), [sentence])
    return with_extraction(graph, Extraction(grounder.relations, grounder.mentions))


def _is_ours(chunk: ChunkNode) -> bool:
    return {"graph", "document", "lemmas"} <= chunk.properties.keys()
