"""Cached blobs in Neo4j: nodes of their own, compressed and in blocks, for large properties are slow.

Blocks are base64 text, because drivers and hosts go through the bytes of a byte array one by one: a second a megabyte.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Iterator, Sequence

from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import cypher_writing as cypher_write
from lgm_core.graph.neo4j.connection import GraphConnection
from lgm_core.graph.neo4j.whole_documents import LAST_CHARACTER, runs

__all__ = ["delete_blobs", "read_blob", "read_blobs", "write_blob"]

_BLOCK = 1 << 20
_READ_AT_ONCE = 16 * _BLOCK
_PAGE = 1000


def write_blob(graph: GraphConnection, name: str, data: bytes) -> None:
    """Keep a blob under a name, replacing what was there."""
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
    graph.write(
        cypher_write.WRITE_BLOB, id=graph.node("blob", name), name=name, size=len(data), content={"blocks": blocks}
    )


def read_blob(graph: GraphConnection, name: str) -> bytes | None:
    """Return a blob, or None."""
    return _read(graph, [graph.node("blob", name)]).get(name)


def read_blobs(graph: GraphConnection, prefix: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the blobs whose names start so, ordered by name."""
    first, end = graph.node("blob", prefix), graph.node("blob", prefix + LAST_CHARACTER)
    while page := graph.read(cypher.BLOB_PAGE, first=first, end=end, limit=_PAGE):
        for run in runs(page, "size", _READ_AT_ONCE):
            yield from _read(graph, [row["node"] for row in run]).items()
        first = page[-1]["node"] + "\0"  # nothing comes between


def _read(graph: GraphConnection, ids: Sequence[str]) -> dict[str, bytes]:
    blocks: dict[str, list[bytes]] = defaultdict(list)
    for row in graph.read(cypher.READ_BLOBS, ids=ids):
        blocks[row["name"]].append(b64decode(row["data"]))
    unpacked = {name: _unpacked(b"".join(some)) for name, some in blocks.items()}
    return {name: data for name, data in unpacked.items() if data is not None}


def _unpacked(packed: bytes) -> bytes | None:
    """Return a blob's content; None while another writer replaces it, and blocks of both are seen or some of none."""
    try:
        return zlib.decompress(packed)
    except zlib.error:
        return None


def delete_blobs(graph: GraphConnection, prefix: str) -> int:
    """Forget the blobs whose names start so; return how many there were."""
    found = graph.read(cypher_write.DELETE_BLOBS, prefix=graph.node("blob", prefix))
    return int(found[0]["deleted"])
