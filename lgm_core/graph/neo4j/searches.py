"""Searches in Neo4j: sentences of concepts, relations, and documents that pass a filter."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from lgm_core.graph.circles import in_circles
from lgm_core.graph.metadata_filter import MetadataFilter
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import row_decoding as rows
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.whole_documents import document_rows
from lgm_core.model import THING, RelationKind, Sentence

__all__ = ["PassingDocument", "PassingDocuments", "circular_rows", "neighbour_rows"]

_MOST_CACHED = 200_000
"""The most documents remembered for all filters together, not counting the last filter's."""


class PassingDocument(NamedTuple):
    """A document, by its id and the id of its node; `mentions` counts its mentions."""

    id: str
    node: str
    mentions: int


def all_documents(graph: GraphConnection, *, page: int) -> Iterator[PassingDocument]:
    """Yield all documents of a graph by id; the first statement reads `page` of them."""
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
        key = repr(where)  # distinguishes 1 from True, which are equal
        with self._lock:
            graphs = self._graph.read(cypher.GRAPH)
            revision = graphs[0]["revision"] if graphs else 0
            if revision != self._revision:
                self._kept.clear()
                self._revision = revision
            found = self._kept.pop(key, None)
            if found is None:
                found = list(map(_document, document_rows(self._graph, where)))
            self._kept[key] = found  # the most recently used is removed last
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > _MOST_CACHED:
                del self._kept[next(iter(self._kept))]
            return found


def _document(row: Row) -> PassingDocument:
    return PassingDocument(row["id"], row["node"], row["mention_count"])


_FIRST_BATCH = 16
"""The first batch of documents searched, when nothing is known yet about their yield."""
_LARGEST_BATCH = 1000
"""The most documents searched by a statement; bounds what is read beyond the limit."""


def sense_prefixes(graph: GraphConnection, keys: Sequence[str]) -> list[str]:
    """Return the id prefixes of nodes that may be further senses of names, for `SENSES`."""
    return graph.nodes("concept", [f"{key}~" for key in keys])


def frequencies(
    graph: GraphConnection,
    keys: Sequence[str],
    passing: Sequence[PassingDocument] | None,
    *,
    all_senses: bool = False,
) -> dict[str, int]:
    """Return how many sentences mention each concept; under a filter, only in documents that pass it.

    With `all_senses`, also for all concepts whose keys begin like those of further senses.
    """
    ids, prefixes = graph.nodes("concept", keys), sense_prefixes(graph, keys) if all_senses else []
    if passing is None:
        counts = graph.read(cypher.FREQUENCIES_OF_SENSES, ids=ids, prefixes=prefixes)
    else:
        senses = [row["key"] for row in graph.read(cypher.SENSES, prefixes=prefixes)] if prefixes else []
        ids = list(dict.fromkeys((*ids, *graph.nodes("concept", senses))))
        counts = graph.read(cypher.FREQUENCIES_IN, ids=ids, documents=[document.id for document in passing])
    return {row["key"]: row["frequency"] for row in counts}


def sentences_about(
    graph: GraphConnection, keys: Sequence[str], limit: int | None, passing: Sequence[PassingDocument] | None
) -> list[Sentence]:
    """Return the first `limit` sentences that mention any of the concepts, ordered by document id and position.

    Under a filter, only those in documents that pass it.

    With a limit, documents are searched in order while that reads less than all mentions of the concepts; otherwise all
    mentions are read and sorted.
    """
    ids = graph.nodes("concept", keys)
    if limit is not None:
        mentions = sum(row["frequency"] for row in graph.read(cypher.FREQUENCIES, ids=ids))
        sentences = _document_by_document(graph, ids, limit, passing, most_mentions=mentions)
        if sentences is not None:
            return sentences
    documents = None if passing is None else [document.id for document in passing]
    limit = cypher.UNLIMITED if limit is None else limit
    return _in_order(graph.read(cypher.SENTENCES_ABOUT, ids=ids, documents=documents, limit=limit))


def _document_by_document(
    graph: GraphConnection,
    ids: Sequence[str],
    limit: int,
    passing: Sequence[PassingDocument] | None,
    *,
    most_mentions: int,
) -> list[Sentence] | None:
    """Return the first sentences, or None if that would read more than `most_mentions` mentions."""
    documents = all_documents(graph, page=_FIRST_BATCH) if passing is None else iter(passing)
    sentences: list[Sentence] = []
    searched = mentions_read = 0
    while batch := list(islice(documents, _batch_size(searched, len(sentences), limit))):
        mentions_read += sum(document.mentions for document in batch)
        if mentions_read > most_mentions:
            return None
        nodes = [document.node for document in batch]
        matches = graph.read(cypher.SENTENCES_ABOUT_IN, ids=ids, documents=nodes, limit=limit - len(sentences))
        sentences += _in_order(matches)
        searched += len(batch)
        if len(sentences) == limit:
            break
    return sentences


def _batch_size(searched: int, sentences: int, limit: int) -> int:
    """Return how many documents probably contain the sentences still missing, at the rate so far."""
    if not searched:
        return _FIRST_BATCH
    expected = 1 + searched * (limit - sentences) // max(sentences, 1)
    # At most four times as many as before, because the rate is uncertain at first.
    return min(expected, 4 * searched, _LARGEST_BATCH)


def _in_order(matches: Sequence[Row]) -> list[Sentence]:
    return sorted(map(rows.sentence, matches), key=attrgetter("document_id", "position"))


def neighbour_rows(
    graph: GraphConnection, keys: Iterable[str], kinds: Set[RelationKind], *, all_names: bool, with_circles: bool
) -> list[Row]:
    """Return the relations of concepts by kind, subject and object; see `neighbours` of the port."""
    types = sorted(kind.name for kind in (kinds | {RelationKind.ALIAS_OF} if all_names else kinds))
    relations: dict[tuple[str, str, str], Row] = {}
    names, fresh = {THING}, set(keys) - {THING}
    while fresh:
        rows = graph.read(cypher.NEIGHBOURS, ids=graph.nodes("concept", sorted(fresh)), types=types)
        relations.update(((row["kind"], row["subject"], row["object"]), row) for row in rows)
        names |= fresh
        aliases = [row for row in rows if all_names and row["kind"] == RelationKind.ALIAS_OF]
        fresh = {row[role] for row in aliases for role in ("subject", "object")} - names
    if with_circles:
        below, above = ({key[place] for key in relations if key[0] == RelationKind.IS_A} for place in (1, 2))
        circular = circular_rows(graph, below & above & names)
        relations |= {(row["kind"], row["subject"], row["object"]): row for row in circular}
    return [relations[key] for key in sorted(relations) if key[0] in kinds]


def circular_rows(graph: GraphConnection, keys: Iterable[str]) -> list[Row]:
    """Return the is-a relations in cycles that concepts are in or lead to, by subject and object.

    Reads one step at a time: variable-length paths through noisy classes would be too many.
    """
    links: dict[tuple[str, str], Row] = {}
    seen, fresh = {THING}, set(keys) - {THING}
    while fresh:
        found = graph.read(cypher.CLASSES_OF, ids=graph.nodes("concept", sorted(fresh)))
        links |= {(row["subject"], row["object"]): row for row in found}
        seen |= fresh
        fresh = {row["object"] for row in found} - seen
    return [links[link] for link in sorted(in_circles(links))]
