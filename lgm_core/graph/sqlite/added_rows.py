"""The rows of additions: their contributions to documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from lgm_core.graph.added_knowledge import Added
from lgm_core.graph.codecs.piece_codec import PIECE_KINDS, AddedPiece, counted_pieces, packed_pieces, unpacked_pieces
from lgm_core.model import Addition, AdditionRecord

__all__ = ["delete_empty_additions", "read_added", "write_added"]

_KINDS = ", ".join(PIECE_KINDS)


def read_added(connection: sqlite3.Connection, number: int, document: str) -> dict[str, list[AddedPiece]]:
    """Return the contributions of additions to a document, given by number and id, the oldest addition first."""
    query = """
        SELECT a.id, g.pieces FROM added AS g JOIN addition AS a ON a.no = g.addition
        WHERE g.document = ? ORDER BY a.created, a.id
    """
    return {id: unpacked_pieces(pieces, document) for id, pieces in connection.execute(query, (number,))}


def write_added(connection: sqlite3.Connection, number: int, added: Added) -> None:
    """Record the contributions of existing additions to a document, replacing former ones."""
    connection.execute("DELETE FROM added WHERE document = ?", (number,))
    connection.executemany(
        f"INSERT INTO added (document, addition, pieces, {_KINDS}) SELECT ?, no, ?, ?, ?, ?, ?, ? FROM addition "  # noqa: S608
        "WHERE id = ?",
        [(number, packed_pieces(pieces), *counted_pieces(pieces).values(), id) for id, pieces in added.items()],
    )


def insert_addition(connection: sqlite3.Connection, addition: Addition) -> None:
    """Record an addition unless its id exists."""
    connection.execute(
        "INSERT OR IGNORE INTO addition (id, kind, label, created) VALUES (?, ?, ?, ?)",
        (addition.id, addition.kind, addition.label, addition.created),
    )


def delete_empty_additions(connection: sqlite3.Connection) -> None:
    """Remove the additions without pieces."""
    # By the index of `added`: every write comes here, and a list of all its rows would be built each time.
    connection.execute(
        "DELETE FROM addition WHERE NOT EXISTS (SELECT 1 FROM added AS gave WHERE gave.addition = addition.no)"
    )


def documents_of(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[int, str]:
    """Return the documents with contributions of additions: ids by number."""
    query = """
        SELECT DISTINCT d.no, d.id FROM added AS g
        JOIN addition AS a ON a.no = g.addition JOIN document AS d ON d.no = g.document
        WHERE a.id IN (SELECT value FROM json_each(?)) ORDER BY d.no
    """
    return dict(connection.execute(query, (json.dumps(ids),)))


def additions(connection: sqlite3.Connection) -> list[AdditionRecord]:
    """Return the records of additions, by time and id."""
    query = f"""
        SELECT a.id, a.kind, a.label, a.created, count(*), {", ".join(f"sum(g.{kind})" for kind in PIECE_KINDS)}
        FROM addition AS a JOIN added AS g ON g.addition = a.no GROUP BY a.no ORDER BY a.created, a.id
    """  # noqa: S608 - fixed text
    return [AdditionRecord(*row) for row in connection.execute(query)]
