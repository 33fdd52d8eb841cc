"""Cached blobs in Neo4j: separate nodes, compressed and in blocks, because large properties are slow.

Blocks are base64 text, because drivers and hosts convert byte arrays byte by byte, which takes a second per megabyte.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode

from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import cypher_writing as cypher_write
from lgm_core.graph.neo4j.connection import GraphConnection

__all__ = ["delete_blobs", "read_blob", "write_blob"]

_BLOCK = 1 << 20
"""Bytes of a block: large enough for few nodes, small enough for a property, which is read whole."""


def write_blob(graph: GraphConnection, name: str, data: bytes) -> None:
    """Cache a blob under a name, replacing any previous one."""
    packed = zlib.compress(data, level=1)
    blocks = [
        {
            "id": graph.node("block", f"{name}/{number}"),
            "graph": graph.graph,
            "number": number,
            "data": b64encode(packed[start : start + _BLOCK]).decode("ascii"),
        }
        for number, start in enumerate(range(0, len(packed), _BLOCK))
    ]
    graph.write(cypher_write.WRITE_BLOB, id=graph.node("blob", name), content={"blocks": blocks})


def read_blob(graph: GraphConnection, name: str) -> bytes | None:
    """Return a blob, or None."""
    blocks = graph.read(cypher.READ_BLOB, id=graph.node("blob", name))
    return _unpacked(b"".join(b64decode(block["data"]) for block in blocks)) if blocks else None


def _unpacked(packed: bytes) -> bytes | None:
    """Return a blob's content; None if blocks are missing or of two versions, while another writer replaces it."""
    try:
        return zlib.decompress(packed)
    except zlib.error:
        return None


def delete_blobs(graph: GraphConnection, prefix: str) -> int:
    """Remove the blobs whose names begin with `prefix`; return their number."""
    rows = graph.read(cypher_write.DELETE_BLOBS, prefix=graph.node("blob", prefix))
    return int(rows[0]["deleted"])
