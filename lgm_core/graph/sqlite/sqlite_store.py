"""The embedded store: a language graph in one SQLite file, with nothing to install and no server."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from lgm_core.errors import InputError
from lgm_core.graph.added_knowledge import without_added
from lgm_core.graph.canonical import canonical, canonical_relation_key
from lgm_core.graph.listed import listed
from lgm_core.graph.metadata_filter import parse_where
from lgm_core.graph.port import Where
from lgm_core.graph.sqlite import concept_graph, graph_parts, syntactic_graph, writing
from lgm_core.graph.sqlite.added_rows import read_added
from lgm_core.graph.sqlite.connections import Connections
from lgm_core.graph.sqlite.sqlite_facts import SQLiteFacts
from lgm_core.graph.surface_forms import with_senses
from lgm_core.model import (
    Concept,
    DocumentGraph,
    DocumentRecord,
    Mention,
    MetaRelation,
    RelationKind,
    Section,
    Sentence,
    Statistics,
    Verdict,
)

__all__ = ["SQLiteStore"]

_SCAN_BATCH = 16
"""Documents read by each query of a scan: more would save little time and hold more in memory."""

_WRITE_BATCH = 10_000
"""Sentences written together: a table at a time, which is faster the more there are, and all of them in memory."""

_SYNCHRONOUS = ("NORMAL", "FULL", "EXTRA", "OFF")


class SQLiteStore(SQLiteFacts):
    """A language graph in one file, for any number of threads and processes on one machine.

    The file is made by the first write; until then there is nothing to read, and no file. Its log and index (`-wal`,
    `-shm`) stand beside it while it is in use. Readers never wait; one writer at a time writes, one transaction a
    document. Keep the file on a local disk: the write-ahead log needs memory shared between processes, which network
    file systems do not give. What is deleted is overwritten, in the log too unless somebody is reading the graph at
    that moment: then the log holds it until the last of its users closes it.

    Args:
        path: the graph file.
        synchronous: `NORMAL` survives a crash of the process; `FULL` also keeps the last documents when the power
            fails, at a slightly higher cost of writing.
        read_only: never write to the file.
        timeout: seconds to wait for another writer before a StoreError.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        synchronous: Literal["NORMAL", "FULL", "EXTRA", "OFF"] = "NORMAL",
        read_only: bool = False,
        timeout: float = 30.0,
    ) -> None:
        if synchronous not in _SYNCHRONOUS:
            raise InputError(f"synchronous={synchronous!r} is not one of {', '.join(_SYNCHRONOUS)}")
        if str(path) in ("", ":memory:"):
            raise InputError(f"a graph is a file, and {str(path)!r} names none; give a path, for tests a temporary one")
        self._connections = Connections(Path(path), synchronous=synchronous, timeout=timeout, read_only=read_only)

    @classmethod
    def open(cls, path: str | PathLike[str], *, read_only: bool = False) -> Self:
        """Return a store on a file that has been looked at already, and made if it was missing.

        Raises:
            SchemaVersionError: the file is a graph of another format.
            StoreError: the file is no language graph, or cannot be opened.
        """
        store = cls(path, read_only=read_only)
        if not read_only:
            store.create()
        store.revision()
        return store

    @property
    def path(self) -> Path:
        """Return the graph file."""
        return self._connections.path

    @property
    def is_read_only(self) -> bool:
        """Return whether the store never writes; the index that questions need is then only kept in memory."""
        return self._connections.read_only

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()

    def __str__(self) -> str:
        """Return the path."""
        return str(self.path)

    def exists(self) -> bool:
        """Tell whether there is a graph file."""
        return self._connections.exists()

    def create(self) -> None:
        """Make the file, with an empty graph in it, unless it is there."""
        if not self.exists():
            with self._connections.writing():
                pass  # opening for writing makes the file

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        self._connections.close()

    def copy_to(self, path: str | PathLike[str]) -> None:
        """Make another file a copy of the graph as it is at this moment, atomically, whether that file is there or not.

        Others may read and write the graph meanwhile, and read the other file. A graph is its own copy.

        Raises:
            StoreError: the graph cannot be read, or the copy cannot be written.
        """
        self._connections.copy_to(Path(path))

    def write(self, graph: DocumentGraph) -> None:
        """Add or replace one document, atomically; writing the same graph twice changes nothing.

        Raises:
            InputError: the graph is not complete in itself, or holds what cannot be stored.
        """
        self.write_many([graph])

    def write_many(self, graphs: Iterable[DocumentGraph]) -> None:
        """Add or replace documents in one transaction, all or none of them; of two with the same id the later counts.

        Short documents are written several times faster so. Of many documents, only a part is in memory at a time.

        Raises:
            InputError: a graph is not complete in itself, or holds what cannot be stored. Where there was no graph, one
                without documents may be there then.
        """
        batches = _checked_batches(graphs)
        first = next(batches, {})  # what is wrong with few documents is told before a file is made
        with self._connections.writing() as connection:
            replaced = sum(
                writing.write_documents(connection, batch.values()) for batch in itertools.chain([first], batches)
            )
        if replaced:
            # What stood in their place is gone for good, as what is deleted is.
            self._connections.empty_log()

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents, all that only they supported and all blobs, atomically; return how many there were."""
        document_ids = listed(document_ids)
        with self._connections.writing() as connection:
            deleted = writing.delete_documents(connection, document_ids)
        # Also where nothing was there: a process may have been killed when it had deleted, and not emptied the log.
        self._connections.empty_log()
        return deleted

    def documents(self, ids: Sequence[str] | None = None, where: Where | None = None) -> list[DocumentRecord]:
        """Return the records of documents, ordered by id."""
        ids = None if ids is None else listed(ids)
        conditions = parse_where(where)
        with self._connections.reading() as connection:
            return syntactic_graph.document_records(connection, ids, conditions)

    def places(self, ids: Sequence[str]) -> dict[str, str]:
        """Return where the files of documents lay when they were last built, of those that it is known of."""
        ids = listed(ids)
        with self._connections.reading() as connection:
            return syntactic_graph.places(connection, ids)

    def set_places(self, places: Mapping[str, str]) -> None:
        """Record where the files of documents lie; that is no change of the graph."""
        with self._connections.writing() as connection:
            writing.set_places(connection, places)

    def changed_since(self, revision: int) -> tuple[list[DocumentRecord], int]:
        """Return the records of documents written after a revision, ordered by id, and how many there are in all."""
        with self._connections.reading() as connection:
            return syntactic_graph.changed_since(connection, revision)

    def languages(self) -> list[str]:
        """Return the distinct languages of the documents held, sorted."""
        with self._connections.reading() as connection:
            return syntactic_graph.languages(connection)

    def sections(self, ids: Sequence[str]) -> list[Section]:
        """Return sections in the order asked."""
        ids = listed(ids)
        with self._connections.reading() as connection:
            return syntactic_graph.sections(connection, ids)

    def sentences(self, ids: Sequence[str]) -> list[Sentence]:
        """Return sentences in the order asked."""
        ids = listed(ids)
        with self._connections.reading() as connection:
            return syntactic_graph.sentences(connection, ids)

    def mentions(self, sentence_ids: Sequence[str]) -> list[Mention]:
        """Return what sentences mention, ordered by document id, sentence position, start, end, concept and source."""
        sentence_ids = listed(sentence_ids)
        with self._connections.reading() as connection:
            return syntactic_graph.mentions(connection, sentence_ids)

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        """Return concepts in the order asked."""
        keys = listed(keys)
        with self._connections.reading() as connection:
            return concept_graph.concepts(connection, keys)

    def senses(self, keys: Sequence[str]) -> dict[str, list[str]]:
        """Return, by the key of each name that has several, the keys of its senses that are there, in their order."""
        keys = listed(keys)
        with self._connections.reading() as connection:
            return concept_graph.senses(connection, keys)

    def frequencies(
        self, keys: Sequence[str], where: Where | None = None, *, all_senses: bool = False
    ) -> dict[str, int]:
        """Return how many sentences mention each concept; under a filter, those of the documents that pass it."""
        keys, condition = listed(keys), parse_where(where)
        with self._connections.reading() as connection:
            if all_senses:
                keys = with_senses(keys, concept_graph.senses(connection, keys))
            return concept_graph.frequencies(connection, keys, condition)

    def neighbours(
        self,
        keys: Sequence[str],
        kinds: Sequence[RelationKind] | None = None,
        *,
        all_names: bool = False,
        with_circles: bool = False,
    ) -> list[MetaRelation]:
        """Return the relations of concepts, ordered by kind, subject and object."""
        keys = listed(keys)
        with self._connections.reading() as connection:
            return concept_graph.neighbours(connection, keys, kinds, all_names=all_names, with_circles=with_circles)

    def relations_among(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the relations between any two of the concepts, ordered by kind, subject and object."""
        keys = listed(keys)
        with self._connections.reading() as connection:
            return graph_parts.relations_among(connection, keys)

    def circles(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the is-a relations in circles that concepts are in or lead up to, ordered by subject and object."""
        keys = listed(keys)
        with self._connections.reading() as connection:
            return concept_graph.circles(connection, keys)

    def most_related(self, limit: int, where: Where | None = None, *, facts: bool = True) -> dict[str, int]:
        """Return the concepts with the most relations to others, each with how many it has, `limit` at most."""
        conditions = parse_where(where)
        with self._connections.reading() as connection:
            return graph_parts.most_related(connection, limit, conditions, facts=facts)

    def sentences_about(
        self, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[Sentence]:
        """Return sentences that mention any of the concepts, ordered by document id and position, `limit` at most."""
        keys = listed(keys)
        conditions = parse_where(where)
        with self._connections.reading() as connection:
            numbers = concept_graph.sentences_mentioning(connection, keys, limit, conditions)
            return syntactic_graph.sentences_by_number(connection, numbers)

    def relations(
        self,
        *,
        kind: RelationKind | None = None,
        concept: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[MetaRelation]:
        """Return relations with evidence, ordered by kind, subject, object; rejected (INVALID) ones only when asked."""
        with self._connections.reading() as connection:
            return concept_graph.relations(
                connection, kind=kind, concept=concept, verdict=verdict, offset=offset, limit=limit
            )

    def set_verdicts(
        self, verdicts: Mapping[tuple[str, str, str], Verdict], basis: Mapping[tuple[str, str, str], str] | None = None
    ) -> None:
        """Record verdicts by `MetaRelation.key`, with an opaque `basis` (a hash of the evidence they were given on)."""
        with self._connections.writing() as connection:
            writing.set_verdicts(connection, verdicts, basis or {})

    def verdict_basis(self, keys: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
        """Return the recorded basis of each judged relation."""
        with self._connections.reading() as connection:
            return concept_graph.verdict_basis(connection, map(canonical_relation_key, keys))

    def scan(self, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
        """Yield each document's part of the graph, or that of some, as of one moment, by id, in bounded memory.

        With `own`, without what was added to it.
        """
        wanted = None if ids is None else json.dumps(listed(ids))
        query = "SELECT no FROM document WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1)) ORDER BY id"
        with self._connections.reading() as connection:
            numbers = connection.execute(query, (wanted,))
            while batch := [number for (number,) in numbers.fetchmany(_SCAN_BATCH)]:
                for number, graph in zip(batch, syntactic_graph.document_graphs(connection, batch), strict=True):
                    yield without_added(graph, read_added(connection, number, graph.document.id)) if own else graph

    def revision(self) -> int:
        """Return a number that grows with every change to documents or verdicts."""
        with self._connections.reading() as connection:
            row: tuple[int] = connection.execute("SELECT value FROM property WHERE name = 'revision'").fetchone()
        return row[0]

    def read_blob(self, name: str) -> bytes | None:
        """Return a cached blob, or None."""
        with self._connections.reading() as connection:
            row = connection.execute("SELECT data FROM blob WHERE name = ?", (name,)).fetchone()
        return None if row is None else bytes(row[0])

    def write_blob(self, name: str, data: bytes, *, wait: bool = True) -> None:
        """Keep a blob under a name, replacing what was there; without `wait`, not while another process writes."""
        with self._connections.writing(wait=wait) as connection:
            connection.execute("INSERT OR REPLACE INTO blob VALUES (?, ?)", (name, data))

    def delete_blobs(self, prefix: str) -> int:
        """Remove the cached blobs whose names begin with `prefix`; return how many there were."""
        with self._connections.writing() as connection:
            query = "DELETE FROM blob WHERE name >= :prefix AND substr(name, 1, length(:prefix)) = :prefix"
            return connection.execute(query, {"prefix": prefix}).rowcount

    def statistics(self) -> Statistics:
        """Count what the graph holds."""
        with self._connections.reading() as connection:
            return concept_graph.statistics(connection)


def _checked_batches(graphs: Iterable[DocumentGraph]) -> Iterator[dict[str, DocumentGraph]]:
    """Yield documents in canonical form by id, as many as are written together."""
    batch: dict[str, DocumentGraph] = {}
    sentences = 0
    for graph in graphs:
        batch[graph.document.id] = canonical(graph)
        sentences += len(graph.sentences)
        if sentences >= _WRITE_BATCH:
            yield batch
            batch, sentences = {}, 0
    yield batch
