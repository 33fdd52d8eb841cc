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
from lgm_core.graph.added_knowledge import added_to_documents, joined, without_added
from lgm_core.graph.canonical import canonical
from lgm_core.graph.codecs.piece_codec import AddedPiece
from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.sqlite import added_rows, concept_graph, fact_reading, graph_parts, syntactic_graph, writing
from lgm_core.graph.sqlite.connections import Connections, reads, writes
from lgm_core.model import Addition, DocumentGraph

__all__ = ["SQLiteStore"]

_SCAN_BATCH = 16
"""Documents read by each query of a scan: more would save little time and use more memory."""

_WRITE_BATCH = 10_000
"""Sentences written together, one table at a time: the more, the faster, but all of them are in memory."""

_SYNCHRONOUS = ("NORMAL", "FULL", "EXTRA", "OFF")


class SQLiteStore:
    """A language graph in one file, for any number of threads and processes on one machine.

    It has the methods of `ports.LanguageGraphStore`.

    The first write creates the file; until then there is nothing to read, and no file. Its log and index (`-wal`,
    `-shm`) are beside it while it is in use. Readers never wait; there is one writer at a time, with one transaction
    per document. Keep the file on a local disk: the write-ahead log needs memory shared between processes, which
    network file systems do not offer. Deleted content is overwritten, also in the log unless the graph is being read at
    that moment: then it stays in the log until the last user closes it.

    Args:
        path: the graph file.
        synchronous: `NORMAL` survives a crash of the process; `FULL` also survives a power failure, at a slightly
            higher cost of writing.
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
        """Return a store on a file, already checked, and created if missing.

        Raises:
            SchemaVersionError: the file is a graph with a different format.
            StoreError: the file is not a language graph, or cannot be opened.
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
        """Return whether the store never writes; the index for questions is then only kept in memory."""
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
        """Create the file with an empty graph, unless it exists."""
        if not self.exists():
            with self._connections.writing():
                pass  # opening for writing creates the file

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        self._connections.close()

    def copy_to(self, path: str | PathLike[str]) -> None:
        """Make another file, existing or not, a snapshot of the graph, atomically.

        Others may read and write the graph meanwhile, and read the other file. Copying to itself does nothing.

        Raises:
            StoreError: the graph cannot be read, or the copy cannot be written.
        """
        self._connections.copy_to(Path(path))

    def write(self, graph: DocumentGraph) -> None:
        """Add or replace one document, atomically; writing the same graph twice changes nothing.

        Raises:
            InputError: the graph is not self-contained, or has content that cannot be stored.
        """
        self.write_many([graph])

    def write_many(self, graphs: Iterable[DocumentGraph]) -> None:
        """Add or replace documents in one transaction; of two with the same id the later counts.

        This is several times faster for short documents. Only part of many documents is in memory at a time.

        Raises:
            InputError: a graph is not self-contained, or has content that cannot be stored. This may leave an empty
                graph if there was none.
        """
        batches = _checked_batches(graphs)
        first = next(batches, {})  # errors in few documents are raised before a file is created
        with self._connections.writing() as connection:
            replaced = sum(
                writing.write_documents(connection, batch.values()) for batch in itertools.chain([first], batches)
            )
        if replaced:
            # The content replaced is erased like deleted content.
            self._connections.empty_log()

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents, everything only they supported and all blobs, atomically; return how many there were."""
        document_ids = listed(document_ids)
        with self._connections.writing() as connection:
            deleted = writing.delete_documents(connection, document_ids)
        # Even if nothing was deleted: a process may have been killed after deleting, before it emptied the log.
        self._connections.empty_log()
        return deleted

    documents = reads(syntactic_graph.documents)

    def places(self, ids: Sequence[str]) -> dict[str, str]:
        """Return where the files of documents were when last built, for those with a recorded place."""
        ids = listed(ids)
        with self._connections.reading() as connection:
            return syntactic_graph.places(connection, ids)

    def set_places(self, places: Mapping[str, str]) -> None:
        """Record where the files of documents are; this does not change the graph."""
        with self._connections.writing() as connection:
            writing.set_places(connection, places)

    changed_since = reads(syntactic_graph.changed_since)
    languages = reads(syntactic_graph.languages)
    sections = reads(syntactic_graph.sections)
    sentences = reads(syntactic_graph.sentences)
    mentions = reads(syntactic_graph.mentions)
    sentences_about = reads(syntactic_graph.sentences_about)
    find_concepts = reads(concept_graph.find_concepts)
    senses = reads(concept_graph.senses)
    frequencies = reads(concept_graph.frequencies)
    neighbours = reads(concept_graph.neighbours)
    circles = reads(concept_graph.circles)
    relations = reads(concept_graph.relations)
    relations_among = reads(graph_parts.relations_among)
    most_related = reads(graph_parts.most_related)
    set_verdicts = writes(writing.set_verdicts)
    verdict_basis = reads(concept_graph.verdict_basis)
    facts = reads(fact_reading.facts)
    facts_about = reads(fact_reading.facts_about)
    facts_among = reads(fact_reading.facts_among)
    profiles = reads(fact_reading.profiles)
    predicate_groups = reads(fact_reading.predicate_groups)
    set_fact_verdicts = writes(writing.set_fact_verdicts)
    fact_verdict_basis = reads(fact_reading.fact_verdict_basis)
    additions = reads(added_rows.additions)
    statistics = reads(concept_graph.statistics)
    read_schema = reads(fact_reading.read_schema)
    write_schema = writes(writing.write_schema)

    def add(self, addition: Addition) -> None:
        """Add knowledge about existing sentences, atomically; adding the same again changes nothing.

        Raises:
            InputError: a sentence or document does not exist, or the result is not self-contained; nothing is added
                then.
        """
        pieces = added_to_documents(addition)
        with self._connections.writing() as connection:
            numbers = syntactic_graph.document_numbers(connection, pieces)
            if missing := sorted(pieces.keys() - numbers.keys()):
                raise InputError(
                    f"the addition {addition.id!r} names sentences of {missing[0]!r}, which is not a document of the "
                    "graph"
                )
            added_rows.insert_addition(connection, addition)

            def give(document: str, graph: DocumentGraph, added: dict[str, list[AddedPiece]]) -> None:
                added[addition.id] = joined(graph, added.get(addition.id, []), pieces[document])

            writing.contribute(connection, {numbers[id]: id for id in sorted(pieces)}, give)
            added_rows.delete_empty_additions(connection)

    def undo(self, ids: Sequence[str]) -> int:
        """Undo additions, atomically; return their number."""
        ids = listed(ids)
        with self._connections.writing() as connection:
            query = "SELECT count(*) FROM addition WHERE id IN (SELECT value FROM json_each(?))"
            (count,) = connection.execute(query, (json.dumps(ids),)).fetchone()

            def take_back(document: str, graph: DocumentGraph, added: dict[str, list[AddedPiece]]) -> None:
                for id in ids:
                    added.pop(id, None)

            writing.contribute(connection, added_rows.documents_of(connection, ids), take_back)
            added_rows.delete_empty_additions(connection)
        if count:
            self._connections.empty_log()
        return int(count)

    def scan(self, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
        """Yield a snapshot of the graph of each document, or of the given ones, by id, in bounded memory.

        With `own`, without additions.
        """
        wanted = None if ids is None else json.dumps(listed(ids))
        query = "SELECT no FROM document WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1)) ORDER BY id"
        with self._connections.reading() as connection:
            numbers = connection.execute(query, (wanted,))
            while batch := [number for (number,) in numbers.fetchmany(_SCAN_BATCH)]:
                for number, graph in zip(batch, syntactic_graph.document_graphs(connection, batch), strict=True):
                    yield (
                        without_added(graph, added_rows.read_added(connection, number, graph.document.id))
                        if own
                        else graph
                    )

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
        """Store a blob under a name, replacing any previous one; without `wait`, not while another process writes."""
        with self._connections.writing(wait=wait) as connection:
            connection.execute("INSERT OR REPLACE INTO blob VALUES (?, ?)", (name, data))

    def delete_blobs(self, prefix: str) -> int:
        """Remove the cached blobs whose names begin with `prefix`; return their number."""
        with self._connections.writing() as connection:
            query = "DELETE FROM blob WHERE name >= :prefix AND substr(name, 1, length(:prefix)) = :prefix"
            return connection.execute(query, {"prefix": prefix}).rowcount


def _checked_batches(graphs: Iterable[DocumentGraph]) -> Iterator[dict[str, DocumentGraph]]:
    """Yield documents in canonical form by id, in batches written together."""
    batch: dict[str, DocumentGraph] = {}
    sentences = 0
    for graph in graphs:
        batch[graph.document.id] = canonical(graph)
        sentences += len(graph.sentences)
        if sentences >= _WRITE_BATCH:
            yield batch
            batch, sentences = {}, 0
    yield batch
