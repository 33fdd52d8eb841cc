"""Enriching a graph that another program wrote with LlamaIndex's `PropertyGraphIndex`.

Its chunks become documents of ours to learn from; afterwards ours are tied to its nodes, whose labels and properties
stay as they are:

```
(:Document)-[:LEARNED_FROM]->(their :Chunk)      (:Concept)-[:NAMES]->(their :__Entity__)
```

What is not done: their entities get no sentences or relations of their own, and ours no embeddings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import cypher_writing as cypher_write
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.model import Document, Metadata

__all__ = ["attach", "chunk_documents"]

_PAGE = 500


def chunk_documents(graph: GraphConnection) -> Iterator[Document]:
    """Yield the chunks that another program wrote as documents, by id; each keeps the chunk's id.

    Its source is the id of the document that the chunk was cut from; its metadata are the chunk's own scalar ones.
    """
    for page in _pages(graph, cypher.THEIR_CHUNKS):
        for row in page:
            yield Document.from_text(row["text"], id=row["id"], source=row["source"], metadata=_metadata(row))


def _metadata(row: Row) -> Metadata:
    """Return what the user said of a chunk; names that start with `_` or end in `id` are the host's own."""
    return {
        name: value
        for name, value in row["properties"].items()
        if isinstance(value, str | int | float) and name != "text" and not name.startswith("_") and name[-2:] != "id"
    }


def attach(graph: GraphConnection, concept_key: Callable[[str], str]) -> tuple[int, int]:
    """Tie our documents and concepts to the chunks and entities that another program wrote; again does no harm.

    Args:
        graph: where the documents of `chunk_documents` have been learned.
        concept_key: says which concept the name of an entity means.

    Returns:
        How many chunks and entities are tied.
    """
    chunks = _tie(graph, cypher.THEIR_CHUNK_IDS, cypher_write.ATTACH_CHUNKS, lambda row: ("document", row["id"]))
    entities = _tie(
        graph,
        cypher.THEIR_ENTITIES,
        cypher_write.ATTACH_ENTITIES,
        lambda row: ("concept", concept_key(row["name"])),
    )
    return chunks, entities


def _tie(graph: GraphConnection, list_: str, tie: str, ours: Callable[[Row], tuple[str, str]]) -> int:
    """Tie each of their nodes to the node of ours that a function names; return how many there are."""
    tied = 0
    for page in _pages(graph, list_):
        pairs = [{"theirs": row["id"], "ours": graph.node(*ours(row))} for row in page]
        tied += graph.read(tie, pairs=pairs)[0]["tied"]
    return tied


def _pages(graph: GraphConnection, statement: str) -> Iterator[list[Row]]:
    after = ""
    while page := graph.read(statement, after=after, limit=_PAGE):
        yield page
        after = page[-1]["id"]
