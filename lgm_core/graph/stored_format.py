"""The check of a graph's format that every store makes before it reads or writes anything else."""

from __future__ import annotations

from lgm_core.errors import SchemaVersionError

__all__ = ["check_format"]


def check_format(graph: object, found: int, expected: int) -> None:
    """Reject a graph with another format, changing nothing in it.

    Raises:
        SchemaVersionError: the two differ.
    """
    if found != expected:
        raise SchemaVersionError(
            f"{graph} has format {found}, but this version of language-graph-model reads format {expected} alone. "
            "Nothing in it was changed. Build the graph again from its documents, in another place: "
            "lgm build DOCUMENTS --graph PLACE"
        )
