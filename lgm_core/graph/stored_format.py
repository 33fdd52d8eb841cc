"""The check that every store makes of a graph's format before it reads or writes anything else."""

from __future__ import annotations

from lgm_core.errors import SchemaVersionError

__all__ = ["check_format"]


def check_format(graph: object, found: int, expected: int) -> None:
    """Refuse a graph of another format; nothing of it is changed.

    Args:
        graph: the file or the graph in a database, as messages name it.
        found: the number of its format.
        expected: the number of the format that this version reads and writes.

    Raises:
        SchemaVersionError: the two differ.
    """
    if found != expected:
        raise SchemaVersionError(
            f"{graph} has format {found}, but this version of language-graph-model reads format {expected} alone. "
            "Nothing in it was changed. Build the graph again from its documents, in another place: "
            "lgm build DOCUMENTS --graph PLACE"
        )
