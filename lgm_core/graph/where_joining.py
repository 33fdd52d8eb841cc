"""Joining a caller's filter on document metadata with one that the caller cannot widen."""

from __future__ import annotations

from lgm_core.graph.metadata_filter import parse_where
from lgm_core.graph.port import Where

__all__ = ["joined_where"]


def joined_where(fixed: Where | None, asked: Where | None) -> Where | None:
    """Return a filter for documents that pass both; None for all documents.

    Raises:
        InputError: one of them is not a valid filter.
    """
    given = [where for where in (fixed, asked) if parse_where(where) is not None]
    return {"$and": given} if len(given) > 1 else given[0] if given else None
