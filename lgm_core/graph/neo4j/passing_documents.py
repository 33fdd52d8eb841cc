"""Which documents of a graph pass a filter, remembered until the graph changes.

A filter is evaluated here, over the records of all documents, and a question asks for sentences under one filter again
and again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lgm_core.graph.metadata_filter import MetadataFilter
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.whole_documents import document_rows

__all__ = ["PassingDocument", "PassingDocuments", "all_documents"]

_MOST_KEPT = 200_000
"""Documents remembered for all filters together, but for those of the last one."""


class PassingDocument(NamedTuple):
    """A document, by its id and the id of its node; `mentions` counts what its sentences mention."""

    id: str
    node: str
    mentions: int


def all_documents(graph: GraphConnection, *, page: int) -> Iterator[PassingDocument]:
    """Yield all documents of a graph by id; `page` of them are read at first."""
    return map(_document, document_rows(graph, None, page=page))


class PassingDocuments:
    """Finds the documents of a graph that pass a filter; safe to use from several threads."""

    def __init__(self, graph: GraphConnection) -> None:
        self._graph = graph
        self._lock = threading.Lock()
        self._revision = -1
        self._kept: dict[str, Sequence[PassingDocument]] = {}

    def under(self, where: MetadataFilter) -> Sequence[PassingDocument]:
        """Return the documents that pass a filter, by id."""
        key = repr(where)  # tells 1 from True, which are equal
        with self._lock:
            graphs = self._graph.read(cypher.GRAPH)
            revision = graphs[0]["revision"] if graphs else 0
            if revision != self._revision:
                self._kept.clear()
                self._revision = revision
            found = self._kept.pop(key, None)
            if found is None:
                found = list(map(_document, document_rows(self._graph, where)))
            self._kept[key] = found  # the last one used is the last to go
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            return found


def _document(row: Row) -> PassingDocument:
    return PassingDocument(row["id"], row["node"], row["mention_count"])
