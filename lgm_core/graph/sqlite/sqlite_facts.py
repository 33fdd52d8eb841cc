"""The methods of the embedded store for facts, profiles and additions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence

from lgm_core.errors import InputError
from lgm_core.graph.added_knowledge import added_to_documents, joined, with_added, without_added
from lgm_core.graph.codecs.piece_codec import AddedPiece
from lgm_core.graph.metadata_filter import listed, parse_where
from lgm_core.graph.port import Where
from lgm_core.graph.sqlite import added_rows, fact_reading, writing
from lgm_core.graph.sqlite.connections import Connections
from lgm_core.graph.sqlite.syntactic_graph import document_graphs, document_numbers
from lgm_core.model import Addition, AdditionRecord, DocumentGraph, EntityProfile, Fact, PredicateGroup, Verdict

__all__ = ["SQLiteFacts"]

_BATCH = 256
"""Documents rewritten together, which bounds memory; a transaction may have any number of them."""


class SQLiteFacts:
    """The part of the port for facts, profiles and additions, over the connections of a graph file."""

    _connections: Connections

    def facts(
        self,
        *,
        concept: str | None = None,
        predicate: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Fact]:
        """Return facts with evidence, ordered by `Fact.key`; rejected (INVALID) ones only when asked."""
        with self._connections.reading() as connection:
            return fact_reading.facts(
                connection, concept=concept, predicate=predicate, verdict=verdict, offset=offset, limit=limit
            )

    def facts_about(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts whose subject, or else whose object, is any of the concepts, at most `limit`."""
        keys, conditions = listed(keys), parse_where(where)
        with self._connections.reading() as connection:
            return fact_reading.facts_about(connection, keys, limit, conditions)

    def facts_among(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts between any two of the concepts, and those from one to a value or section."""
        keys, conditions = listed(keys), parse_where(where)
        with self._connections.reading() as connection:
            return fact_reading.facts_among(connection, keys, limit, conditions)

    def profiles(self, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
        """Return the profiles of concepts, ordered by concept, document id, description and types."""
        keys, conditions = listed(keys), parse_where(where)
        with self._connections.reading() as connection:
            return fact_reading.profiles(connection, keys, conditions)

    def predicate_groups(self, document_ids: Sequence[str] | None = None) -> list[PredicateGroup]:
        """Return the groups of predicates of documents (default: all), ordered by document id, name and run."""
        ids = None if document_ids is None else listed(document_ids)
        with self._connections.reading() as connection:
            return fact_reading.predicate_groups(connection, ids)

    def set_fact_verdicts(self, verdicts: Mapping[str, Verdict], basis: Mapping[str, str] | None = None) -> None:
        """Record verdicts by `Fact.key`, as `set_verdicts` does for relations."""
        with self._connections.writing() as connection:
            writing.set_fact_verdicts(connection, verdicts, basis or {})

    def fact_verdict_basis(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the recorded basis of each judged fact by `Fact.key`."""
        keys = listed(keys)
        with self._connections.reading() as connection:
            return fact_reading.fact_verdict_basis(connection, keys)

    def add(self, addition: Addition) -> None:
        """Add knowledge about existing sentences, atomically; adding the same again changes nothing.

        Raises:
            InputError: a sentence or document does not exist, or the result is not self-contained; nothing is added
                then.
        """
        pieces = added_to_documents(addition)
        with self._connections.writing() as connection:
            numbers = document_numbers(connection, pieces)
            if missing := sorted(pieces.keys() - numbers.keys()):
                raise InputError(
                    f"the addition {addition.id!r} names sentences of {missing[0]!r}, which is not a document of the "
                    "graph"
                )
            added_rows.insert_addition(connection, addition)

            def give(document: str, graph: DocumentGraph, added: dict[str, list[AddedPiece]]) -> None:
                added[addition.id] = joined(graph, added.get(addition.id, []), pieces[document])

            _rewrite(connection, {numbers[id]: id for id in sorted(pieces)}, give)
            added_rows.delete_empty_additions(connection)

    def additions(self) -> list[AdditionRecord]:
        """Return the additions not undone, ordered by time and id."""
        with self._connections.reading() as connection:
            return added_rows.addition_records(connection)

    def undo(self, ids: Sequence[str]) -> int:
        """Undo additions, atomically; return their number."""
        ids = listed(ids)
        with self._connections.writing() as connection:
            query = "SELECT count(*) FROM addition WHERE id IN (SELECT value FROM json_each(?))"
            (count,) = connection.execute(query, (json.dumps(ids),)).fetchone()

            def take_back(document: str, graph: DocumentGraph, added: dict[str, list[AddedPiece]]) -> None:
                for id in ids:
                    added.pop(id, None)

            _rewrite(connection, added_rows.documents_of(connection, ids), take_back)
            added_rows.delete_empty_additions(connection)
        if count:
            self._connections.empty_log()
        return int(count)


_Change = Callable[[str, DocumentGraph, dict[str, list[AddedPiece]]], None]
"""Changes the contributions of additions to a document, given its id and its graph with all additions."""


def _rewrite(connection: sqlite3.Connection, documents: Mapping[int, str], change: _Change) -> None:
    """Change the contributions of additions to documents, given as ids by number."""
    numbers = list(documents)
    for first in range(0, len(numbers), _BATCH):
        batch = numbers[first : first + _BATCH]
        changed: dict[int, tuple[DocumentGraph, DocumentGraph]] = {}
        for number, graph in zip(batch, document_graphs(connection, batch), strict=True):
            added = added_rows.read_added(connection, number, documents[number])
            own = without_added(graph, added)
            change(documents[number], graph, added)
            new, given = with_added(own, added)
            added_rows.write_added(connection, number, given)
            changed[number] = graph, new
        writing.rewrite_documents(connection, changed)
